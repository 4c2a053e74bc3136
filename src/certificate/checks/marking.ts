/**
 * Marks the positions of a stretch that have a cold option in a window, class by class. All sums of a cold position and a
 * subtrahend have a cold option, and no other position has. So for each two classes either all their sums are marked, or for each
 * position that is not marked yet all options are looked up, up to the first cold one: whichever takes fewer steps.
 */
import type { Breathe } from '../../common/stoppable.js';
import { Arena } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import type { InClasses } from './classes.js';
import { SPELL } from './request.js';
import { look, type Row, type Stretch } from './rows.js';
import type { List, Window } from './windows.js';

/** A class of a window, and the subtrahends that lead from a row to it. */
interface Source {
  readonly cold: List;
  readonly bits: number;
  readonly leads: List;
  /** What an offset in the window and a lead have more than the offset in the stretch. */
  readonly length: number;
}

/** Marks what has a cold option in a window. `leads` are the subtrahends between the two (`leadsBetween`). */
export async function markFrom(
  { rows }: Stretch,
  window: Window,
  { starts, quotients }: InClasses,
  context: KernelContext,
  breathe: Breathe,
): Promise<void> {
  const { address, u32 } = new Arena(context.memory, window.next).take(4 * quotients.length);
  u32.set(quotients);
  for (const [residue, row] of rows.entries()) {
    const sources = window.order.flatMap((of): Source | [] => {
      const by = (residue - of + rows.length) % rows.length;
      const leads = { address: address + 4 * starts[by], count: starts[by + 1] - starts[by] };
      // A smaller residue in the stretch than in the window has gone round: its quotient is one more.
      const length = window.length - Number(residue < of);
      return leads.count === 0 ? [] : { ...window.classes[of], leads, length };
    });
    const steps = markRow(row, sources, context);
    while (steps.next().done !== true) await breathe();
  }
}

/** Marks what has a cold option in some classes of a window, in steps of at most `SPELL` sums. */
function* markRow(
  row: Row,
  sources: Iterable<Source>,
  { kernels }: KernelContext,
): Generator<void, void, void> {
  let spent = 0;
  for (const { cold, bits, leads, length } of sources) {
    if (row.sums >= row.open / 2) look(row);
    // Of the leads from a position some end in the window, and of those from a cold position the others in the row.
    const looks = (leads.count * length) / (length + row.length);
    const sums = cold.count * (leads.count - looks);
    const isProbed = row.isListed && looksFor(row, looks, cold.count / length) < sums;
    const count = isProbed ? row.open : cold.count;
    const together = Math.max(1, Math.floor(SPELL / leads.count));
    let left = 0;
    for (let first = 0; first < count; first += together) {
      const some = Math.min(together, count - first);
      spent += some * leads.count;
      if (spent > SPELL) {
        yield;
        spent = 0;
      }
      if (isProbed) {
        const [from, to] = [first, left].map((index) => row.list.address + 4 * index);
        left += kernels.probeSums(
          from,
          some,
          leads.address,
          leads.count,
          length,
          bits,
          row.marks.address,
          to,
        );
      } else {
        const from = cold.address + 4 * first;
        kernels.markSums(from, some, leads.address, leads.count, length, row.length, row.marks.address);
      }
    }
    if (isProbed) row.open = left;
    else row.sums += sums;
  }
}

/** How many options of open positions are looked up: all of the cold ones, those of the others up to the first that is cold. */
function looksFor({ open, cold }: Row, each: number, chance: number): number {
  const untilCold = -Math.expm1(-chance * each) / chance;
  return Math.min(open, cold) * each + Math.max(0, open - cold) * untilCold;
}
