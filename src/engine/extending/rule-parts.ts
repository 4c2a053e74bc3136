/** Filling blocks by a rule, a recorded period or a closed form, in place of a solver: when, by which, and with what values. */
import { fail, refuse } from '../../common/errors.js';
import type { Game } from '../../game/game.js';
import { columnOfIntegers, integersOf, type ColumnValues, type SeriesName } from '../../columnar/layout.js';
import { cutAtMultiples, type Range } from '../../common/range.js';
import { closedFormOf } from '../../game/closed-forms.js';
import { fastBelow } from '../../solver/limits.js';
import { narrowest } from '../../solver/task/integers.js';
import type { Blocks } from '../../store/blocks.js';
import type { SolvedPart } from '../series/columns.js';
import { isRuleMethod, type RuleMethod } from '../series/methods.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { rulesOf, type RuleSegment } from '../views/rules.js';
import { currentView } from '../views/game-views.js';
import { withStates } from '../views/states.js';
import { breathe } from './solve.js';

/** The rules that a series has by now, the one to be preferred first. */
function rulesNow(store: Blocks, game: Game, series: SeriesName): RuleSegment[] {
  const stored = currentView(store, game.key, series);
  const periods = store.catalog.periods(game.key);
  return rulesOf(game, stored.frontier, withStates(store, game, stored, periods), periods);
}

/**
 * The rule of a series that a method names; the request was checked. Raises a usage error when no period is recorded, and
 * `not-stored` where a recorded period lacks what it repeats.
 */
function ruleOf(store: Blocks, game: Game, series: SeriesName, method: RuleMethod): RuleSegment {
  const rule = rulesNow(store, game, series).find(({ source }) => source === method);
  if (rule !== undefined) return rule;
  const { quantity } = DESCRIPTIONS[series];
  const facts = { game: game.key, series, method };
  if (store.catalog.periods(game.key)[quantity] !== undefined)
    fail(
      'not-stored',
      '{game} ({series}) lacks the values or states that its recorded period repeats.',
      facts,
      {
        remedy: { do: 'verify', repair: true },
      },
    );
  refuse('{game} ({series}) has no recorded period, which the method {method} repeats.', facts, {
    remedy: { do: 'find-period', game: game.definition, series, limit: null },
  });
}

/** Raises the usage error where no method has the memory to solve a series that far. */
export function tooFar(game: Game, series: SeriesName, most: number, to: number): never {
  const hasForm = closedFormOf(game) !== undefined && DESCRIPTIONS[series].quantity !== 'remoteness';
  const reason =
    most === game.set.completeBelow ? 'to where the set is complete' : 'as far as memory reaches';
  refuse(
    `{game} ({series}) can be extended to {most}, ${reason}, but not to {to}.${hasForm ? ' The method closed-form needs no such memory.' : ''}`,
    { game: game.key, series, most, to },
    { remedy: { do: 'lower', option: 'to' } },
  );
}

/**
 * The rule that fills the blocks of an extension in place of a solver: the one that its method names, or for `auto`, where
 * the set is too dense to be solved that far in good time, one that the series has; undefined where a solver is to do it.
 * Raises a usage error where the one that is named is not there, or where nothing reaches that far.
 */
export function ruleFor(
  store: Blocks,
  game: Game,
  series: SeriesName,
  { method, to }: { readonly method: string; readonly to: number },
): RuleSegment | undefined {
  if (isRuleMethod(method)) return ruleOf(store, game, series, method);
  if (series !== 'cold') return undefined;
  const rule =
    method === 'auto' && to > fastBelow(game.set) ? rulesNow(store, game, series).at(0) : undefined;
  // Other methods need the same memory wherever they are.
  const isBounded = method === 'auto' || method === 'residue-classes';
  const most = DESCRIPTIONS[series].solvers.limits.reachableBelow(game.set);
  if (rule === undefined && isBounded && to > most) tooFar(game, series, most, to);
  return rule;
}

/** The values of a range by its rule, in parts that end at the multiples of `pieceLength`, at the latest. */
export async function* ruledParts(
  rule: RuleSegment,
  range: Range,
  pieceLength: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<SolvedPart, void, undefined> {
  for (const part of cutAtMultiples(range, pieceLength)) {
    await breathe(signal);
    yield { ...part, values: narrow(await rule.read(part)), methods: [rule.source] };
  }
}

/** The same values as a solver would hand them over: a rule takes the width of a bound, which they may not need. */
export function narrow(values: ColumnValues): ColumnValues {
  if (values.width <= 8) return values;
  const narrowed = columnOfIntegers(narrowest(integersOf(values)));
  return narrowed.width === values.width ? values : narrowed;
}
