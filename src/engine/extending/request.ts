/** What an extension asks for, checked before there is a store: a command that is refused leaves nothing behind. */
import { refuse } from '../../common/errors.js';
import { checkEnd } from '../../common/range.js';
import { checkThreads } from '../../common/threads.js';
import type { SeriesName } from '../../columnar/layout.js';
import { closedFormOf } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';
import { seriesToExtend } from '../series/declared.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { isRuleMethod, type MethodName } from '../series/methods.js';
import { checkBlockLength, checkSeries, type ExtendOptions } from '../series/options.js';
import { tooFar } from './rule-parts.js';

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
    refuse('{game} has no closed form. Choose another method.', { game: game.key });
  if (isRuleMethod(method)) return;
  const { methods, limits } = DESCRIPTIONS[name].solvers;
  const applies = (of: (typeof methods)[number]): boolean => of.applies(game.set);
  const chosen = methods.find((candidate) => candidate.name === method);
  if (chosen !== undefined && !applies(chosen)) {
    const usable = methods.filter(applies).map((one) => one.name);
    refuse('The method {method} is for other sets than that of {game}. Choose one of {choices}.', {
      ...{ method, game: game.key, choices: ['auto', ...usable] },
    });
  }
  const most = limits.solvableBelow(game.set);
  if (to > most) tooFar(game, name, most, to);
}
