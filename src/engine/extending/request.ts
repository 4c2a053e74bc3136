/** Checks the request of an extension before there is a store: a refused command leaves nothing behind. */
import { refuse } from '../../common/errors.js';
import { checkEnd } from '../../common/range.js';
import { checkThreads } from '../../common/threads.js';
import type { SeriesName } from '../../columnar/layout.js';
import { closedFormOf } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';
import { seriesToExtend } from '../series/declared.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { isRuleMethod, PASS_METHODS, type MethodName } from '../series/methods.js';
import { checkBlockLength, checkSeries, type ExtendOptions } from '../series/options.js';
import { tooFar } from './rule-parts.js';

/** The part of a request that needs no store to check. */
export interface ExtensionRequest extends Pick<ExtendOptions, 'to' | 'series' | 'threads' | 'blockLength'> {
  /** A method's name; default `auto`. */
  readonly method?: string | undefined;
}

/**
 * Returns the series that an extension means: with `both`, cold and nim as far as the game has them. Raises the usage errors of
 * `Store.extend` without a store, which opening for writing may create.
 */
export function checkExtension(game: Game, request: ExtensionRequest): readonly SeriesName[] {
  const { to, series = 'both', method = 'auto', threads, blockLength } = request;
  // `seriesToExtend` checks the name.
  const named = method as MethodName;
  const names = seriesToExtend(game, series === 'both' ? series : checkSeries(series), named);
  if (threads !== undefined) checkThreads(threads);
  checkEnd(to, 'The end of the extension');
  if (blockLength !== undefined) checkBlockLength(blockLength);
  for (const name of names) checkMethodFor(game, name, method, to);
  return names;
}

/** Raises a usage error if a method cannot solve a series of a game, or not that far. */
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
  const isByPass = game.pass !== undefined && !DESCRIPTIONS[name].isBits;
  if (isByPass && method !== 'auto' && !PASS_METHODS.some((one) => one === method))
    refuse('The method {method} is for games without a pass, which {game} has. Choose one of {choices}.', {
      ...{ method, game: game.key, choices: ['auto', ...PASS_METHODS] },
    });
  const most = limits.solvableBelow(game.set);
  if (to > most) tooFar(game, name, most, to);
}
