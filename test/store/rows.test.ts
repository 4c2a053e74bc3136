/** Rows of the catalog that cannot be, and paths that are no block files: named, never answered from, never built on. */
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../src/index.js';
import { GAME } from '../../src/store/catalog/rows.js';
import { BlockStore } from '../../src/store/block-store.js';
import { reseal } from '../support/digests.js';
import { IS_LONG } from '../support/seed.js';
import { drain, extendOnce } from '../support/store.js';
import { builtOnce, temporaryFolder } from '../support/temporary.js';

const LENGTH = 1024;
const STOP = 4 * LENGTH;
/** A position of the block that is damaged, the third of the four. */
const POSITION = 2 * LENGTH + 5;

let folder: string;

const restore = builtOnce((intact) => extendOnce(intact, 'squares', { to: STOP, blockLength: LENGTH }));
beforeEach(() => {
  folder = temporaryFolder();
  restore(folder);
});

/** Every way to read or to build on a series, of which each has to meet the damage. */
const USES: Readonly<Record<string, (store: Store, series: 'cold' | 'nim') => Promise<unknown>>> = {
  query: (store) => store.query('squares', [POSITION]),
  range: (store, series) => drain(store.values('squares', { series, from: 10, to: STOP - 10 })),
  scan: (store) => drain(store.scan('squares')),
  export: (store, series) => drain(store.export('squares', { series, format: 'csv' })),
  'info --full': (store, series) => store.valueHash('squares', series),
};

async function expectCorrupt(series: 'cold' | 'nim', named: RegExp, uses = USES): Promise<void> {
  for (const [name, use] of Object.entries(uses)) {
    const store = await openStore(folder, { readOnly: true });
    await expect(use(store, series), name).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(named) as unknown,
    });
    store.close();
  }
}

async function expectNotExtended(series: 'cold' | 'nim', named: RegExp): Promise<void> {
  const extension = extendOnce(folder, 'squares', { series, to: STOP + LENGTH });
  await expect(extension).rejects.toMatchObject({
    code: 'corrupt',
    message: expect.stringMatching(named) as unknown,
  });
}

/** Damage leaves the digests of rows as they are; a hostile hand writes right ones. */
const HANDS = ['damage', 'a hostile hand'] as const;
type Hand = (typeof HANDS)[number];

function change(sql: string, hand: Hand = 'damage'): void {
  const db = openSqlite(join(folder, 'catalog.sqlite'));
  // As damage does: it heeds no constraint.
  db.pragma('ignore_check_constraints = ON');
  expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
  if (hand === 'a hostile hand') reseal(db);
  db.close();
}

