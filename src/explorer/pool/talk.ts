/** Messages between the explorer's server and its processes. */
import type { ExtensionState } from '../contract.js';
import type { ErrorAnswer } from '../http/errors.js';

export interface Shown {
  readonly folder: string;
  /** The folder as it was given on the command line, for the commands that are shown. */
  readonly givenStore: string | undefined;
  /** Whether the page may extend games. */
  readonly canWrite: boolean;
}

export interface PoolRequest {
  readonly shown: Shown;
  /** The whole address. */
  readonly url: string;
  /** Whether the store has had a catalog since the server began: if it has none now, it was removed. */
  readonly hadCatalog: boolean;
  /** Seed of the computer's moves. */
  readonly seed: number;
}

export interface Head {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
}

/** A piece of an answer; the first one has the head. */
export interface Piece {
  readonly head?: Head;
  readonly bytes: Uint8Array;
}

/** A process that answers requests: small answers whole, large ones in pieces as the client takes them. */
export interface AnswerTalk {
  readonly request: PoolRequest;
  readonly result: {
    /** Null if it was sent in pieces. */
    readonly whole: (Head & { readonly bytes: Uint8Array }) | null;
    /** Whether the process uses so much memory that it is to be replaced. */
    readonly hasGrown: boolean;
  };
  readonly question: Piece;
  /** Whether to continue. */
  readonly answer: boolean;
}

/** An extension as requested; `wanted` is unchecked. */
export interface ExtensionRequest {
  readonly shown: Shown;
  readonly wanted: unknown;
}

/** The final state of an extension, or its refusal. */
export type Outcome = { readonly ended: ExtensionState } | { readonly refused: ErrorAnswer };

/** The process of an extension, which reports when the store is open, and after each block. */
export interface ExtendTalk {
  readonly request: ExtensionRequest;
  readonly result: Outcome;
  readonly question: ExtensionState;
  readonly answer: true;
}
