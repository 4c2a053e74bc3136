/**
 * The sieve on the first positions, step by step: an unmarked position is cold, and marks every position from which a move leads
 * to it as hot.
 */
import type { GameFacts } from '../../contract.js';

/** The state of a position after some steps. */
export type Mark = 'open' | 'cold' | 'hot';

export interface SieveStep {
  /** The position decided last; undefined before the first step. */
  readonly at: number | undefined;
  /** The positions that this step marks as hot, including ones marked before. */
  readonly hits: readonly number[];
  readonly marks: readonly Mark[];
  /** A move from `at` to a cold position, if one has marked it. */
  readonly because: { readonly take: number; readonly to: number } | undefined;
  readonly isDeclared: boolean;
  /** Whether the pass wins at `at`. */
  readonly isByPass: boolean;
}

/** Returns the number of positions that the listed facts suffice to decide. */
export function sieveLength({ subtrahends, hotspots, passWins }: GameFacts, most: number): number {
  const known = ({ first, isWhole }: GameFacts['subtrahends']): number =>
    isWhole ? most : first.at(-1)! + 1;
  const [spots, wins] = [hotspots, passWins].map((some) => (some === null ? most : known(some)));
  return Math.min(most, known(subtrahends), spots, wins);
}

/** Returns the positions [0, length) after some steps, each of which decides one. */
export function sieveAt(
  { subtrahends, hotspots, seed, isSink, passWins }: GameFacts,
  length: number,
  steps: number,
): SieveStep {
  const marks = Array<Mark>(length).fill('open');
  const because: SieveStep['because'][] = [];
  let hits: number[] = [];
  const isDeclared = (n: number): boolean => n < (seed?.length ?? 0) || hotspots?.first.includes(n) === true;
  const isByPass = (n: number): boolean => passWins?.first.includes(n) === true;
  for (let n = 0; n < Math.min(steps, length); n++) {
    hits = [];
    const isCold = isDeclared(n) ? seed?.[n] === 0 : marks[n] === 'open' && !isByPass(n);
    marks[n] = isCold ? 'cold' : 'hot';
    if (!isCold) continue;
    const { first } = subtrahends;
    // In the sink convention a move may empty a smaller heap.
    const reached = isSink && n === 0 ? upTo(first.at(-1)!) : first.map((s) => n + s);
    for (const above of reached) {
      // Declared positions follow from no move.
      if (above >= length || isDeclared(above)) continue;
      marks[above] = 'hot';
      because[above] ??= { take: first.find((s) => s >= above - n)!, to: n };
      hits.push(above);
    }
  }
  const at = steps === 0 ? undefined : Math.min(steps, length) - 1;
  const is = (kind: (n: number) => boolean): boolean => at !== undefined && kind(at);
  const move = at === undefined ? undefined : because[at];
  return { at, hits, marks, because: move, isDeclared: is(isDeclared), isByPass: is(isByPass) };
}

/** Returns 1, 2, ..., most. */
function upTo(most: number): number[] {
  return Array.from({ length: most }, (_, i) => i + 1);
}

/** Marked positions that are named in words. */
const MAX_NAMED = 8;

export function stepWords({ at, hits, marks, because, isDeclared, isByPass }: SieveStep): string {
  if (at === undefined)
    return 'Nothing is known yet. Each step looks at the next position: unless it is marked as hot, it is cold.';
  const more = hits.length > MAX_NAMED ? ` and ${hits.length - MAX_NAMED} more` : '';
  const named = hits.slice(0, MAX_NAMED).join(', ');
  const marked = `Marked as hot: ${hits.length === 0 ? 'no position that is shown' : named + more}.`;
  if (isDeclared)
    return marks[at] === 'cold' ? `${at} is given as cold. ${marked}` : `${at} is given as hot in advance.`;
  if (isByPass) return `The pass wins at ${at}, which is cold without it. So ${at} is hot.`;
  if (marks[at] === 'hot')
    return `${at} is marked: taking ${because!.take} leaves ${because!.to}, which is cold. So ${at} is hot.`;
  return `${at} is not marked: no move from it leads to a cold position. So ${at} is cold. ${marked}`;
}
