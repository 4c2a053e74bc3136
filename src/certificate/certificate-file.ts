/**
 * Certificates as files: moves, cold positions and a period as plain text (docs/FORMAT.md, "Certificates"), from which a program
 * that knows nothing of this project proves them (docs/checker.c). Nothing is proven here.
 */
import { refuse } from '../common/errors.js';
import type { Store } from '../engine/store.js';
import type { WalkOptions } from '../engine/series/options.js';
import { readGame } from '../engine/read-game.js';
import { declaredBy } from '../game/game.js';
import { provenBelow, type Period } from '../game/periods.js';
import { piecesOf } from '../game/sets/walking.js';
import type { SubtractionSet } from '../game/sets/subtraction-set.js';

/** Version in the first line, which changes with the format. */
const VERSION = 1;
/** Positions up to which a certificate is made as long as its period needs. */
const MAX_PERIOD_END = 2 ** 28;
/** Subtrahends written at a time. */
const PIECE = 2 ** 16;

export interface CertificateFileOptions extends Pick<WalkOptions, 'to' | 'signal' | 'onProgress'> {
  /** Adds the number of cold positions n of a period with n + `collisions` cold. */
  readonly collisions?: number | undefined;
}

/**
 * Yields the text of a certificate of the cold positions below `to`; by default as far as a proof of the period needs, or all that
 * is stored. A period is in it if these positions prove one. Memory: a block.
 */
export async function* certificateText(
  store: Store,
  text: string,
  { to, collisions, ...walk }: CertificateFileOptions = {},
): AsyncGenerator<string, void, undefined> {
  const game = readGame(text);
  const { key, set } = game;
  const declares = declaredBy(game);
  if (declares !== undefined)
    refuse(
      'A certificate file has moves and cold positions only, and {game} has {declares} as well. Certify it without a file.',
      {
        game: key,
        declares,
      },
    );
  // The period of an infinite set depends on all its moves, and a file lists only finitely many.
  const known = Number.isFinite(set.largest) ? await store.periodOf(text, 'cold') : null;
  const end = known === null ? Infinity : provenBelow(game, known);
  const stop = to ?? (end <= MAX_PERIOD_END ? end : undefined);
  const period = known !== null && end <= (stop ?? store.coverage(text, 'cold').frontier) ? known : null;
  if (collisions !== undefined && period === null)
    refuse(
      known === null
        ? 'Collisions are counted in a period, and none of {game} is known. Leave them out.'
        : 'Collisions are counted in a period, which only a certificate up to {end} proves. Choose no lower end.',
      { game: key, end },
    );
  const { range } = await store.source(text, 'cold', { to: stop, ...walk });
  const below = range.stop;
  yield `takeaway certificate ${VERSION}\ngame ${key}\nbelow ${below}\n`;
  let moves = 0;
  for (const piece of movesBelow(set, below)) moves += piece.length;
  yield `moves ${moves}\n`;
  for (const piece of movesBelow(set, below)) yield linesOf(piece);
  yield `cold ${await store.coldBelow(text, below, walk.signal)}\n`;
  for await (const cold of store.coldPositions(text, { to: below, ...walk })) yield linesOf(cold);
  if (period !== null) {
    yield `period ${period.preperiod} ${period.period}\n`;
    if (collisions !== undefined)
      yield `collisions ${collisions} ${await countCollisions(store, text, period, collisions)}\n`;
  }
  yield 'end\n';
}

function movesBelow(set: SubtractionSet, below: number): Generator<Float64Array, void, undefined> {
  return piecesOf(set, { start: 1, stop: below }, PIECE);
}

function linesOf(numbers: Float64Array): string {
  return numbers.length === 0 ? '' : `${numbers.join('\n')}\n`;
}

/** Counts the cold n of one period for which n + `shift` is cold. Memory: a byte for each position of the period. */
async function countCollisions(
  store: Store,
  text: string,
  { preperiod, period }: Period,
  shift: number,
): Promise<number> {
  const isCold = new Uint8Array(period);
  const range = { from: preperiod, to: preperiod + period };
  for await (const { start, values } of store.values(text, { series: 'cold', ...range }))
    isCold.set(values, start - preperiod);
  let count = 0;
  for (let i = 0; i < period; i++) count += isCold[i] & isCold[(i + shift) % period];
  return count;
}
