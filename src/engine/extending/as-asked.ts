/** An extension as a caller asks for it: its options are checked, and what is left out is chosen. */
import { checkThreads } from '../../common/threads.js';
import type { Game } from '../../game/game.js';
import { platform } from '../../platform/platform.js';
import type { SolverOptions } from '../../solver/methods.js';
import type { Blocks } from '../../store/blocks.js';
import type { ExtendOptions } from '../series/options.js';
import type { Random } from './checks.js';
import { extendGame, type CommittedBlock, type PartsSource } from './extend.js';
import { NOTICED } from './proving.js';
import { checkExtension } from './request.js';

/** Who computes in place of threads of this machine. */
export interface OtherHands extends Pick<SolverOptions, 'farStages' | 'farChunks'> {
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
  { random, farStages, farChunks, parts, partsTo = options.to }: OtherHands & { readonly random: Random },
): AsyncGenerator<CommittedBlock, void, undefined> {
  const { to, series = 'both', method = 'auto', doubleCheck = false, blockLength, onPlan, signal } = options;
  const threads = checkThreads(options.threads ?? platform.threads);
  const names = checkExtension(game, { to, series, method, threads, blockLength });
  const solver = { threads, onPlan, farStages, farChunks };
  return extendGame(store, game, names, {
    ...{ to, method, doubleCheck, blockLength, solver, random, signal },
    others: parts && { parts, to: partsTo },
    examined: NOTICED,
  });
}
