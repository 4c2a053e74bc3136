/** The far stage of a chunk as a job: what one that came to nothing has left does no harm to the next of its thread. */
import { expect, it } from 'vitest';
import { sha256 } from '../../src/common/sha256.js';
import { readGame } from '../../src/engine/read-game.js';
import { MissingBlob, type JobContext } from '../../src/jobs/job.js';
import { FAR_CHUNK, type FarResult } from '../../src/jobs/kinds/far-chunk.js';
import { packBits } from '../../src/jobs/kinds/sparse-bits.js';
import { solveBySieve } from '../../src/solver/sieve/sieve.js';
import { solveCold } from '../support/solve.js';

const GAME = readGame('squares');
const PIECE = 2 ** 14;
/** [2, 3) pieces are the chunk. */
const CHUNK = { start: 2 * PIECE, stop: 3 * PIECE };

it('a blob that is missing while an epoch begins is no reason to lack what comes after', async () => {
  const cold = await solveCold(solveBySieve, GAME.set, [CHUNK.start]);
  const blobs = new Map<string, Uint8Array>();
  const all = [0, 1].map((k) => {
    const range = { start: k * PIECE, stop: (k + 1) * PIECE };
    const bytes = packBits(cold, range);
    const hash = sha256(bytes);
    blobs.set(hash, bytes);
    return JSON.stringify({ kind: FAR_CHUNK.name, ...range, hash });
  });
  const job = async (kept: JobContext['kept'], pieces: number, missing = Infinity): Promise<FarResult> => {
    let asked = 0;
    const input = FAR_CHUNK.readInput({
      ...{ key: GAME.key, definition: GAME.definition, origin: 0, modulus: 65, longest: 2 * PIECE },
      ...{ epochStop: 4 * PIECE, chunk: CHUNK, news: pieces },
    });
    const made = await FAR_CHUNK.compute(input, {
      ...{ threads: 1, kept },
      news: (from) => Promise.resolve(all.slice(from, pieces)),
      blob: (hash) =>
        ++asked === missing ? Promise.reject(new MissingBlob(hash)) : Promise.resolve(blobs.get(hash)!),
    });
    return FAR_CHUNK.readResult(input, made);
  };
  const expected = await job(new Map(), 2);
  const kept = new Map<string, unknown>();
  // The first is asked for when it is heard of, and again where the epoch begins.
  await expect(job(kept, 1, 2)).rejects.toThrow(MissingBlob);
  expect(await job(kept, 2)).toEqual(expected);
});
