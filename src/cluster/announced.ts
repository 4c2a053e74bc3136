/** The runs and workers that are announced. */
import { readRunNotice, readWorkerNotice, type RunNotice, type WorkerNotice } from './protocol.js';
import type { Kind, Transport } from './transport.js';

/** A run, as its command announces it. */
export type AnnouncedRun = RunNotice & { readonly id: string };
/** A worker, as it announces itself. */
export type AnnouncedWorker = WorkerNotice & { readonly id: string };

/** Lists the runs, by id. */
export function runsOf(transport: Transport): Promise<AnnouncedRun[]> {
  return noticesOf(transport, 'runs', readRunNotice);
}

/** Lists the workers, by id. */
export function workersOf(transport: Transport): Promise<AnnouncedWorker[]> {
  return noticesOf(transport, 'workers', readWorkerNotice);
}

/** Reads announcements, and leaves out texts that are none. Times go on since they were made. */
async function noticesOf<Notice extends { readonly seconds: number }>(
  transport: Transport,
  kind: Kind,
  read: (text: string) => Notice | undefined,
): Promise<(Notice & { readonly id: string })[]> {
  const listed = await transport.list(kind);
  return listed
    .flatMap(({ id, text, age }) => {
      const notice = read(text);
      return notice === undefined ? [] : [{ id, ...notice, seconds: notice.seconds + age }];
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
