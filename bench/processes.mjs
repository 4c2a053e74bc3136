// The command line as whole processes: memory of extending, scanning and exporting, and a query's cold start.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, printTable, seconds } from './support/print.mjs';
import { runCli } from './support/process.mjs';

const QUERIES = 9;

/** Measures and prints time and peak memory of the command line on subtract-a-square. */
export async function benchProcesses() {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-bench-'));
  try {
    const store = ['--store', folder];
    const rows = [];
    const measure = async (title, words) => {
      const result = await runCli([...words, ...store]);
      rows.push([title, seconds(result.seconds), `${result.peak.toFixed(0)} MB`]);
      return result;
    };
    await measure('extend cold to 2^26', ['extend', 'squares', '--series', 'cold', '--to', '2^26']);
    await measure('extend nim to 2^20', ['extend', 'squares', '--series', 'nim', '--to', '2^20']);
    const coldExport = ['export', 'squares', '--series', 'cold'];
    for (const format of ['csv', 'bfile', 'arrow', 'arrow-stream']) {
      await measure(`export cold 2^26 as ${format}`, [...coldExport, '--format', format, '--output', '-']);
    }
    const times = [];
    for (let i = 0; i < QUERIES; i++)
      times.push((await runCli(['query', 'squares', '1000000', ...store])).seconds);
    rows.push([`query from a cold start (median of ${QUERIES})`, seconds(median(times)), '']);
    printTable(['command', 'time', 'peak memory'], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
