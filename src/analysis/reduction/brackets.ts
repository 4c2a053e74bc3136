/** The cold positions as a bracket expression (Larsson and Manabe, *Additive subtraction games*, Questions 17 and 18). */
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import { bracketTermsOf, type BracketTerm } from '../../game/bracket-expressions.js';
import type { Game } from '../../game/game.js';
import type { Period } from '../../game/periods.js';
import { getBit } from '../../kernel/bitset.js';
import { headOf, type AnalysisOptions, type Common } from '../result.js';
import { periodIn } from './collisions.js';

export interface BracketsResult extends Common<'brackets'> {
  /** The period of the outcomes; null if none is known, or if the range does not contain a whole one. */
  readonly period: Pick<Period, 'preperiod' | 'period'> | null;
  /** P_0, the first cold position of the range; null if there is none. */
  readonly first: number | null;
  /** The distances of cold positions in a period from P_0 on, at most 2^16; empty unless they repeat from there on. */
  readonly gaps: readonly number[];
  /** `refuted` is proven, and `undecided` means that the search was cut short. Null without a period. */
  readonly verdict: 'found' | 'refuted' | 'undecided' | null;
  /** P_k - P_0 is the sum of these terms: at most three, or four with a multiple of k. Empty if there are none. */
  readonly terms: readonly BracketTerm[];
}

const MAX_GAPS = 2 ** 16;

/** Finds or refutes a bracket expression of P_k - P_0, where P_0 < P_1 < ... are the cold positions of the range and above. */
export async function analyzeBrackets(
  store: ReadableStore,
  game: string | Game,
  options: AnalysisOptions,
): Promise<BracketsResult> {
  const source = await store.source(game, 'cold', options);
  const { start } = source.range;
  const known = await periodIn(store, game, source.range);
  const nothing = { ...headOf('brackets', 'cold', source), first: null, gaps: [], terms: [] };
  if (known === null) return { ...nothing, period: null, verdict: null };
  const { preperiod, period } = known;
  const end = Math.max(start, preperiod) + period;
  const { bytes } = await source.read({ start, stop: end });
  const isCold = (n: number): boolean =>
    getBit(bytes, n - start - period * Math.max(0, Math.ceil((n + 1 - end) / period))) === 1;
  const refuted = { ...nothing, period: { preperiod, period }, verdict: 'refuted' } as const;
  let first = start;
  while (first < end && !isCold(first)) first++;
  if (first === end) return refuted;
  for (let n = first; n < preperiod; n++) if (isCold(n) !== isCold(n + period)) return { ...refuted, first };
  const sequence: number[] = [];
  for (let n = 0; n <= period; n++) if (isCold(first + n)) sequence.push(n);
  const terms = bracketTermsOf(sequence);
  const gaps = sequence.slice(1, MAX_GAPS + 1).map((n, i) => n - sequence[i]);
  const verdict = terms === null ? 'refuted' : terms === undefined ? 'undecided' : 'found';
  return { ...refuted, first, gaps, verdict, terms: terms ?? [] };
}
