/**
 * What the page and the worker of the static edition say to each other: a request comes with a port of its own, through which
 * its answer goes. Types alone.
 */

/** A request, with an address such as `/api/game?game=squares`. */
export interface ToEngine {
  readonly address: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Of an answer: that its next piece can be taken, or that nobody waits for it any more. */
export type Wish = 'next' | 'abort';

/** The beginning of an answer, a piece of it, its end, or why there is none. */
export type FromEngine =
  | { readonly head: { readonly status: number; readonly headers: [name: string, value: string][] } }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly isDone: true }
  | { readonly failed: string };
