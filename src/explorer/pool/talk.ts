/** What the explorer's server and its processes say to each other. */
import type { ExtensionState } from '../contract.js';
import type { ErrorAnswer } from '../http/errors.js';

/** The store that an explorer shows. */
export interface Shown {
  readonly folder: string;
  /** The folder as it was given on the command line, for the commands that are shown. */
  readonly givenStore: string | undefined;
  /** Whether the page may extend games. */
  readonly canWrite: boolean;
}

/** A request for values, or for what is computed from them. */
export interface Asking {
  readonly shown: Shown;
  /** The whole address. */
  readonly url: string;
  /** Whether the store was seen to have a catalog since the server began: where it has none now it was taken away. */
  readonly hadCatalog: boolean;
  /** Where the random numbers of the computer's moves begin. */
  readonly seed: number;
}

/** The beginning of an answer. */
export interface Head {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
}

/** A piece of an answer that is sent in several; the first one has the head. */
export interface Piece {
  readonly head?: Head;
  readonly bytes: Uint8Array;
}

/** A process that answers requests: small answers whole, large ones piece by piece, each when the client can take it. */
export interface AnswerTalk {
  readonly request: Asking;
  readonly result: {
    /** Null where its pieces were sent. */
    readonly whole: (Head & { readonly bytes: Uint8Array }) | null;
    /** Whether it has taken so much memory that another one shall go on. */
    readonly hasGrown: boolean;
  };
  readonly question: Piece;
  /** Whether to go on. */
  readonly answer: boolean;
}

/** What to extend, as it was sent; nothing of it is checked yet. */
export interface ExtensionRequest {
  readonly shown: Shown;
  readonly wanted: unknown;
}

/** How an extension has ended, or why it has not begun. */
export type Outcome = { readonly ended: ExtensionState } | { readonly refused: ErrorAnswer };

/** The process of an extension, which tells how it goes on: when the store is open for it, and after each block. */
export interface ExtendTalk {
  readonly request: ExtensionRequest;
  readonly result: Outcome;
  readonly question: ExtensionState;
  readonly answer: true;
}
