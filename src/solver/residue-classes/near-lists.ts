/** Near lists of subtrahends: a pair of classes is in the list its target probes by or in the one its source marks by. */
import type { Arena } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import { NearRow } from '../../kernel/layout.js';
import type { Space } from '../../kernel/space.js';
import { structBytes } from '../../kernel/struct.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { residueOf } from './chunk-shape.js';
import type { Epoch } from './epoch.js';

/** Steps of laying lists out: the first far stage of an epoch has two parts, which other threads do meanwhile. */
const STEPS = 2;

/** Lays the lists of all classes out in the epoch's arena, in steps. Returns their table, with a NearRow for each class. */
export function* layOutNearLists(
  context: KernelContext,
  { arena, plan, shape, subtrahends }: Pick<Epoch, 'arena' | 'plan' | 'shape' | 'subtrahends'>,
): Generator<void, Space, void> {
  const { modulus, nearMarks } = plan;
  const near = new NearSubtrahends(
    context,
    arena,
    modulus,
    subtrahends.subarray(0, lowerBound(subtrahends, shape.chunk)),
  );
  const table = arena.take(modulus * structBytes(NearRow));
  const rows = table.u32;
  let next = arena.take(4 * near.mostListed).address;
  for (let a = 0; a < modulus; a++) {
    const row = a * NearRow.WORDS;
    rows[row + NearRow.probes] = next;
    next = near.list(next, (r) => !nearMarks(a >= r ? a - r : a - r + modulus, a));
    rows[row + NearRow.probesEnd] = next;
    rows[row + NearRow.marks] = next;
    next = near.list(next, (r) => nearMarks(a, a + r < modulus ? a + r : a + r - modulus));
    rows[row + NearRow.marksEnd] = next;
    if ((a + 1) % Math.ceil(modulus / STEPS) === 0) yield;
  }
  return table;
}

/** The subtrahends below a chunk's length, and their residues. */
class NearSubtrahends {
  /** Entries of all lists of all classes, and one more: a pair is in its source's list or its target's. */
  readonly mostListed: number;
  readonly #kernels: KernelContext['kernels'];
  readonly #count: number;
  readonly #subtrahends: Space;
  readonly #residues: Space;
  readonly #flags: Space;
  readonly #occurring: readonly number[];

  constructor(context: KernelContext, arena: Arena, modulus: number, subtrahends: Float64Array) {
    const count = subtrahends.length;
    this.mostListed = modulus * count + 1;
    this.#kernels = context.kernels;
    this.#count = count;
    this.#subtrahends = arena.take(4 * count);
    this.#subtrahends.u32.set(subtrahends);
    this.#residues = arena.take(2 * count);
    const residues = this.#residues.u16;
    for (let k = 0; k < count; k++) residues[k] = residueOf(subtrahends[k], modulus);
    this.#occurring = [...new Set(residues)];
    this.#flags = arena.take(modulus);
  }

  /** Writes the subtrahends of wanted residues from address `start` on. Returns their end. */
  list(start: number, isWanted: (residue: number) => boolean): number {
    const flags = this.#flags.u8;
    for (const residue of this.#occurring) flags[residue] = isWanted(residue) ? 1 : 0;
    const listed = this.#kernels.selectNear(
      this.#subtrahends.address,
      this.#residues.address,
      this.#count,
      this.#flags.address,
      start,
    );
    return start + 4 * listed;
  }
}
