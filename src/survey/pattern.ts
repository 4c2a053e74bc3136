/** Sets of one form: `{a, b, a+b}` stands for these three numbers, for all positive integers a and b. */
import { checkCost } from '../common/cost.js';
import { refuse } from '../common/errors.js';
import { checkInteger } from '../common/range.js';
import { breather } from '../common/stoppable.js';
import { gcd } from '../common/divisors.js';
import { parseFormula } from '../game/sets/formula.js';
import { compareSets } from './rows.js';
import { MAX_ELEMENT, MAX_SET_SIZE, MAX_LISTED_SETS } from './space.js';

const HELP = 'Write it as {a, b, a+b}, {a, 2a+1, b} or {a, b, c-b, c-a, c}.';

/** Steps that one choice of all letters counts as. */
const STEPS_OF_VALUES = 16;
/** Choices between two checks of the signal: a millisecond. */
const BREATH = 2 ** 12;

/** Factors by letter; that of '' is the constant. */
type Term = ReadonlyMap<string, number>;

/**
 * Returns the sets of a pattern whose elements are distinct, from 1 to `max`, and have greatest common divisor 1, or any if they are
 * left out: each once,
 * ordered by the largest element, then the second largest and so on. Raises a usage error for a pattern without variables, or
 * whose variables have too many values, and `interrupted` when aborted. Cost: all values of the variables up to `max`, some 0.3
 * us each.
 */
export async function setsOfPattern(
  pattern: string,
  max: number,
  signal?: AbortSignal,
  excluded = false,
): Promise<number[][]> {
  const terms = parsePattern(pattern);
  checkInteger(max, 1, MAX_ELEMENT, 'The largest element of a pattern', '2^20');
  const names = [...new Set(terms.flatMap((term) => [...term.keys()]))].filter((name) => name !== '');
  if (names.length === 0) refuse(`The pattern {pattern} has no letter. ${HELP}`, { pattern });
  checkCost(
    STEPS_OF_VALUES * max ** names.length,
    'The letters of the pattern have {max}^{letters} values, which are too many. Choose a smaller largest element.',
    { max, letters: names.length },
  );
  const rows = terms.map((term) => ({
    constant: term.get('') ?? 0,
    factors: names.map((name) => term.get(name) ?? 0),
  }));
  const found = new Map<string, number[]>();
  const values = names.map(() => 1);
  const breathe = breather(signal);
  for (let [isMore, tried] = [true, 0]; isMore; isMore = next(values, max)) {
    if (tried++ % BREATH === 0) await breathe();
    const set = rows.map(({ constant, factors }) =>
      factors.reduce((sum, factor, i) => sum + factor * values[i], constant),
    );
    if (!set.every((n) => n >= 1 && n <= max)) continue;
    if (!excluded && set.reduce((a, b) => gcd(a, b)) !== 1) continue;
    set.sort((a, b) => a - b);
    if (set.some((n, i) => n === set[i - 1])) continue;
    found.set(set.join(), set);
    const most = MAX_LISTED_SETS;
    if (found.size > most)
      refuse('The pattern has more than {most} sets. Choose a smaller largest element.', { most });
  }
  if (found.size === 0)
    refuse('The pattern {pattern} has no set with elements up to {max}. Choose a larger one.', {
      pattern,
      max,
    });
  return [...found.values()].sort((a, b) => compareSets(a, b, terms.length));
}

/** Advances to the next values, the first letter fastest; false after the last. */
function next(values: number[], max: number): boolean {
  const i = values.findIndex((value) => value < max);
  if (i === -1) return false;
  values.fill(1, 0, i)[i]++;
  return true;
}

function parsePattern(text: string): Term[] {
  const inside = /^\s*\{(.*)\}\s*$/s.exec(text)?.[1] ?? text;
  const terms = inside.split(',').map((term) => parseTerm(term, text));
  const most = MAX_SET_SIZE;
  if (terms.length <= most) return terms;
  refuse('The pattern has {terms} terms. It can have at most {most}.', { terms: terms.length, most });
}

function parseTerm(term: string, text: string): Term {
  const formula = parseFormula(term);
  if (formula?.divisor !== 1n || [...formula.terms.keys()].some(({ length }) => length > 1)) {
    refuse(
      `The pattern {pattern} has ${term.trim() === '' ? 'nothing between two commas' : '"{term}"'}, which is no sum of letters and numbers. ${HELP}`,
      { pattern: text, term: term.trim() },
    );
  }
  return new Map(Array.from(formula.terms, ([letter, factor]) => [letter, Number(factor)]));
}
