/** Kept aggregates: what is kept, when it is passed over, and that nothing depends on it. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { analyzeGaps, openStore } from '../../src/index.js';
import type { GapsResult } from '../../src/analysis/reduction/gaps.js';
import { KeptAggregates } from '../../src/store/aggregates.js';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { extendOnce } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

const KEY = { source: 'a'.repeat(64), start: 0, stop: 64, name: 'cold gaps' };

let folder: string;
let file: string;

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'aggregates.sqlite');
});

/** Uses the kept aggregates as one process would. */
function using<Result>(use: (kept: KeptAggregates) => Result, live = new Set([KEY.source])): Result {
  const kept = new KeptAggregates(file, () => live);
  try {
    return use(kept);
  } finally {
    kept.close();
  }
}

describe('kept aggregates', () => {
  it('are found again under exactly their key', () => {
    using((kept) => {
      expect(kept.get(KEY)).toBeUndefined();
      kept.set(KEY, 'first');
      kept.set(KEY, 'second');
    });
    using((kept) => {
      expect(kept.get(KEY)).toBe('second');
      for (const other of [{ source: 'b'.repeat(64) }, { start: 64 }, { stop: 63 }, { name: 'cold count' }]) {
        expect(kept.get({ ...KEY, ...other })).toBeUndefined();
      }
    });
  });

  it('are not kept when they are long', () => {
    using((kept) => kept.set(KEY, 'x'.repeat(2 ** 20)));
    using((kept) => expect(kept.get(KEY)).toBeUndefined());
  });

  it('are removed with their blocks', () => {
    using((kept) => kept.set(KEY, 'old'));
    const newer = { ...KEY, source: 'c'.repeat(64) };
    using((kept) => kept.set(newer, 'new'), new Set([newer.source]));
    using((kept) => {
      expect(kept.get(KEY)).toBeUndefined();
      expect(kept.get(newer)).toBe('new');
    });
  });

  it('are passed over when a text is not the one that was written', () => {
    using((kept) => kept.set(KEY, '[1,2]'));
    const db = openSqlite(file);
    db.prepare("UPDATE aggregate SET text = '[1,3]'").run();
    db.close();
    using((kept) => expect(kept.get(KEY)).toBeUndefined());
  });

  it('are passed over under another key than the one they were written for', () => {
    const other = { ...KEY, source: 'b'.repeat(64) };
    for (const set of [
      `source = '${other.source}'`,
      'start = 64, stop = 128',
      "name = 'cold count'",
      'stop = 128',
    ]) {
      using((kept) => {
        kept.set(KEY, '[1,2]');
        expect(kept.get(KEY)).toBe('[1,2]');
      });
      const db = openSqlite(file);
      expect(db.prepare(`UPDATE aggregate SET ${set}`).run().changes).toBe(1);
      const row = db.prepare('SELECT source, start, stop, name FROM aggregate').get() as typeof KEY;
      db.close();
      using((kept) => expect(kept.get(row)).toBeUndefined());
      rmSync(file);
    }
  });

  it('start anew in a damaged file, and in one of an older version', () => {
    writeFileSync(
      file,
      'no database at all, but long enough to have a header of one hundred bytes'.repeat(20),
    );
    using((kept) => {
      kept.set(KEY, 'lost');
      expect(kept.get(KEY)).toBeUndefined();
    });
    using((kept) => kept.set(KEY, 'kept'));
    using((kept) => expect(kept.get(KEY)).toBe('kept'));
    const db = openSqlite(file);
    db.pragma('user_version = 0');
    db.close();
    using((kept) => {
      expect(kept.get(KEY)).toBeUndefined();
      kept.set(KEY, 'again');
      expect(kept.get(KEY)).toBe('again');
    });
  });

  it('leave alone what is not theirs or newer', () => {
    for (const change of ['user_version = 99', 'application_id = 7']) {
      rmSync(file, { force: true });
      using((kept) => kept.set(KEY, 'kept'));
      const db = openSqlite(file);
      db.pragma(change);
      db.close();
      const before = readFileSync(file);
      using((kept) => {
        kept.set(KEY, 'changed');
        expect(kept.get(KEY)).toBeUndefined();
      });
      expect(readFileSync(file)).toEqual(before);
    }
  });

  it('do not wait for a writer that holds the file', () => {
    using((kept) => kept.set(KEY, 'kept'));
    const db = openSqlite(file);
    db.exec('BEGIN EXCLUSIVE');
    using((kept) => {
      expect(kept.get(KEY)).toBeUndefined();
      kept.set(KEY, 'changed');
      db.exec('ROLLBACK');
      db.close();
      // It is used again after a while, as no process is busy for ever.
      const later = Array.from({ length: 100 }, () => kept.get(KEY));
      expect(later.at(-1)).toBe('kept');
    });
    using((kept) => expect(kept.get(KEY)).toBe('kept'));
  });
});

describe('an analysis', () => {
  const store = (): string => join(folder, 'store');
  const gaps = async (): Promise<GapsResult> => {
    const opened = await openStore(store(), { readOnly: true });
    try {
      return await analyzeGaps(opened, 'squares');
    } finally {
      opened.close();
    }
  };
  const inStore = (): string => join(store(), 'aggregates.sqlite');

  it('reads only new blocks after an extension', async () => {
    const blockLength = 1024;
    await extendOnce(store(), 'squares', { to: 8192, series: 'cold', blockLength });
    await gaps();
    await extendOnce(store(), 'squares', { to: 10_000, series: 'cold', blockLength });
    // Older blocks are gone: they could not be read.
    const { rows } = blockFiles();
    for (const { id, block } of rows.slice(0, 8)) rmSync(join(store(), String(id), block));
    const { range, largest } = await gaps();
    expect(range).toEqual({ start: 0, stop: 10_000 });
    rmSync(inStore());
    await expect(gaps()).rejects.toThrow('.arrow is missing.');
    await extendOnce(join(folder, 'fresh'), 'squares', { to: 10_000, series: 'cold' });
    const fresh = await openStore(join(folder, 'fresh'), { readOnly: true });
    expect((await analyzeGaps(fresh, 'squares')).largest).toEqual(largest);
    fresh.close();
  });

  it('works in a folder that cannot be written to, and where the file cannot be one', async () => {
    await extendOnce(store(), 'squares', { to: 5000, series: 'cold' });
    const expected = await gaps();
    rmSync(inStore());
    mkdirSync(inStore());
    expect(await gaps()).toEqual(expected);
    rmSync(inStore(), { recursive: true });
    chmodSync(store(), 0o555);
    try {
      expect(await gaps()).toEqual(expected);
    } finally {
      chmodSync(store(), 0o755);
    }
  });

  it('of nothing makes no file', async () => {
    await expect(gaps()).rejects.toThrow('Nothing of squares');
    expect(existsSync(store())).toBe(false);
  });

  function blockFiles(): { rows: { id: number; block: string }[] } {
    const db = openSqlite(join(store(), 'catalog.sqlite'), { readonly: true });
    const rows = db.prepare('SELECT series_id AS id, file AS block FROM block ORDER BY start').all();
    db.close();
    return { rows: rows as { id: number; block: string }[] };
  }
});
