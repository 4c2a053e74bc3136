/** A store that somebody else made: nothing outside it changes, nothing waits, and what it may not have is named. */
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { analyzeGaps, openStore, rebuildStore, type Store } from '../../src/index.js';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { takeaway, takeawayProcess } from '../support/cli.js';
import { hotJournal, makeCanary, pictureOf, replaceBy } from '../torture/hostile/parts.js';
import { drain, extendOnce, hashes } from '../support/store.js';
import { builtOnce, temporaryFolder } from '../support/temporary.js';

const blockLength = 1024;

let folder: string;
let outside: string;
let before: string;

const fill = builtOnce(async (whole) => {
  await extendOnce(whole, 'squares', { to: 4096, blockLength });
  const store = await openStore(whole, { readOnly: true });
  await analyzeGaps(store, 'squares');
  store.close();
});
beforeEach(() => {
  const top = temporaryFolder();
  folder = join(top, 'store');
  outside = makeCanary(join(top, 'outside'));
  fill(folder);
  before = pictureOf(outside);
});

async function withReader<Result>(use: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(folder, { readOnly: true });
  try {
    return await use(store);
  } finally {
    store.close();
  }
}

const inStore = (name: string): string => join(folder, name);

function changeCatalog(sql: string, file = 'catalog.sqlite'): void {
  const db = openSqlite(inStore(file));
  db.unsafeMode();
  db.exec(sql);
  db.close();
}

/** Exit codes of the program's own, but for those of bugs and mistakes in a command. */
const HONEST = [0, 3, 4, 5, 6, 7];

/** Every command that opens a store; each by itself. */
const COMMANDS = {
  info: ['info'],
  query: ['query', 'squares', '20'],
  verify: ['verify'],
  repair: ['verify', '--repair'],
  extend: ['extend', 'squares', '--to', '5000'],
  analyze: ['analyze', 'squares', 'gaps'],
  export: ['export', 'squares', '--format', 'csv', '--to', '10'],
  copy: ['copy', '../copied'],
  rebuild: ['rebuild'],
};

async function codeOf(words: readonly string[], run = takeaway): Promise<number | null> {
  const { code, signal, stderr } = await run([...words, '--store', folder], { cwd: folder });
  expect(signal, stderr).toBe(null);
  expect(stderr).not.toContain('This should not happen');
  return code;
}

describe('a journal that has SQLite remove another file', () => {
  const put = (name: string): void =>
    writeFileSync(inStore(`${name}-journal`), hotJournal(8, join(outside, 'file')));

  it.each(Object.entries(COMMANDS))('beside the catalog removes nothing by %s', async (name, words) => {
    put('catalog.sqlite');
    expect(await codeOf(words)).toBe(name === 'rebuild' ? 0 : 4);
    expect(pictureOf(outside)).toBe(before);
  });

  it('beside the source of an import removes nothing', async () => {
    put('catalog.sqlite');
    const { code, stderr } = await takeaway(['import', folder, '--store', join(outside, '../target')]);
    expect(code).toBe(4);
    expect(stderr).toContain(`rebuild --store ${folder}`);
    expect(existsSync(join(outside, '../target'))).toBe(false);
    expect(pictureOf(outside)).toBe(before);
  });

  it('beside the lock stops writers alone, and beside kept results nobody', async () => {
    const gaps = await withReader((store) => analyzeGaps(store, 'squares'));
    put('lock.sqlite');
    await expect(openStore(folder)).rejects.toMatchObject({ code: 'corrupt' });
    put('aggregates.sqlite');
    expect(await withReader((store) => analyzeGaps(store, 'squares'))).toEqual(gaps);
    expect(existsSync(inStore('aggregates.sqlite-journal'))).toBe(false);
    expect(pictureOf(outside)).toBe(before);
  });

  it('or would make the catalog larger than one can be is refused', async () => {
    writeFileSync(inStore('catalog.sqlite-journal'), hotJournal(2 ** 31));
    await expect(withReader((store) => store.verify())).rejects.toMatchObject({ code: 'corrupt' });
    expect(await rebuildStore(folder)).toMatchObject({ series: 2, blocks: 8 });
  });

  it('and one that does not is taken back as ever', async () => {
    const pages = readFileSync(inStore('catalog.sqlite')).length / 4096;
    writeFileSync(inStore('catalog.sqlite-journal'), hotJournal(pages));
    expect(await withReader((store) => store.verify())).toMatchObject({ ok: true });
    expect(existsSync(inStore('catalog.sqlite-journal'))).toBe(false);
  });
});

