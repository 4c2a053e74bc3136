/** Messages between job threads and their parent. */

export interface JobMessage {
  readonly run: string;
  readonly kind: string;
  readonly input: unknown;
}

/** A thread's request for a blob during a job. */
export interface Question {
  readonly hash: string;
}

/** Null if the blob is not available. */
export type Answer = Uint8Array | null;

export type ThreadAnswer =
  | { readonly data: unknown; readonly blobs: readonly Uint8Array[] }
  | { readonly missing: string }
  | { readonly failed: string };

export interface JobTalk {
  readonly request: JobMessage;
  readonly result: ThreadAnswer;
  readonly question: Question;
  readonly answer: Answer;
}
