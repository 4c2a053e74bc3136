/**
 * A job at a worker, from the queue to its result: a thread does it, so that BullMQ renews its lock meanwhile, and what was
 * made is put into the queue of results of its run.
 */
import type { Job, Queue } from 'bullmq';
import { messageOf } from '../../common/errors.js';
import { pause } from '../../common/stoppable.js';
import { sha256 } from '../../common/sha256.js';
import { getBlob, isFull, putBlob, WrongBytes, type BlobCache } from '../connection/blobs.js';
import type { Connection } from '../connection/connection.js';
import { blobKey, resultKey, runOfJob } from '../connection/names.js';
import { renew } from '../connection/queues.js';
import { Registry, removeRun } from '../connection/registry.js';
import type { Answer, JobMessage, Question, ThreadAnswer } from '../../jobs/messages.js';
import type { JobThreads } from '../../jobs/threads.js';
import { readJobData, type Outcome } from '../protocol.js';
import type { WorkerStats } from './stats.js';

/** Between two looks for a blob that the coordinator was asked for, and between two tries to write where there is no room. */
const LOOK_MS = 250;

/** What a worker brings to each job. */
export interface Equipment {
  readonly worker: string;
  readonly connection: Connection;
  readonly threads: JobThreads;
  readonly cache: BlobCache;
  readonly stats: WorkerStats;
  /** Says in Redis what the worker has done now. */
  readonly sayStats: () => Promise<void>;
  /** What becomes of results before they are sent. */
  readonly tamper: (answer: ThreadAnswer) => ThreadAnswer;
}

/** A job of a run that is announced. */
export interface JobAtHand {
  readonly job: Job;
  readonly run: string;
  /** Results of the run. */
  readonly results: Queue;
  /** Aborted when the worker is to stop: what can end sooner does. */
  readonly stop: AbortSignal;
  /** Aborted when the job is given up: as its run is over, or for others to do. */
  readonly end: AbortController;
}

/** Nobody waits for what a job has made. */
class RunOver extends Error {}

/** Does a job, and sends its result unless it is given up. Raises what keeps it from being done: BullMQ has it tried again. */
export async function doJob(equipment: Equipment, atHand: JobAtHand): Promise<void> {
  const { worker, stats, sayStats } = equipment;
  const { job, run, end } = atHand;
  const id = String(job.id);
  stats.begun();
  void sayStats();
  let outcome: Outcome;
  try {
    outcome = await outcomeOf(equipment, atHand);
  } catch (error) {
    if (end.signal.aborted || error instanceof RunOver) {
      stats.gaveUp();
      return;
    }
    const reason = messageOf(error);
    stats.failedAt(run, id, reason);
    await sayStats();
    // A Redis that is full ends the run, which makes room.
    const isLast = isFull(error) || job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
    await send(equipment, atHand, { worker, failed: reason, isLast });
    throw error;
  }
  if ('seconds' in outcome) stats.succeeded(run, id, outcome.seconds);
  else stats.gaveUp();
  // Whoever has seen a result sees in the list of workers that it was done.
  await sayStats();
  await send(equipment, atHand, outcome);
}

/** Says something of a job to its coordinator. */
export async function send(
  { connection }: Pick<Equipment, 'connection'>,
  { job, results, end }: Pick<JobAtHand, 'job' | 'results'> & Partial<Pick<JobAtHand, 'end'>>,
  outcome: Outcome,
): Promise<void> {
  const sent = await withRoom(connection, end?.signal, () => results.add(String(job.id), outcome));
  await renew(connection, results, sent.id === undefined ? [] : [sent.id]);
  // The run may have removed its keys meanwhile.
  const run = runOfJob(String(job.id));
  if ((await new Registry(connection, 'runs').get(run)) === undefined) await removeRun(connection, run);
}

/** Writes something small, unless `end` is aborted before there is room: a blob that was refused takes some until Redis lets go of it. */
async function withRoom<Written>(
  { patience }: Connection,
  end: AbortSignal | undefined,
  write: () => Promise<Written>,
): Promise<Written> {
  const begun = performance.now();
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const isTooLong = performance.now() - begun > patience.lostMs;
      if (!isFull(error) || isTooLong || end?.aborted === true) throw error;
    }
    await pause(LOOK_MS, end);
  }
}

async function outcomeOf(equipment: Equipment, atHand: JobAtHand): Promise<Outcome> {
  const { worker, threads, connection, tamper } = equipment;
  const { job, run, end, stop } = atHand;
  const data = readJobData(job.data);
  if (data === undefined) return { worker, unread: true };
  const message: JobMessage = { run, kind: job.name, input: data.input };
  const ask = async ({ hash }: Question): Promise<Answer> =>
    (await equipment.cache.get(hash, () => fetchBlob(equipment, atHand, hash))) ?? null;
  const answer = tamper(await threads.run(message, ask, { end: end.signal, stop }));
  if ('missing' in answer) throw new Error(`no blob ${answer.missing}`);
  if ('failed' in answer) throw new Error(answer.failed);
  const { blobs, seconds } = answer;
  const names = blobs.map((bytes) => ({ hash: sha256(bytes), bytes: bytes.length }));
  for (const [i, bytes] of blobs.entries()) {
    const isPut = await putBlob(connection, run, resultKey(connection, String(job.id), names[i].hash), bytes);
    if (!isPut) throw new RunOver('the run is over');
  }
  return { worker, data: answer.data, blobs: names, seconds };
}

/** A blob that a job is given; where it is not there as it should be, the coordinator is asked for it. */
async function fetchBlob(
  equipment: Equipment,
  atHand: JobAtHand,
  hash: string,
): Promise<Uint8Array | undefined> {
  const { worker, connection } = equipment;
  const begun = performance.now();
  let isAsked = false;
  for (;;) {
    try {
      const found = await getBlob(connection, blobKey(connection, atHand.run, hash), hash);
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof WrongBytes)) throw error;
      // Asked again, in case that the wrong bytes have been put there after the question.
      isAsked = false;
    }
    const isTooLong = performance.now() - begun > connection.patience.lostMs;
    if (atHand.end.signal.aborted || isTooLong) return undefined;
    if (!isAsked) await send(equipment, atHand, { worker, missing: hash });
    isAsked = true;
    await pause(LOOK_MS);
  }
}
