/** Messages between the page and the worker of the static edition. A request brings a port of its own for its answer. */

/** A request with an address such as `/api/game?game=squares`. */
export interface ToEngine {
  readonly address: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A message about an answer: the page can take its next piece, or no longer wants it. */
export type AnswerControl = 'next' | 'abort';

/** The head of an answer, a piece of it, its end, or its failure. */
export type FromEngine =
  | { readonly head: { readonly status: number; readonly headers: [name: string, value: string][] } }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly isDone: true }
  | { readonly failed: string };
