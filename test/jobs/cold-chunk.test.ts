/** A chunk of cold positions as a job: what one that came to nothing has left does no harm to the next of its thread. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/common/sha256.js';
import { readGame } from '../../src/engine/read-game.js';
import { MissingBlob, NotYet, type JobContext } from '../../src/jobs/job.js';
import { COLD_CHUNK, MOST_READ, type ColdChunk } from '../../src/jobs/kinds/cold-chunk.js';
import { packBits } from '../../src/jobs/kinds/sparse-bits.js';
import { sliceBits } from '../../src/kernel/bitset.js';
import { solveBySieve } from '../../src/solver/sieve/sieve.js';
import { solveCold } from '../support/solve.js';

const GAME = readGame('squares');
const PIECE = 2 ** 14;
const PIECES = 8;
const COLD = await solveCold(solveBySieve, GAME.set, [PIECES * PIECE]);

const blobs = new Map<string, Uint8Array>();
/** Puts the bits of a piece where jobs find them, and says what makes them known. */
function newsOf(k: number, bits: Uint8Array): string {
  const range = { start: k * PIECE, stop: (k + 1) * PIECE };
  const bytes = packBits(bits, range);
  const hash = sha256(bytes);
  blobs.set(hash, bytes);
  return JSON.stringify({ kind: COLD_CHUNK.name, ...range, hash });
}
const NEWS = Array.from({ length: PIECES }, (_, k) => newsOf(k, COLD));

interface Circumstances {
  readonly news?: readonly string[];
  /** How many pieces are known to who waits. */
  readonly later?: number;
  /** Which of the blobs that are asked for is missing. */
  readonly missing?: number;
  readonly epochStop?: number;
  readonly longest?: number;
}

/** Decides a piece as a chunk, where so many pieces are known. */
async function decide(
  kept: JobContext['kept'],
  k: number,
  pieces: number,
  { news = NEWS, later = pieces, missing = Infinity, epochStop = PIECES, longest = 2 }: Circumstances = {},
): Promise<ColdChunk> {
  let asked = 0;
  const input = COLD_CHUNK.readInput({
    ...{ key: GAME.key, definition: GAME.definition, origin: 0, modulus: 65, longest: longest * PIECE },
    ...{ epochStop: epochStop * PIECE, chunk: { start: k * PIECE, stop: (k + 1) * PIECE } },
  });
  const made = await COLD_CHUNK.compute(input, {
    ...{ threads: 1, kept },
    news: (from, seconds) => Promise.resolve(news.slice(from, seconds > 0 ? later : pieces)),
    blob: (hash) =>
      ++asked === missing ? Promise.reject(new MissingBlob(hash)) : Promise.resolve(blobs.get(hash)!),
  });
  return COLD_CHUNK.readResult(input, made);
}

const coldOf = (k: number): Uint8Array => sliceBits(COLD, k * PIECE, (k + 1) * PIECE);

