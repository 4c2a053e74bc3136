/** Nim-values where more than 2^31 of them are within reach: some 2 GiB of memory. */
import { expect, it } from 'vitest';
import { finiteSet } from '../../src/game/sets/subtraction-set.js';
import { solvePlainly } from '../../src/solver/dynamic-programming/plain.js';

it('are decided by options on both sides of position 2^31', async () => {
  const start = 2 ** 31 + 2 ** 26;
  const pieceLength = 2 ** 26;
  const zeros = new Uint8Array(pieceLength);
  const task = {
    // The last one reaches below all positions, so that all are kept.
    set: finiteSet([27, 30, 2 ** 41]),
    ...{ range: { start, stop: start + 16 }, pieceLength },
    breathe: () => Promise.resolve(),
    readLower: ({ start: from, stop }: { start: number; stop: number }) =>
      Promise.resolve(zeros.subarray(0, stop - from)),
  };
  // Options with the value 0 alone.
  for await (const { values } of solvePlainly(task)) expect([...values]).toEqual(Array(16).fill(1));
});
