// Point queries through the library on squares stored to 2^30: in batches and one by one, after warm-up; and the
// command line from a cold start.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../dist/index.js';
import { median, printTable, seconds } from './support/print.mjs';
import { runCli } from './support/process.mjs';

const LOG2 = 30;
const BATCH = 10_000;
const SECONDS = 2;
const STARTS = 15;

/** Stores what is needed in a temporary folder, measures, and prints. */
export async function benchQueries() {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-queries-'));
  const store = await openStore(folder);
  try {
    const blocks = store.extend('squares', { to: 2 ** LOG2, series: 'cold' });
    while ((await blocks.next()).done !== true);
    store.close();
    const reader = await openStore(folder, { readOnly: true });
    const random = () => Math.floor(Math.random() * 2 ** LOG2);
    const batch = () => Float64Array.from({ length: BATCH }, random);
    await reader.isCold('squares', batch());
    const batches = await perSecond(() => reader.isCold('squares', batch()), BATCH);
    const singles = await perSecond(() => reader.isCold('squares', [random()]), 1);
    reader.close();
    const starts = [];
    for (let i = 0; i < STARTS; i++) {
      const words = ['query', 'squares', String(random()), '--store', folder];
      starts.push((await runCli(words)).seconds);
    }
    printTable(
      [`queries on squares stored to 2^${LOG2}`, 'measured'],
      [
        [`in batches of ${BATCH}`, `${Math.round(batches).toLocaleString('en')} a second`],
        ['one by one', `${Math.round(singles).toLocaleString('en')} a second`],
        [
          `takeaway query from a cold start, all winning moves (median of ${STARTS})`,
          seconds(median(starts)),
        ],
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function perSecond(ask, positions) {
  for (let i = 0; i < 100; i++) await ask();
  const begun = performance.now();
  let asked = 0;
  while (performance.now() - begun < SECONDS * 1000) {
    for (let i = 0; i < 50; i++) await ask();
    asked += 50 * positions;
  }
  return (asked * 1000) / (performance.now() - begun);
}
