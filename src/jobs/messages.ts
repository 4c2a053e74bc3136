/** Messages between job threads and their parent. */
import type { Made } from './job.js';

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

export interface JobTalk {
  readonly request: JobMessage;
  readonly result: Made | { readonly missing: string } | { readonly failed: string };
  readonly question: Question;
  readonly answer: Answer;
}
