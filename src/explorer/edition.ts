/** What the page and the worker of the static edition say to each other. Types alone. */

/** A request, that its next piece can be taken, or that nobody waits for it any more. */
export type ToEngine =
  | {
      readonly kind: 'request';
      readonly id: number;
      /** Such as `/api/game?game=squares`. */
      readonly address: string;
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | null;
    }
  | { readonly kind: 'next' | 'abort'; readonly id: number };

/** The beginning of an answer, a piece of it, its end, or why there is none. */
export type FromEngine = { readonly id: number } & (
  | {
      readonly head: {
        readonly status: number;
        readonly headers: readonly (readonly [string, string])[];
      };
    }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly isDone: true }
  | { readonly failed: string }
);