describe('a link inside a store', () => {
  it.each(['tmp', 'series', 'periods', 'orphans', 'catalog.sqlite', 'catalog.sqlite-journal', 'lock.sqlite'])(
    'as %s is refused by every command, and nothing is changed where it leads',
    async (name) => {
      rmSync(inStore(name), { recursive: true, force: true });
      symlinkSync(outside, inStore(name));
      for (const [command, words] of Object.entries(COMMANDS)) {
        const isMended = command === 'rebuild' && name.startsWith('catalog');
        expect([command, await codeOf(words)]).toEqual([command, isMended ? 0 : 4]);
      }
      expect(pictureOf(outside)).toBe(before);
    },
  );

  it('in the place of kept results is removed, and what it leads to is not', async () => {
    const gaps = await withReader((store) => analyzeGaps(store, 'squares'));
    for (const link of [symlinkSync, linkSync]) {
      rmSync(inStore('aggregates.sqlite'), { force: true });
      link(join(outside, 'file'), inStore('aggregates.sqlite'));
      expect(await withReader((store) => analyzeGaps(store, 'squares'))).toEqual(gaps);
      expect(existsSync(inStore('aggregates.sqlite'))).toBe(false);
    }
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('a file of the user');
  });

  it('in the place of the folder of a series is not followed, and mended', async () => {
    const expected = await hashes(folder, 'squares', 4096);
    renameSync(inStore('2'), join(outside, '2'));
    symlinkSync(join(outside, '2'), inStore('2'));
    const moved = pictureOf(outside);
    await expect(withReader((store) => store.nimValues('squares', [5]))).rejects.toMatchObject({
      code: 'corrupt',
      remedy: { do: 'verify', repair: true },
    });
    expect(await codeOf(COMMANDS.extend)).toBe(4);
    expect(await codeOf(COMMANDS.repair)).toBe(0);
    expect(await hashes(folder, 'squares', 4096)).toEqual(expected);
    expect(pictureOf(outside)).toBe(moved);
  });

  it('as the store itself is fine', async () => {
    const link = join(outside, '../link');
    symlinkSync(folder, link);
    await extendOnce(link, 'squares', { to: 5000 });
    expect(await hashes(link, 'squares')).toEqual(await hashes(folder, 'squares'));
  });
});

it.each([
  'catalog.sqlite',
  'catalog.sqlite-journal',
  'lock.sqlite',
  'aggregates.sqlite',
  'tmp',
  '1',
  'series/1.json',
])('a pipe or a folder as %s holds up no command', { tags: 'slow' }, async (name) => {
  for (const obstacle of ['a FIFO', 'a folder with something in it']) {
    // Where a folder belongs one is well.
    if (obstacle.startsWith('a folder') && ['tmp', '1'].includes(name)) continue;
    replaceBy(obstacle, inStore(name), outside);
    for (const words of [COMMANDS.analyze, COMMANDS.extend, COMMANDS.rebuild]) {
      expect(HONEST).toContain(await codeOf(words, takeawayProcess));
    }
  }
  expect(pictureOf(outside)).toBe(before);
});

