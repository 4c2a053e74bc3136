/** Fills blocks by a rule, which is a recorded period or a closed form, instead of a solver. */
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

/** Returns the rules of a series at present, in order of preference. */
function rulesNow(store: Blocks, game: Game, series: SeriesName): RuleSegment[] {
  const stored = currentView(store, game.key, series);
  const periods = store.catalog.periods(game.key);
  return rulesOf(game, stored.frontier, withStates(store, game, stored, periods), periods);
}

/**
 * Returns the rule that a method names, for a checked request. Raises a usage error if no period is recorded, and `not-stored` if a
 * recorded period lacks the values that it repeats.
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

/** Raises the usage error if no method has the memory to solve a series that far. */
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
 * Returns the rule that fills an extension's blocks: the one that its method names, or for `auto`, any rule of a series whose set
 * is too dense to solve that far in good time. Undefined if a solver is to be used. Raises a usage error if a named rule is
 * missing, or if nothing reaches that far.
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
  // Other methods need the same memory at all positions.
  const isBounded = method === 'auto' || method === 'residue-classes';
  const most = DESCRIPTIONS[series].solvers.limits.reachableBelow(game.set);
  if (rule === undefined && isBounded && to > most) tooFar(game, series, most, to);
  return rule;
}

/** Yields the values of a range by its rule, in parts that end at the multiples of `pieceLength`, at the latest. */
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

/** Returns values in the width that a solver would use: a rule takes the width of a bound. */
export function narrow(values: ColumnValues): ColumnValues {
  if (values.width <= 8) return values;
  const narrowed = columnOfIntegers(narrowest(integersOf(values)));
  return narrowed.width === values.width ? values : narrowed;
}