describe('a row', () => {
  it.each([
    ['definition', 2 ** 26],
    ['key', 2 ** 16],
  ] as const)('with a %s of more than %i bytes is not read, and named', async (column, most) => {
    const shown = () => {
      const db = openSqlite(join(folder, 'catalog.sqlite'), { readonly: true });
      const row = db.prepare(GAME.select).get() as Record<typeof column, string | null>;
      db.close();
      return row[column]?.length;
    };
    expect(shown()).toBeGreaterThan(0);
    change(`UPDATE game SET ${column} = printf('%.*c', ${most + 1}, 'x')`);
    expect(shown()).toBe(undefined);
    const asked = async (): Promise<void> => {
      const store = await openStore(folder, { readOnly: true });
      try {
        store.info();
      } finally {
        store.close();
      }
    };
    await expect(asked()).rejects.toMatchObject({ code: 'corrupt' });
  });

  const block = (series: string) =>
    new RegExp(`block .* of squares ${series}|squares ${series}.* position|\\.arrow`);

  it.each(['cold', 'nim'] as const)(
    'of %s is not believed where it is not what was written',
    async (series) => {
      for (const set of [
        'cold_count = cold_count + 1',
        'cold_count = 1025',
        'cold_before = 1',
        'largest = 4294967296',
        `values_sha256 = '${'a'.repeat(64)}'`,
        "method = 'sievf'",
        "digest = ''",
        "digest = 'a hostile text \u001b[2J'",
        'digest = substr(digest, 2) || substr(digest, 1, 1)',
      ]) {
        restore(folder);
        change(`UPDATE block SET ${set} WHERE series_id = ${series === 'cold' ? 1 : 2}`);
        await expectCorrupt(series, block(series), series === 'cold' ? USES : { ...USES, query: USES.range });
        await expectNotExtended(series, block(series));
      }
    },
  );

  it.each(
    HANDS.flatMap(
      (hand) =>
        [
          ['cold', hand],
          ['nim', hand],
        ] as const,
    ),
  )('of %s is not believed where it cannot be, by %s', { tags: 'slow' }, async (series, hand) => {
    const third = `series_id = (SELECT id FROM series WHERE name = '${series}') AND start = ${2 * LENGTH}`;
    for (const set of [
      'values_offset = 999999999',
      'values_offset = 24',
      'values_offset = 153',
      'values_offset = -8',
      'values_offset = 9223372036854775807',
      'start = -64',
      `start = ${LENGTH + 64}`,
      `start = ${2 * LENGTH + 64}`,
      `start = ${2 * LENGTH + 1}`,
      series === 'cold' ? 'width = 8' : 'width = 1',
      'width = 32',
      'width = 7',
      'stop = 9007199254740991',
      'stop = start',
      `stop = ${3 * LENGTH - 64}`,
      'bytes = 9223372036854775807',
      'bytes = 50000000000',
      'cold_before = -1',
      `file = '../1/' || file`,
      `file = '/etc/passwd'`,
      `sha256 = upper(sha256)`,
    ]) {
      restore(folder);
      change(`UPDATE block SET ${set} WHERE ${third}`, hand);
      const uses = series === 'cold' ? USES : { ...USES, query: USES.range };
      await expectCorrupt(series, block(series), uses);
      // Where the values lie only the file can say, which an extension reads when it needs it.
      if (hand === 'damage' || !/values_offset = (24|153)|^width = (7|32)$/.test(set))
        await expectNotExtended(series, block(series));
    }
  });

  it.each([0, 1, 2, 3])('that is missing, the one of block %i, is a gap and no zeros', async (i) => {
    change(`DELETE FROM block WHERE start = ${i * LENGTH}`);
    const gap = new RegExp(`squares (cold|nim)`);
    // A query looks only at the positions it is asked for.
    await expectCorrupt('nim', gap, { ...USES, query: USES.range });
    const store = await openStore(folder, { readOnly: true });
    await expect(store.isCold('squares', [i * LENGTH + 7])).rejects.toMatchObject({ code: 'corrupt' });
    store.close();
    await expectNotExtended('nim', gap);
  });

  it.each(HANDS)('of a series whose frontier cannot be is not believed, by %s', async (hand) => {
    for (const frontier of ['-1', '9223372036854775807', '9007199254740991', String(STOP + 64)]) {
      change(`UPDATE series SET frontier = ${frontier}`, hand);
      const store = await openStore(folder, { readOnly: true });
      await expect(store.isCold('squares', [STOP + 1]), frontier).rejects.toMatchObject({ code: 'corrupt' });
      store.close();
      await expectNotExtended('cold', /(series \d+|frontier) of squares cold/);
    }
  });

  it.each(HANDS)(
    'of a series with another name is named also below a reader who knew it, by %s',
    async (hand) => {
      const store = await BlockStore.open(folder, { readOnly: true });
      expect(store.catalog.game('squares').series).toHaveLength(2);
      change("UPDATE series SET name = 'colt' WHERE name = 'cold'", hand);
      const corrupt = expect.objectContaining({ code: 'corrupt', remedy: { do: 'rebuild' } }) as Error;
      expect(() => store.catalog.blocks(1, { start: 0, stop: 64 }, 1)).toThrow(corrupt);
      expect(() => store.catalog.gapAt(1, 64)).toThrow(corrupt);
      expect(() => store.catalog.game('squares')).toThrow(corrupt);
      store.close();
    },
  );

  it.each(HANDS)('whose count of cold positions below is wrong is not built on, by %s', async (hand) => {
    change(`UPDATE block SET cold_before = cold_before + 1 WHERE start = ${LENGTH}`, hand);
    const named =
      hand === 'damage' ? /block 1024-2048 of squares cold has the digest/ : /cold positions below it/;
    await expectNotExtended('cold', named);
    const store = await openStore(folder, { readOnly: true });
    expect(() => store.info('squares')).toThrow(named);
    store.close();
  });
});