describe('a catalog with what no migration makes', () => {
  it.each([
    [
      'a trigger that drops blocks',
      'CREATE TRIGGER t BEFORE INSERT ON block BEGIN SELECT RAISE(IGNORE); END',
    ],
    ['a view', 'CREATE VIEW v AS SELECT 1'],
    ['a table', 'CREATE TABLE other (x)'],
    ['a virtual table', 'CREATE VIRTUAL TABLE other USING fts5(x)'],
    ['an index of an expression', 'CREATE INDEX i ON block (zeroblob(largest))'],
    ['an index that forbids rows', 'CREATE UNIQUE INDEX i ON block (sha256)'],
    ['an index of some rows', 'CREATE INDEX i ON block (width) WHERE width > 1'],
    ['a computed column', 'ALTER TABLE game ADD COLUMN x BLOB AS (zeroblob(1000))'],
    [
      'a view in the place of a table',
      'ALTER TABLE period RENAME TO p; CREATE VIEW period AS SELECT * FROM p',
    ],
    ['a negative version', 'PRAGMA user_version = -1'],
    ['the journal mode WAL', 'PRAGMA journal_mode = WAL'],
  ])('%s is refused by readers and writers, and made again', async (_, sql) => {
    const expected = await hashes(folder, 'squares');
    changeCatalog(sql);
    for (const readOnly of [true, false]) {
      await expect(openStore(folder, { readOnly })).rejects.toMatchObject({
        code: 'corrupt',
        remedy: { do: 'rebuild' },
      });
    }
    expect(await rebuildStore(folder)).toMatchObject({ series: 2, blocks: 8, left: [] });
    expect(await hashes(folder, 'squares')).toEqual(expected);
  });

  it('announces no block when a row is not changed', async () => {
    const store = await openStore(folder);
    changeCatalog('CREATE TRIGGER t BEFORE INSERT ON block BEGIN SELECT RAISE(IGNORE); END');
    const stops: number[] = [];
    const extend = async (): Promise<void> => {
      for await (const { stop } of store.extend('squares', { to: 5120, blockLength })) stops.push(stop);
    };
    await expect(extend()).rejects.toMatchObject({ code: 'corrupt' });
    expect(stops).toEqual([]);
    store.close();
  });

  it.each([
    'CREATE VIEW game AS WITH RECURSIVE r (key) AS (SELECT 1 UNION ALL SELECT key + 1 FROM r) SELECT key, key AS definition FROM r',
    "CREATE TABLE game (id, key, definition AS (printf('%.*c', 1000000000, 'x')))",
  ])('that would never end holds up no rebuilding: %s', async (sql) => {
    changeCatalog(`PRAGMA foreign_keys = OFF; ALTER TABLE game RENAME TO g; ${sql}`);
    expect(await rebuildStore(folder)).toMatchObject({ series: 2, blocks: 8 });
  });

  it('or kept results with a view that never ends are made again', async () => {
    const gaps = await withReader((store) => analyzeGaps(store, 'squares'));
    changeCatalog(
      `DROP TABLE aggregate;
       CREATE VIEW aggregate AS WITH RECURSIVE r (source) AS (SELECT 1 UNION ALL SELECT source + 1 FROM r)
         SELECT source, 0 AS start, 0 AS stop, '' AS name, '' AS text, '' AS sha256 FROM r`,
      'aggregates.sqlite',
    );
    for (let run = 0; run < 2; run++) {
      expect(await withReader((store) => analyzeGaps(store, 'squares'))).toEqual(gaps);
    }
  });

  it('in WAL mode with a log is refused, and the log set aside with it', async () => {
    for (const end of ['-wal', '-shm']) {
      writeFileSync(inStore(`catalog.sqlite${end}`), 'x');
      for (const readOnly of [true, false]) {
        await expect(openStore(folder, { readOnly })).rejects.toMatchObject({ code: 'corrupt' });
      }
      expect(await rebuildStore(folder)).toMatchObject({ series: 2, blocks: 8 });
    }
  });
});

describe('a hard link', () => {
  it('of the catalog is read, and not written to', async () => {
    linkSync(inStore('catalog.sqlite'), join(outside, 'other'));
    const bytes = readFileSync(join(outside, 'other'));
    expect(await withReader((store) => store.verify())).toMatchObject({ ok: true });
    await expect(openStore(folder)).rejects.toMatchObject({ code: 'corrupt' });
    expect(readFileSync(join(outside, 'other'))).toEqual(bytes);
  });

  it.each([
    ['hard', linkSync],
    ['symbolic', symlinkSync],
  ])('or any link: a %s link of the lock to the catalog is named as the lock', async (_, link) => {
    rmSync(inStore('lock.sqlite'));
    link(inStore('catalog.sqlite'), inStore('lock.sqlite'));
    await expect(openStore(folder)).rejects.toMatchObject({
      code: 'corrupt',
      facts: { file: 'lock', path: inStore('lock.sqlite') },
    });
  });
});

