/** How long things may take between machines. Tests hand in shorter times. */

/** Times in milliseconds, unless their name says seconds. */
export interface Patience {
  /** A Redis that has been out of reach for this long ends a run. */
  readonly lostMs: number;
  /** A connection counts as lost when an answer is due and nothing has come for this long: a network may fall silent. */
  readonly silentMs: number;
  /** What a run has put into Redis is gone after this, unless the run renews it, which it does as long as it lives. */
  readonly keptSeconds: number;
}

const USUAL: Patience = {
  lostMs: 60_000,
  silentMs: 20_000,
  keptSeconds: 3600,
};

/** The usual times, but for those that are given. */
export function patienceOf(given: Partial<Patience> = {}): Patience {
  return { ...USUAL, ...given };
}
