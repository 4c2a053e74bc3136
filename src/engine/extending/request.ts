/**
 * What an extension asks for, checked before anything is stored, and as far as that goes before there is a store: a
 * command that is refused leaves nothing behind. What is left out is chosen here.
 */
import { refuse } from '../../common/errors.js';
import { checkEnd } from '../../common/range.js';
import { checkThreads } from '../../common/threads.js';
import type { SeriesName } from '../../columnar/layout.js';
import { closedFormOf } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';
import { platform } from '../../platform/platform.js';
import type { SolverOptions } from '../../solver/methods.js';
import type { Blocks } from '../../store/blocks.js';
import { seriesToExtend } from '../series/declared.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { isRuleMethod, type MethodName } from '../series/methods.js';
import { checkBlockLength, checkSeries, type ExtendOptions } from '../series/options.js';
import { extendGame, type CommittedBlock, type PartsSource } from './extend.js';
import { NOTICED } from './proving.js';
import { tooFar } from './rule-parts.js';
import type { Random } from './samples.js';

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

/** What others compute in place of threads of this machine. */
export interface Delegation extends Pick<SolverOptions, 'farStages' | 'farChunks'> {
  /** Gives the values of an extension that a method would find here, below `partsTo`. */
  readonly parts?: PartsSource | undefined;
  /** Default all of them. */
  readonly partsTo?: number | undefined;
}

/** Moves the frontiers of a game as `Store.extend` does. Raises usage errors at once; works as it is iterated. */
export function extendAsAsked(
  store: Blocks,
  game: Game,
  options: ExtendOptions,
  { random, farStages, farChunks, parts, partsTo = options.to }: Delegation & { readonly random: Random },
): AsyncGenerator<CommittedBlock, void, undefined> {
  const { to, method = 'auto', doubleCheck = false, blockLength, onPlan, signal } = options;
  const { threads = platform.threads } = options;
  const names = checkExtension(game, { ...options, threads });
  const solver = { threads, onPlan, farStages, farChunks };
  return extendGame(store, game, names, {
    ...{ to, method, doubleCheck, blockLength, solver, random, signal },
    others: parts && { parts, to: partsTo },
    examined: NOTICED,
  });
}
