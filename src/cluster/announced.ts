/** The announced runs and workers. */
import { readRunNotice, readWorkerNotice, type RunNotice, type WorkerNotice } from './protocol.js';
import type { Kind, Transport } from './transport.js';

/** A run, as its command announces it. */
export type AnnouncedRun = RunNotice & { readonly id: string };
/** A worker, as it announces itself. */
export type AnnouncedWorker = WorkerNotice & { readonly id: string };

export function runsOf(transport: Transport): Promise<AnnouncedRun[]> {
  return noticesOf(transport, 'runs', readRunNotice);
}

export function workersOf(transport: Transport): Promise<AnnouncedWorker[]> {
  return noticesOf(transport, 'workers', readWorkerNotice);
}

/** Reads announcements, skipping invalid texts. `seconds` includes the age of the announcement. */
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
