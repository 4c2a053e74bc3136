// What a query and a commit cost in stores of few and of many blocks: neither should grow with their number. The game
// is {1,2}, of which a position has two options however high it lies, in blocks of 64 positions.
import Database from 'better-sqlite3';
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeBlock } from '../dist/columnar/block-file.js';
import { openStore } from '../dist/index.js';
import { sha256 } from '../dist/common/sha256.js';
import { blockFileName } from '../dist/store/files/block-files.js';
import { BLOCK, rowIn, sealed, SERIES } from '../dist/store/catalog/rows.js';
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
 * Stores the first block by the library and puts the others beside it, their rows in one transaction: encoding and
 * syncing 65,536 files would take half an hour. Blocks of {1,2} have one of three contents, by their start modulo 3, so
 * all are links to three files; the values are right everywhere, and only what a file says of its range is not.
 */
async function makeStore(folder, count) {
  const store = await openStore(folder);
  await store.extend(GAME, { to: LENGTH, series: 'cold', blockLength: LENGTH }).next();
  store.close();
  const db = new Database(join(folder, 'catalog.sqlite'));
  const first = rowIn(BLOCK, db.prepare(BLOCK.select).get());
  const series = rowIn(SERIES, db.prepare(SERIES.select).get());
  const insert = db.prepare(BLOCK.insert);
  mkdirSync(join(folder, 'contents'));
  const contents = [0, 1, 2].map((remainder) => contentOf(folder, remainder));
  db.transaction(() => {
    let coldBefore = contents[0].coldCount;
    for (let start = LENGTH; start < count * LENGTH; start += LENGTH) {
      const { path, ...columns } = contents[start % 3];
      const stop = start + LENGTH;
      const file = blockFileName({ start, stop }, columns.sha256);
      linkSync(path, join(folder, '1', file));
      insert.run(sealed(BLOCK, { ...first, ...columns, start, stop, file, coldBefore, largest: 1 }));
      coldBefore += columns.coldCount;
    }
    const moved = sealed(SERIES, { ...series, frontier: count * LENGTH });
    db.prepare('UPDATE series SET frontier = @frontier, digest = @digest').run(moved);
  })();
  db.close();
}

/** The file of the blocks of {1,2} whose start leaves a remainder modulo 3, and its columns: multiples of 3 are cold. */
function contentOf(folder, remainder) {
  const values = new Uint8Array(LENGTH / 8);
  let coldCount = 0;
  for (let i = (3 - remainder) % 3; i < LENGTH; i += 3) {
    values[i >> 3] |= 1 << (i & 7);
    coldCount++;
  }
  const label = { game: GAME, series: 'cold', start: 0, stop: LENGTH };
  const { file } = encodeBlock(label, { width: 1, length: LENGTH, bytes: values });
  const path = join(folder, 'contents', String(remainder));
  writeFileSync(path, file);
  return { path, bytes: file.length, sha256: sha256(file), valuesSha256: sha256(values), coldCount };
}

/** Median seconds of a query from opening to closing, of one in an open store, and of a commit; then of a start. */
async function measure(folder, count) {
  // Among the last 16 blocks, so that as many files are read whatever the number of blocks.
  const random = () => count * LENGTH - 1 - Math.floor(Math.random() * 16 * LENGTH);
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