describe('in the place of a block file', () => {
  it.each([
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['a folder', (path: string) => mkdirSync(path)],
    ['a link to itself', (path: string) => symlinkSync(path, path)],
    [
      'a sparse file of 50 GB',
      (path: string) => {
        execFileSync('truncate', ['--size', '50000000000', path]);
      },
    ],
    ['a device that never ends', (path: string) => symlinkSync('/dev/zero', path)],
  ])('%s is not read', async (_, put) => {
    for (const series of ['1', '2']) {
      const files = readdirSync(join(folder, series)).sort();
      for (const file of files.slice(2)) {
        rmSync(join(folder, series, file));
        put(join(folder, series, file));
      }
    }
    await expectCorrupt('cold', /\.arrow is not a file of \d+ bytes/);
    // The last block is short of the length that is asked for now: it would be folded into the next one.
    const extension = extendOnce(folder, 'squares', { to: 2 * STOP, blockLength: 2 * STOP });
    await expect(extension).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('a series folder that is a file is named', async () => {
    rmSync(join(folder, '1'), { recursive: true });
    execFileSync('touch', [join(folder, '1')]);
    truncateSync(join(folder, '1'), 10);
    const { query } = USES;
    await expectCorrupt('cold', /\.arrow is not a file/, { query });
  });
});

describe('a row of a game', () => {
  const GAME = '{1,3,4}';
  const FAR = 1_000_000;

  const fill = builtOnce(async (whole) => {
    restore(whole);
    await extendOnce(whole, GAME, { to: 500 });
  });
  beforeEach(() => fill(folder));

  it.each(
    [
      'period = 5',
      'period = 8',
      'period = 0',
      'preperiod = -9223372036854775808',
      'preperiod = 9007199254740991',
      'saltus = 1',
      'saltus = -1',
      'game_id = 1',
    ].flatMap((set) => HANDS.map((hand) => [set, hand] as const)),
  )('that says of a period %s is not believed, by %s', async (set, hand) => {
    change(`UPDATE OR REPLACE period SET ${set}`, hand);
    const game = set === 'game_id = 1' ? 'squares' : GAME;
    const store = await openStore(folder, { readOnly: true });
    const far = { series: 'nim', from: FAR, to: FAR + 5 } as const;
    for (const use of [
      () => store.nimValues(game, [FAR]),
      () => store.isCold(game, [FAR]),
      () => drain(store.values(game, far)),
      () => store.valueHash(game, 'nim', far),
    ]) {
      await expect(use()).rejects.toMatchObject({ code: 'corrupt' });
    }
    expect(await store.verify()).toMatchObject({ ok: false });
    store.close();
  });

  const nim = (game: string, position: number) => (store: Store) => store.nimValues(game, [position]);

  it.each([
    ['DELETE FROM game WHERE id = 1', nim('squares', 5), nim(GAME, 5)],
    ['UPDATE game SET id = 77 WHERE id = 1', nim('squares', 5), nim(GAME, 5)],
    ['DELETE FROM series WHERE id = 2', nim('squares', 5), nim(GAME, 5)],
    ['UPDATE series SET game_id = 77 WHERE id = 2', nim('squares', 5), nim(GAME, 5)],
    ['UPDATE block SET series_id = 77 WHERE series_id = 2', nim('squares', 5), nim(GAME, 5)],
    ['UPDATE period SET game_id = 77', nim(GAME, FAR), nim(GAME, 5)],
  ])('that others belong to is missed: %s', async (sql, hidden, whole) => {
    const db = openSqlite(join(folder, 'catalog.sqlite'));
    db.pragma('foreign_keys = OFF');
    expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
    db.close();
    const known = readdirSync(folder, { recursive: true });
    for (const readOnly of [true, false]) {
      const store = await openStore(folder, { readOnly });
      // What is all there is answered; nothing passes for not stored, and nothing is built on it.
      expect(await whole(store)).toEqual(Uint32Array.of(3));
      for (const use of [() => store.info(), () => hidden(store), () => store.isCold('{2,7}', [5])]) {
        await expect(async () => use()).rejects.toMatchObject({ code: 'corrupt', remedy: { do: 'rebuild' } });
      }
      expect((await store.verify()).ok).toBe(false);
      if (!readOnly)
        await expect(drain(store.extend(GAME, { to: STOP }))).rejects.toMatchObject({ code: 'corrupt' });
      store.close();
    }
    expect(readdirSync(folder, { recursive: true })).toEqual(known);
  });

  it.each(HANDS)(
    'that says a lower frontier than its blocks have hides none of them, by %s',
    async (hand) => {
      change(`UPDATE series SET frontier = ${2 * LENGTH} WHERE name = 'cold' AND game_id = 1`, hand);
      await expectCorrupt(
        'cold',
        hand === 'damage' ? /series 1 of squares cold/ : /frontier of squares cold/,
      );
    },
  );
});

it.runIf(IS_LONG)('more games than a folder can have series are refused before they are read', async () => {
  const db = openSqlite(join(folder, 'catalog.sqlite'));
  db.pragma('synchronous = OFF');
  db.exec(
    'WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 1048576) ' +
      "INSERT INTO game (key, definition, digest) SELECT n, '', '' FROM r",
  );
  db.close();
  const store = await openStore(folder, { readOnly: true });
  expect(() => store.info()).toThrow(
    expect.objectContaining({
      code: 'corrupt',
      facts: { subject: 'The catalog', problem: 'has more than 1048576 game rows' },
      remedy: { do: 'rebuild' },
    }) as Error,
  );
  // What is asked of one game is answered.
  expect((await store.query('squares', [25]))[0].nimValue).toBe(3);
  store.close();
});