describe('a name', () => {
  const far = `${'0'.repeat(16)}-${String(2 ** 53 - 1)}.${'a'.repeat(16)}.arrow`;
  const farOn = `${String(4096).padStart(16, '0')}-${String(2 ** 53 - 1)}.${'a'.repeat(16)}.arrow`;
  /** Of so many positions that a file of 3 GB could have their values. */
  const possible = `${'0'.repeat(16)}-${String(2 ** 34).padStart(16, '0')}.${'a'.repeat(16)}.arrow`;

  it('of a block of more than 2 GiB stops no writer, no repair and no rebuilding', async () => {
    for (const [words, exitCode] of [
      [COMMANDS.extend, 0],
      [COMMANDS.repair, 0],
      [COMMANDS.rebuild, 4],
    ] as const) {
      for (const name of [far, farOn, possible]) {
        writeFileSync(join(folder, '1', name), '');
        truncateSync(join(folder, '1', name), 3e9);
      }
      expect(await codeOf(words)).toBe(exitCode);
      const left = readdirSync(inStore('1'));
      for (const name of [far, possible]) expect(left).not.toContain(name);
    }
    expect(await withReader((store) => store.verify())).toMatchObject({ ok: true });
  });

  it('of a block says nothing of positions that its file cannot have', async () => {
    writeFileSync(join(folder, '1', farOn), 'x');
    expect(
      await withReader(async (store) => (await store.query('squares', [5]), store.beyondCatalog())),
    ).toEqual([]);
  });

  it('of a row that no memory holds is named', async () => {
    changeCatalog(`PRAGMA ignore_check_constraints = ON;
      UPDATE series SET frontier = 1099511627776 WHERE id = 1;
      UPDATE block SET stop = 1099511627776, bytes = 137438953624,
        file = '0000000000003072-0001099511627776.' || substr(sha256, 1, 16) || '.arrow'
        WHERE series_id = 1 AND start = 3072`);
    const db = openSqlite(inStore('catalog.sqlite'), { readonly: true });
    const file = db.prepare('SELECT file FROM block WHERE stop = 1099511627776').pluck().get() as string;
    db.close();
    writeFileSync(join(folder, '1', file), '');
    truncateSync(join(folder, '1', file), 137438953624);
    await expect(withReader((store) => store.isCold('squares', [4000]))).rejects.toMatchObject({
      code: 'corrupt',
    });
  });

  it('bury nobody, however many there are', async () => {
    for (let id = 10; id < 160; id++) {
      mkdirSync(inStore(String(id)));
      const name = `${'0'.repeat(16)}-${'64'.padStart(16, '0')}.${'a'.repeat(16)}.arrow`;
      writeFileSync(join(inStore(String(id)), name), 'x');
      const game = { game: `powers-of:${id}`, series: 'cold', definition: `powers-of:${id}` };
      writeFileSync(inStore(`series/${id}.json`), JSON.stringify(game));
      writeFileSync(join(inStore('1'), name.replace('a'.repeat(16), String(id).padStart(16, '0'))), 'x');
    }
    const read = await takeaway(['info', '--store', folder]);
    const told = read.stderr.trim().split('\n');
    expect(told).toHaveLength(6);
    const written = await takeaway(['extend', 'squares', '--to', '5000', '--quiet', '--store', folder]);
    expect(written.code, written.stderr).toBe(0);
    expect(written.stderr.trim().split('\n')).toHaveLength(6);
    expect(written.stderr).toMatch(/Of 295 more block files: .*moved to orphans\/ 1\d\d\./);
    expect(readdirSync(inStore('orphans'))).toHaveLength(150);
  });

  it('of a folder sends no new series where rebuilding does not look', async () => {
    const last = inStore('999999999999999');
    mkdirSync(last);
    writeFileSync(join(last, far), 'x');
    mkdirSync(inStore('3'));
    await extendOnce(folder, 'cubes', { to: 1000, series: 'nim' });
    const expected = await hashes(folder, 'cubes');
    expect(readdirSync(inStore('4'))).toHaveLength(1);
    rmSync(inStore('catalog.sqlite'));
    await rebuildStore(folder);
    expect(await hashes(folder, 'cubes')).toEqual(expected);
  });
});

describe('in the place of the file of a series', () => {
  const path = (): string => inStore('series/1.json');

  it.each(['a folder with something in it', 'a FIFO', 'a link to a file', 'a sparse file of 3 GB'])(
    '%s is named, and mended by extending, repairing and rebuilding',
    async (obstacle) => {
      const content = readFileSync(path(), 'utf8');
      for (const mend of [
        () => extendOnce(folder, 'squares', { to: 5000 }).then(() => undefined),
        async () => {
          const store = await openStore(folder);
          expect(await store.verify({ repair: true })).toMatchObject({ ok: true });
          store.close();
        },
        () => rebuildStore(folder).then(() => undefined),
      ]) {
        replaceBy(obstacle, path(), outside);
        expect(await withReader((store) => store.verify())).toMatchObject({ ok: false });
        await mend();
        expect(readFileSync(path(), 'utf8')).toBe(content);
        expect(await withReader((store) => store.verify())).toMatchObject({ ok: true });
      }
      expect(pictureOf(outside)).toBe(before);
    },
  );
});

it('the backup of a migration is written over nothing but a file', async () => {
  const old = join(folder, '../old');
  cpSync(join(import.meta.dirname, '../fixtures/store-v2'), old, { recursive: true });
  for (const obstacle of ['a FIFO', 'a folder', 'a link to a file']) {
    replaceBy(obstacle, join(old, 'catalog.sqlite.v2.backup'), outside);
    await expect(openStore(old)).rejects.toMatchObject({ code: 'corrupt' });
  }
  rmSync(join(old, 'catalog.sqlite.v2.backup'));
  const store = await openStore(old);
  await drain(store.extend('squares', { to: 3000 }));
  store.close();
  expect(pictureOf(outside)).toBe(before);
});