describe('a chunk of cold positions as a job', () => {
  it('is decided by whoever knows all below it, and no one else', async () => {
    const kept = new Map<string, unknown>();
    await expect(decide(kept, 2, 1)).rejects.toThrow(NotYet);
    expect((await decide(kept, 2, 2)).bits).toEqual(coldOf(2));
  });

  it('is decided after others were begun that had to be left', async () => {
    const kept = new Map<string, unknown>();
    await expect(decide(kept, 4, 3)).rejects.toThrow(NotYet);
    await expect(decide(kept, 5, 3)).rejects.toThrow(NotYet);
    expect((await decide(kept, 3, 3)).bits).toEqual(coldOf(3));
    expect((await decide(kept, 5, 5)).bits).toEqual(coldOf(5));
  });

  it('follows those that were decided here, though nobody has made them known', async () => {
    const kept = new Map<string, unknown>();
    for (const k of [2, 3, 4, 5]) expect((await decide(kept, k, 2)).bits).toEqual(coldOf(k));
    expect((await decide(kept, 6, 6)).bits).toEqual(coldOf(6));
  });

  it('is decided again with all above it known, in an epoch that is over', async () => {
    const kept = new Map<string, unknown>();
    expect((await decide(kept, 3, 3, { epochStop: 4, longest: 1 })).bits).toEqual(coldOf(3));
    expect((await decide(kept, 6, 6)).bits).toEqual(coldOf(6));
    for (const k of [3, 1, 6]) {
      const again = await decide(kept, k, 7, { epochStop: k + 1, longest: 1 });
      expect(again.bits).toEqual(coldOf(k));
    }
    expect((await decide(kept, 7, 7)).bits).toEqual(coldOf(7));
  });

  it('builds on what was made known, where that is not what was decided here', async () => {
    // Nobody would: what is known of a chunk is that it has no cold position.
    const other = [...NEWS.slice(0, 3), newsOf(3, new Uint8Array(COLD.length)), ...NEWS.slice(4)];
    const expected = await decide(new Map(), 4, 4, { news: other });
    expect(expected.bits).not.toEqual(coldOf(4));
    const kept = new Map<string, unknown>();
    expect((await decide(kept, 3, 3)).bits).toEqual(coldOf(3));
    expect((await decide(kept, 4, 4, { news: other })).bits).toEqual(expected.bits);
  });

  it('forgets what was marked from its own chunk, where another was made known', async () => {
    const other = [...NEWS.slice(0, 3), newsOf(3, new Uint8Array(COLD.length)), ...NEWS.slice(4)];
    const expected = await decide(new Map(), 5, 5, { news: other });
    expect(expected.bits).not.toEqual(coldOf(5));
    const kept = new Map<string, unknown>();
    expect((await decide(kept, 3, 3)).bits).toEqual(coldOf(3));
    // Marked from what was decided here, and left.
    await expect(decide(kept, 5, 3)).rejects.toThrow(NotYet);
    expect((await decide(kept, 5, 5, { news: other })).bits).toEqual(expected.bits);
    // The same, where the news comes while it waits.
    const waiting = new Map<string, unknown>();
    expect((await decide(waiting, 3, 3)).bits).toEqual(coldOf(3));
    expect((await decide(waiting, 5, 3, { news: other, later: 5 })).bits).toEqual(expected.bits);
  });

  it('takes news of an epoch before, whose chunks are longer than its own', async () => {
    // Longer than what is read at a time, and without a cold position: who is new says what follows.
    const start = 3 * PIECE;
    const stop = start + 2 * MOST_READ;
    const bytes = packBits(new Uint8Array((2 * MOST_READ) / 8), { start: 0, stop: stop - start });
    const hash = sha256(bytes);
    blobs.set(hash, bytes);
    const news = [...NEWS.slice(0, 3), JSON.stringify({ kind: COLD_CHUNK.name, start, stop, hash })];
    const after = { news, epochStop: stop / PIECE + 1, longest: 1 };
    const kept = new Map<string, unknown>();
    await expect(decide(kept, stop / PIECE, 3, after)).rejects.toThrow(NotYet);
    const found = await decide(kept, stop / PIECE, 4, after);
    expect(found.bits).toEqual((await decide(new Map(), stop / PIECE, 4, after)).bits);
  });

  it('does not lack what comes after a blob that was missing', async () => {
    for (const missing of [1, 2]) {
      const kept = new Map<string, unknown>();
      // Asked for where the epoch begins.
      await expect(decide(kept, 2, missing, { missing })).rejects.toThrow(MissingBlob);
      expect((await decide(kept, 2, 2)).bits).toEqual(coldOf(2));
    }
    const kept = new Map<string, unknown>();
    await expect(decide(kept, 3, 2)).rejects.toThrow(NotYet);
    // Asked for where it is heard of.
    await expect(decide(kept, 3, 3, { missing: 1 })).rejects.toThrow(MissingBlob);
    expect((await decide(kept, 3, 3)).bits).toEqual(coldOf(3));
  });
});
