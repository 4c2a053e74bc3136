/** The messages of commands and workers. All are validated: anybody with access to the Redis may have written them. */
import { oneOf } from '../common/one-of.js';
import { protocolVersion } from '../platform/package-root.js';
import { sha256 } from '../common/sha256.js';
import { concatenated } from '../platform/bytes.js';
import type { Made } from '../jobs/job.js';
import { integerOf, listOf, objectOf, textOf } from '../jobs/reading.js';
import type { Kind, Transport } from './transport.js';

/** Increased when messages change. */
const PROTOCOL = 2;

/** Returns the protocol's number with a digest of kernels and solvers; only workers with the same one are used. */
export function ownVersion(): string {
  return protocolVersion(PROTOCOL);
}

/** Failures or damaged results of a job before its run fails. */
export const MAX_FAILURES = 4;

export const HEARTBEAT_MS = 3_000;

const MAX_NAME_CHARACTERS = 200;
const MAX_WORKERS = 100_000;
export const MAX_INPUT_BYTES = 2 ** 28;
/** An outcome without its blobs has the heads and claims of 256 series. */
export const MAX_HEAD_BYTES = 2 ** 24;

/** The fields of a message, each with a reader that raises for an invalid value. */
type Fields = Readonly<Record<string, (json: unknown) => unknown>>;
type Read<Of extends Fields> = { readonly [Name in keyof Of]: ReturnType<Of[Name]> };

const name = (json: unknown): string => textOf(json, MAX_NAME_CHARACTERS);
const count = (json: unknown): number => integerOf(json);

const RUN_NOTICE = {
  version: name,
  /** Shown to users. */
  title: name,
  /** Ids of excluded workers. */
  refused: (json: unknown) => listOf(json, MAX_WORKERS, name),
  host: name,
  pid: count,
  /** The share of the work that is done, from 0 to 1. */
  share: (json: unknown) => Math.min(1, Math.max(0, Number(json) || 0)),
  /** Jobs done, and failures of jobs that were repeated. */
  done: count,
  failed: count,
  seconds: count,
};

const WORKER_NOTICE = {
  version: name,
  host: name,
  pid: count,
  threads: (json: unknown) => integerOf(json, 1),
  /** The run of the latest job; null without one. */
  run: (json: unknown) => (json === null ? null : name(json)),
  /** Jobs under way, done, failed, and done within the last minute. */
  active: count,
  done: count,
  failed: count,
  lastMinute: count,
  seconds: count,
};

const NOTICES = { runs: RUN_NOTICE, workers: WORKER_NOTICE } as const;
/** The texts of announcements. */
export type Notice<Of extends Kind> = Read<(typeof NOTICES)[Of]>;
/** A run or a worker, as it announces itself. */
export type Announced<Of extends Kind> = Notice<Of> & { readonly id: string };

/** Reads an announcement; undefined if invalid. */
export function readNotice<Of extends Kind>(kind: Of, text: string): Notice<Of> | undefined {
  try {
    const json = objectOf(JSON.parse(text));
    const fields: Fields = NOTICES[kind];
    const read = Object.keys(fields).map((key) => [key, fields[key](json[key])]);
    return Object.fromEntries(read) as Notice<Of>;
  } catch {
    return undefined;
  }
}

