/**
 * The far stage by lists, pair by pair: marks lists of rare sources in a target's window. Far up, a source has so few entries
 * in it that marking each is faster than shifting its bits, and a list is smaller than a bitset. Contract: ../../kernels.ts.
 */
import { ClassRow, FarChunk, FarLayout, ShiftRange } from '../../layout';
import { lowerFromEnd, setBit } from '../bits';
import { residueBetween, targetAt, windowOf } from './far';
import { element, field } from '../struct';

export function gather(layout: usize, chunk: usize, turn: i32, thread: i32): void {
  const modulus = <i32>field(layout, FarLayout.modulus);
  const target = targetAt(layout, turn);
  const starts = field(layout, FarLayout.gatherStarts) + (<usize>target << 2);
  const sources = field(layout, FarLayout.gatherSources);
  const last = sources + (<usize>load<u32>(starts, 4) << 1);
  let at = sources + (<usize>load<u32>(starts) << 1);
  if (at == last) return;
  const width = <i32>field(chunk, FarChunk.width);
  const window = windowOf(layout, turn, thread);
  for (; at < last; at += 2) {
    const source = <i32>load<u16>(at);
    const row = element(field(layout, FarLayout.classes), source, ClassRow.WORDS);
    const range = element(field(layout, FarLayout.ranges), residueBetween(source, target, modulus), ShiftRange.WORDS);
    const shifts = field(layout, FarLayout.shifts);
    gatherPair(
      field(row, ClassRow.list),
      <usize>load<u32>(field(layout, FarLayout.ends) + (<usize>source << 2)),
      shifts + (field(range, ShiftRange.begin) << 2),
      shifts + (field(range, ShiftRange.end) << 2),
      <i64>field(chunk, FarChunk.quotient) - i64(source > target),
      width,
      window,
    );
  }
}

/** Sets bit q + s - first of the window for each listed q and each shift s in [at, shiftsEnd), if it is below `width`. */
function gatherPair(
  list: usize,
  end: usize,
  at: usize,
  shiftsEnd: usize,
  first: i64,
  width: i32,
  window: usize,
): void {
  // Shifts increase, so they lead lower and lower in the list: from [begin, end) to entries below.
  let begin = end;
  for (; at < shiftsEnd; at += 4) {
    const lowest = first - <i64>load<u32>(at);
    const bound = lowest + <i64>width;
    if (begin < end && <i64>load<u32>(begin) >= bound) end = begin;
    end = lowerFromEnd<u32>(list, end, bound);
    if (end == list) return;
    begin = end;
    for (; begin - list >= 16 && <i64>load<u32>(begin - 16) >= lowest; begin -= 16) {
      setBit(window, <i32>(<i64>load<u32>(begin - 4) - lowest));
      setBit(window, <i32>(<i64>load<u32>(begin - 8) - lowest));
      setBit(window, <i32>(<i64>load<u32>(begin - 12) - lowest));
      setBit(window, <i32>(<i64>load<u32>(begin - 16) - lowest));
    }
    for (; begin > list && <i64>load<u32>(begin - 4) >= lowest; begin -= 4) {
      setBit(window, <i32>(<i64>load<u32>(begin - 4) - lowest));
    }
  }
}
