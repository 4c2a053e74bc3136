// Costs of a query and a commit in stores of few and of many blocks, and of commands in stores of one and of many games: none of
// the first should grow with their number. The game of many blocks is {1,2}, of which a position has two options however high it
// lies, in blocks of 64 positions; the stores of games have small random sets to 5,000.
import Database from 'better-sqlite3';
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeBlock } from '../dist/columnar/block-file.js';
import { openStore } from '../dist/index.js';
import { sha256 } from '../dist/common/sha256.js';
import { blockFileName } from '../dist/store/files/store-folder.js';
import { BLOCK, rowIn, withDigest, SERIES } from '../dist/store/catalog/rows.js';
import { median, printTable, seconds } from './support/print.mjs';

const COUNTS = [16, 256, 4096, 65_536];
const GAME = '{1,2}';
const LENGTH = 64;
const ROUNDS = 25;
const QUERIES = 2000;
const COMMITS = 50;
const GAMES = [1, 3000];
/** Games of stores in which only a query is measured: 10 series and 10,000. */
const GAMES_ASKED = [5, 5000];
const GAMES_TO = 5000;
/** Runs of each quick command. */
const RUNS = 5;

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
  benchGames();
}

/** Wall and CPU time of commands in stores of few and many games, each from a cold start; two series a game. */
function benchGames() {
  const rows = [];
  for (const count of [...GAMES, ...GAMES_ASKED]) {
    const folder = mkdtempSync(join(tmpdir(), 'takeaway-games-'));
    try {
      const [store, list] = [join(folder, 'store'), join(folder, 'games.txt')];
      const games = randomGames(count + RUNS);
      writeFileSync(list, games.slice(0, count).join('\n'));
      const of = { store, asked: games[0], copy: (i) => join(folder, `copy${i}`) };
      const sweep = run(['sweep', '--file', list, '--to', GAMES_TO], store);
      const add = (name, runs) => rows.push([count.toLocaleString('en'), name, ...spread(runs)]);
      add('sweep', [sweep]);
      const repeated = {
        query: () => run(['query', of.asked, 100], store),
        info: () => run(['info'], store),
        games: () => run(['games'], store),
        'sql of one game': () => run(['sql', `SELECT * FROM series WHERE game = '${of.asked}'`], store),
        'extend of one more': (i) => run(['extend', games[count + i], '--to', GAMES_TO], store),
      };
      for (const [name, once] of Object.entries(repeated)) {
        if (GAMES_ASKED.includes(count) && name !== 'query') continue;
        add(
          name,
          Array.from({ length: RUNS }, (_, i) => once(i)),
        );
      }
      if (GAMES_ASKED.includes(count)) continue;
      add('copy', [run(['copy', of.copy(0)], store)]);
      add('import', [run(['import', store], of.copy(1))]);
      add('rebuild', [run(['rebuild'], of.copy(0))]);
      add('verify', [run(['verify'], store)]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  printTable(
    ['games', 'command', 'wall time, min / median / max', 'CPU time, min / median / max', 'peak memory'],
    rows,
  );
}

/** Runs the program; its wall and CPU time in seconds, and its memory in bytes. */
function run(words, store) {
  const begun = performance.now();
  const args = [
    new URL('../dist/program/main.js', import.meta.url).pathname,
    ...words.map(String),
    '--store',
    store,
  ];
  const { status, stderr } = spawnSync('/usr/bin/time', ['-f', '%U %S %M', process.execPath, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const [user, system, memory] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { wall: (performance.now() - begun) / 1000, cpu: user + system, bytes: memory * 1024 };
}

function spread(runs) {
  const of = (key) => {
    const sorted = runs.map((one) => one[key]).sort((a, b) => a - b);
    return [...new Set([sorted[0], median(sorted), sorted.at(-1)])].map((one) => one.toFixed(2)).join(' / ');
  };
  return [of('wall'), of('cpu'), `${Math.round(Math.max(...runs.map(({ bytes }) => bytes)) / 2 ** 20)} MiB`];
}

/** Different sets of two to five numbers below 60. */
function randomGames(count) {
  const games = new Set();
  while (games.size < count) {
    const numbers = new Set(
      Array.from({ length: 2 + Math.floor(Math.random() * 4) }, () => 1 + Math.floor(Math.random() * 59)),
    );
    if (numbers.size > 1) games.add(`{${[...numbers].sort((a, b) => a - b).join(',')}}`);
  }
  return [...games];
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
      insert.run(withDigest(BLOCK, { ...first, ...columns, start, stop, file, coldBefore, largest: 1 }));
      coldBefore += columns.coldCount;
    }
    const moved = withDigest(SERIES, { ...series, frontier: count * LENGTH });
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
