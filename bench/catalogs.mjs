// What a query and a commit cost in stores of few and of many blocks: neither should grow with their number. The game
// is {1,2}, of which a position has two options however high it lies, in blocks of 64 positions.
import Database from 'better-sqlite3';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeBlock } from '../dist/columnar/block-file.js';
import { openStore } from '../dist/index.js';
import { blockFileName, sha256 } from '../dist/store/block-files.js';
import { median, printTable, seconds } from './support/print.mjs';

const COUNTS = [16, 256, 4096, 65_536];
const GAME = '{1,2}';
const LENGTH = 64;
const ROUNDS = 25;
const QUERIES = 2000;
const COMMITS = 50;

/** Makes a store for each number of blocks, measures, and prints. */
export async function benchCatalogs() {
  const rows = [];
  for (const count of COUNTS) {
    const folder = mkdtempSync(join(tmpdir(), 'takeaway-catalogs-'));
    try {
      await makeStore(folder, count);
      rows.push([count.toLocaleString('en'), ...(await measure(folder, count)).map(seconds)]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  printTable(
    ['blocks', 'open, query, close', 'query, store open', 'commit', 'first block of an extension'],
    rows,
  );
}

/**
 * What extending a store block by block would leave there, without its waits for the disk: the first block is stored by
 * the library, the others are encoded by it and put beside, their rows in one transaction.
 */
async function makeStore(folder, count) {
  const store = await openStore(folder);
  await store.extend(GAME, { to: LENGTH, series: 'cold', blockLength: LENGTH }).next();
  store.close();
  const db = new Database(join(folder, 'catalog.sqlite'));
  const insert =
    db.prepare(`INSERT INTO block SELECT NULL, series_id, @start, @stop, @file, @bytes, @sha256, @valuesSha256,
    values_offset, width, @coldCount, @coldBefore, 1, method FROM block WHERE start = 0`);
  mkdirSync(join(folder, '1'), { recursive: true });
  db.transaction(() => {
    let coldBefore = Math.ceil(LENGTH / 3);
    for (let start = LENGTH; start < count * LENGTH; start += LENGTH) {
      const stop = start + LENGTH;
      const { file, values, coldCount } = blockOf(start, stop);
      const name = blockFileName({ start, stop }, sha256(file));
      writeFileSync(join(folder, '1', name), file);
      const hashes = { sha256: sha256(file), valuesSha256: sha256(values) };
      insert.run({ start, stop, file: name, bytes: file.length, ...hashes, coldCount, coldBefore });
      coldBefore += coldCount;
    }
    db.prepare('UPDATE series SET frontier = ?').run(count * LENGTH);
  })();
  db.close();
}

/** A block of {1,2}: the multiples of 3 are cold. */
function blockOf(start, stop) {
  const values = new Uint8Array(LENGTH / 8);
  let coldCount = 0;
  for (let n = Math.ceil(start / 3) * 3; n < stop; n += 3) {
    values[(n - start) >> 3] |= 1 << ((n - start) & 7);
    coldCount++;
  }
  const label = { game: GAME, series: 'cold', start, stop };
  const { file } = encodeBlock(label, { width: 1, length: LENGTH, bytes: values });
  return { file, values, coldCount };
}

/** Median seconds of a query from opening to closing, of one in an open store, and of a commit; then of a start. */
async function measure(folder, count) {
  const random = () => Math.floor(Math.random() * count * LENGTH);
  const opened = [];
  for (let i = 0; i < ROUNDS; i++) {
    opened.push(
      await timed(async () => {
        const store = await openStore(folder, { readOnly: true });
        await store.query(GAME, [random()]);
        store.close();
      }),
    );
  }
  const reader = await openStore(folder, { readOnly: true });
  const asked = [];
  for (let i = 0; i < QUERIES; i++) asked.push(await timed(() => reader.query(GAME, [random()])));
  reader.close();

  const writer = await openStore(folder);
  const to = (count + 2 * COMMITS) * LENGTH;
  const blocks = writer.extend(GAME, {
    to,
    series: 'cold',
    blockLength: LENGTH,
    method: 'sieve',
    threads: 1,
  });
  const first = await timed(() => blocks.next());
  const commits = [];
  for (let i = 0; i < COMMITS; i++) commits.push(await timed(() => blocks.next()));
  await blocks.return();
  writer.close();
  return [median(opened), median(asked), median(commits), first];
}

async function timed(action) {
  const begun = performance.now();
  await action();
  return (performance.now() - begun) / 1000;
}