/** Lists the announced runs or workers by id, without invalid ones. `seconds` includes the age of the announcement. */
export async function announced<Of extends Kind>(transport: Transport, kind: Of): Promise<Announced<Of>[]> {
  const listed = await transport.list(kind);
  const found = listed.flatMap(({ id, text, age }) => {
    const notice = readNotice(kind, text);
    return notice === undefined ? [] : [{ id, ...notice, seconds: notice.seconds + age }];
  });
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the name of a job, unique in the queue: its run, and a number. */
export function jobName(run: string, number: number): string {
  return `${run}-${number}`;
}

export function runOfJob(job: string): string {
  return job.slice(0, Math.max(0, job.lastIndexOf('-')));
}

/** The fields of a run's hash in Redis. */
export const FIELD = {
  notice: 'notice',
  input: (job: string) => `input ${job}`,
  outcome: (job: string) => `outcome ${job}`,
  blob: (hash: string) => `blob ${hash}`,
} as const;

/** Shares of a run's room: blobs leave room for inputs, and inputs for outcomes, so outcomes always find some. */
export const SHARE = { blob: 1 / 4, input: 1 / 2, outcome: 1 } as const;

/** The input of a job as a message. */
export interface JobInput {
  readonly kind: string;
  readonly input: unknown;
  /** Seconds after which it counts as hung. */
  readonly deadline: number;
}

/** A job failed for the last time, its input was damaged in transit, or its bytes do not fit, so that the command runs it. */
const PROBLEMS = ['failed', 'damaged', 'misfit'] as const;

/** The reason why a job has no result. */
export interface Problem {
  readonly problem: (typeof PROBLEMS)[number];
  readonly reason: string;
}

/** A worker's report of a job. */
export type Outcome = { readonly worker: string } & (Made | Problem);

export function packJobInput({ kind, input, deadline }: JobInput): Uint8Array {
  return packMessage({ kind, input, deadline }, []);
}

/** Reads the input of a job; undefined if it is damaged. */
export function readJobInput(packed: Uint8Array): JobInput | undefined {
  return readMessage(packed, ({ kind, input, deadline }) => {
    return { kind: name(kind), input: objectOf(input), deadline: Number(deadline) };
  });
}

export function packOutcome(outcome: Outcome): Uint8Array {
  const { blobs, ...head } = { blobs: [], ...outcome };
  return packMessage(head, blobs);
}

/** Reads an outcome; undefined if it is damaged. */
export function readOutcome(packed: Uint8Array): Outcome | undefined {
  return readMessage(packed, (head, blobs) => {
    const [worker, data] = [name(head.worker), head.data];
    if (head.problem === undefined) return { worker, data, blobs };
    const problem = oneOf(name(head.problem), PROBLEMS, 'The problem');
    return { worker, problem, reason: textOf(head.reason) };
  });
}

const DIGEST_BYTES = 32;
const LENGTH_BYTES = 4;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** The name of a blob. */
export const hashOf = sha256;

/** Packs a message: the digest of the rest, the length of the head, the head as JSON with the lengths of the blobs, the blobs. */
function packMessage(fields: object, blobs: readonly Uint8Array[]): Uint8Array {
  const head = ENCODER.encode(JSON.stringify({ ...fields, lengths: blobs.map(({ length }) => length) }));
  const length = new Uint8Array(Uint32Array.of(head.length).buffer);
  const packed = concatenated(Uint8Array, [new Uint8Array(DIGEST_BYTES), length, head, ...blobs]);
  packed.set(Buffer.from(sha256(packed.subarray(DIGEST_BYTES)), 'hex'));
  return packed;
}

/** Reads a message; undefined if it is damaged, or of another kind. */
function readMessage<Message>(
  packed: Uint8Array,
  read: (head: Readonly<Record<string, unknown>>, blobs: readonly Uint8Array[]) => Message,
): Message | undefined {
  try {
    const rest = packed.subarray(DIGEST_BYTES);
    if (Buffer.from(packed.subarray(0, DIGEST_BYTES)).toString('hex') !== sha256(rest)) return undefined;
    let at = LENGTH_BYTES + new DataView(rest.buffer, rest.byteOffset).getUint32(0, true);
    const head = objectOf(JSON.parse(DECODER.decode(rest.subarray(LENGTH_BYTES, at))));
    const blobs = listOf(head.lengths, MAX_HEAD_BYTES, (json) => {
      const end = at + integerOf(json, 0, rest.length - at);
      const blob = rest.subarray(at, end);
      at = end;
      return blob;
    });
    return read(head, blobs);
  } catch {
    return undefined;
  }
}
