// npm run bench -- serial [--rounds 5] [--cold 30]: what one thread has to do alone. Cold squares on one thread and on two in turn,
// storing included, by the clock, so on a quiet machine: with T1 and T2 the serial share is (2 T2 - T1) / T1.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, printTable, seconds } from './support/print.mjs';
import { runCli } from './support/process.mjs';

/** Runs `rounds` pairs to 2^cold; prints the times, and the share as the median of the pairs. */
export async function benchSerial(rounds, { cold }) {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-serial-'));
  try {
    const store = join(folder, 'store');
    const timeOf = async (threads) => {
      rmSync(store, { recursive: true, force: true });
      const what = ['extend', 'squares', '--series', 'cold', '--to', String(2 ** cold)];
      return (await runCli([...what, '--threads', String(threads), '--quiet', '--store', store])).seconds;
    };
    const pairs = [];
    for (let round = 0; round < rounds; round++) pairs.push([await timeOf(1), await timeOf(2)]);
    const row = (name, all, shown) => [
      name,
      ...[Math.min(...all), median(all), Math.max(...all)].map((each) => shown(each)),
    ];
    printTable(
      [`cold squares to 2^${cold}`, 'least', 'median', 'most'],
      [
        row(
          'one thread',
          pairs.map(([one]) => one),
          seconds,
        ),
        row(
          'two threads',
          pairs.map(([, two]) => two),
          seconds,
        ),
        row(
          'serial share',
          pairs.map(([one, two]) => (2 * two - one) / one),
          (share) => share.toFixed(2),
        ),
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
