/**
 * What an extension asks for, checked before anything is stored, and as far as that goes before there is a store: a
 * command that is refused leaves nothing behind.
 */
import { refuse } from '../../common/errors.js';
import { checkEnd } from '../../common/range.js';
import { checkThreads } from '../../common/threads.js';
import type { SeriesName } from '../../columnar/layout.js';
import { closedFormOf } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';
import { fastBelow } from '../../solver/limits.js';
import type { Blocks } from '../../store/blocks.js';
import { seriesToExtend } from '../series/declared.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { isRuleMethod, type MethodName } from '../series/methods.js';
import { checkBlockLength, checkSeries, type ExtendOptions } from '../series/options.js';
import type { RuleSegment } from '../views/rules.js';
import { ruleOf, rulesNow } from './rule-parts.js';

/** What can be checked of an extension without a store. */
export interface ExtensionRequest extends Pick<ExtendOptions, 'to' | 'series' | 'threads' | 'blockLength'> {
  /** The name of a method; default `auto`. */
  readonly method?: string | undefined;
}

/**
 * The series that an extension means: with `both`, those of the two that the game has. Raises a usage error where
 * `Store.extend` would, without a store, which opening for writing may create.
 */
export function checkExtension(game: Game, request: ExtensionRequest): readonly SeriesName[] {
  const { to, series = 'both', method = 'auto', threads, blockLength } = request;
  // Which checks that it is one of the names.
  const named = method as MethodName;
  const names = seriesToExtend(game, series === 'both' ? series : checkSeries(series), named);
  if (threads !== undefined) checkThreads(threads);
  checkEnd(to, 'The end of the extension');
  if (blockLength !== undefined) checkBlockLength(blockLength);
  for (const name of names) checkMethodFor(game, name, method, to);
  return names;
}

/** Raises a usage error where a method cannot solve a series of a game, or not that far. */
function checkMethodFor(game: Game, name: SeriesName, method: string, to: number): void {
  if (method === 'closed-form' && closedFormOf(game) === undefined)
    refuse('The method closed-form', 'a game with a closed form', game.key, { help: 'Use another method.' });
  if (isRuleMethod(method)) return;
  const { methods, limits } = DESCRIPTIONS[name].solvers;
  const applies = (of: (typeof methods)[number]): boolean => of.applies(game.set);
  const chosen = methods.find((candidate) => candidate.name === method);
  if (chosen !== undefined && !applies(chosen)) {
    const usable = methods.filter(applies).map((one) => one.name);
    const expected = `a method for the set ${game.key}: auto, ${usable.join(', ')}`;
    refuse(`The method ${method}`, expected, 'one for other sets');
  }
  const most = limits.solvableBelow(game.set);
  if (to > most) tooFar(game, name, most, to);
}

/** Raises the usage error where no method has the memory to solve a series that far. */
function tooFar(game: Game, series: SeriesName, most: number, to: number): never {
  const hasForm = closedFormOf(game) !== undefined && DESCRIPTIONS[series].quantity !== undefined;
  const reason =
    most === game.set.completeBelow ? 'to where the set is complete' : 'as far as memory reaches';
  const expected = `an end of at most ${most}, ${reason}`;
  refuse(`Extending ${game.key} ${series}`, expected, String(to), {
    help: hasForm ? 'The method closed-form needs no such memory.' : undefined,
    remedy: { do: 'lower', option: 'to' },
  });
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
