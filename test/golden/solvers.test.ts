/** The fast solvers against published hashes of subtract-a-square, far past what the definition can check. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { increasingSequence } from '../../src/game/sets/sequences.js';
import { countOnes } from '../../src/kernel/bitset.js';
import { solveByDynamicProgramming } from '../../src/solver/dynamic-programming/dynamic-programming.js';
import { solveByResidueClasses } from '../../src/solver/residue-classes/residue-classes.js';
import { solveCold, solveNim } from '../support/solve.js';
import { onThreads } from '../support/threads.js';

const squares = increasingSequence((k) => k * k);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('subtract-a-square', () => {
  it.each([
    [20, 14421, '0202f42a3688e3d51b4d4d2be61e00f6c5bbc487230803df546a673f635e27b2'],
    [24, 100145, '910dbf351fa1b3e7ec6e76b740398c50f3e1936408e138527c2b0fe21b4fa3c0'],
  ])('has the known cold positions below 2^%i', async (log2, count, hash) => {
    const options = { threads: 2, parallelFrom: 0 };
    const cold = await onThreads(2, () =>
      solveCold((task) => solveByResidueClasses(task, options), squares, [2 ** log2]),
    );
    expect(countOnes(cold, 0, 2 ** log2)).toBe(count);
    expect(sha256(cold)).toBe(hash);
  });

  it('has the known nim-values below 10^6', async () => {
    const values = await onThreads(2, () =>
      solveNim((task) => solveByDynamicProgramming(task, { threads: 2 }), squares, [10 ** 6]),
    );
    expect(sha256(new Uint8Array(Uint16Array.from(values).buffer))).toBe(
      '2ce38566dfa71200182f2485d29b33f78002d10449cdf4bade247180a70236f6',
    );
  });
});
