// npm run bench -- serial [--rounds 5] [--cold 30]: what one thread has to do alone. Cold squares on one thread and on two in turn,
// storing included, by the clock, so on a quiet machine: with T1 and T2 the serial share is (2 T2 - T1) / T1. Cores that share caches,
// memory or a clock slow each other down, so two processes of one thread each run side by side as well, and take S: even a program
// that had nothing serial would show a share of S / T1 - 1.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, printTable, seconds } from './support/print.mjs';
import { runCli } from './support/process.mjs';

/** Runs `rounds` triples to 2^cold; prints the times, and the shares as medians of the rounds. */
export async function benchSerial(rounds, { cold }) {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-serial-'));
  try {
    const timeOf = async (threads, name = 'store') => {
      const store = join(folder, name);
      rmSync(store, { recursive: true, force: true });
      const what = ['extend', 'squares', '--series', 'cold', '--to', String(2 ** cold)];
      return (await runCli([...what, '--threads', String(threads), '--quiet', '--store', store])).seconds;
    };
    const all = [];
    for (let round = 0; round < rounds; round++) {
      const [one, two] = [await timeOf(1), await timeOf(2)];
      const both = await Promise.all([timeOf(1, 'left'), timeOf(1, 'right')]);
      all.push({ one, two, side: (both[0] + both[1]) / 2 });
    }
    const row = (name, of, shown) => {
      const found = all.map(of);
      return [name, ...[Math.min(...found), median(found), Math.max(...found)].map((each) => shown(each))];
    };
    const share = (part) => part.toFixed(2);
    printTable(
      [`cold squares to 2^${cold}`, 'least', 'median', 'most'],
      [
        row('one thread', ({ one }) => one, seconds),
        row('two threads', ({ two }) => two, seconds),
        row('one thread each of two processes', ({ side }) => side, seconds),
        row('serial share', ({ one, two }) => (2 * two - one) / one, share),
        row('of a program with nothing serial', ({ one, side }) => side / one - 1, share),
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
