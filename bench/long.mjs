// npm run bench:long: squares past 2^32. Cold positions to 2^33, stored, then counted and verified by sample.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../dist/index.js';
import { printTable, seconds } from './support/print.mjs';
import { runCli } from './support/process.mjs';

const LOG2 = 33;
/** By an independent C experiment. */
const COLD_BELOW = 7_733_566;

/** Extends, measures, checks and prints. */
export async function benchLong() {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-long-'));
  try {
    const words = [
      'extend',
      'squares',
      '--series',
      'cold',
      '--to',
      `2^${LOG2}`,
      '--quiet',
      '--store',
      folder,
    ];
    const extended = await runCli(words);
    const store = await openStore(folder, { readOnly: true });
    const { coldCount } = store.info('squares')[0].series.cold;
    const verified = await store.verify();
    store.close();
    printTable(
      ['figure', 'measured'],
      [
        [`cold to 2^${LOG2}, stored`, seconds(extended.seconds)],
        ['peak memory', `${extended.peak.toFixed(0)} MB`],
        ['cold positions', `${coldCount} (expected ${COLD_BELOW})`],
        ['verify, 16 positions a block', verified.ok ? 'all is well' : JSON.stringify(verified.problems[0])],
      ],
    );
    if (coldCount !== COLD_BELOW || !verified.ok) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
