// Solving a range in memory, without a store: what the methods themselves cost.
import { cachedSet } from '../../dist/game/sets/subtraction-set.js';
import { copyBits, createBitset, sliceBits } from '../../dist/kernel/bitset.js';

/** Seconds that a cold solver takes for [from, to), given the cold bits below `from`; and the bits. */
export async function timeCold(solver, set, to, from = 0, known = undefined) {
  const bits = createBitset(to);
  if (known !== undefined) copyBits(known, 0, bits, 0, from);
  const readLower = ({ start, stop }) => Promise.resolve(sliceBits(bits, start, stop));
  const task = {
    set: cachedSet(set),
    range: { start: from, stop: to },
    pieceLength: 2 ** 24,
    breathe,
    readLower,
  };
  const begun = performance.now();
  for await (const { start, stop, values } of solver(task)) copyBits(values, 0, bits, start, stop - start);
  return { seconds: (performance.now() - begun) / 1000, values: bits };
}

/** Seconds that a nim solver takes for [from, to), given the nim-values below `from`; and the values. */
export async function timeNim(solver, set, to, from = 0, known = undefined) {
  const all = new Uint16Array(to);
  if (known !== undefined) all.set(known.subarray(0, from));
  const readLower = ({ start, stop }) => Promise.resolve(all.slice(start, stop));
  const task = {
    set: cachedSet(set),
    range: { start: from, stop: to },
    pieceLength: 2 ** 20,
    breathe,
    readLower,
  };
  const begun = performance.now();
  for await (const { start, values } of solver(task)) all.set(values, start);
  return { seconds: (performance.now() - begun) / 1000, values: all };
}

function breathe() {
  return new Promise((resolve) => setImmediate(resolve));
}
