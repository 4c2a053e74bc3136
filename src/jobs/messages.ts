/** What threads that do jobs and those who started them say to each other. */

export interface JobMessage {
  readonly run: string;
  readonly kind: string;
  readonly input: unknown;
}

/** A thread's request for the bytes of a blob while it runs a job. */
export interface Question {
  readonly hash: string;
}

/** The bytes, or null for a blob that is not to be had. */
export type Answer = Uint8Array | null;

/** What became of a job. */
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
