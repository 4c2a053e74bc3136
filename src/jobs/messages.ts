/** What threads that do jobs and those who started them say to each other. */

export interface JobMessage {
  readonly run: string;
  readonly kind: string;
  readonly input: unknown;
  readonly threads: number;
}

/** What a thread asks while it is at a job. */
export type Question =
  | { readonly about: 'blob'; readonly hash: string }
  | { readonly about: 'news'; readonly from: number; readonly seconds: number };

/** Null for a blob that is not to be had. */
export type Answer = Uint8Array | null | readonly string[];

/** What became of a job. */
export type ThreadAnswer =
  | { readonly data: unknown; readonly blobs: readonly Uint8Array[]; readonly seconds: number }
  | { readonly missing: string }
  | { readonly notYet: true }
  | { readonly failed: string };

export interface JobTalk {
  readonly request: JobMessage;
  readonly result: ThreadAnswer;
  readonly question: Question;
  readonly answer: Answer;
}
