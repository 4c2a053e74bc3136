/** One moment of a game: a query reads the catalog once, a new series is one commit, and solvers are given no rules. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { nimValuesByDefinition } from '../../../src/game/definition.js';
import { openStore, readGame } from '../../../src/index.js';
import { columnOfIntegers, integersOf } from '../../../src/columnar/layout.js';
import { parseGame } from '../../../src/game/game.js';
import { BlockStore } from '../../../src/store/block-store.js';
import { openSqlite } from '../../../src/store/catalog/sqlite.js';
import { CatalogConnection } from '../../../src/store/catalog/connection.js';
import { GameViews } from '../../../src/engine/views/game-views.js';
import { RunSegment } from '../../../src/engine/views/segments.js';
import { SolvedView, type View } from '../../../src/engine/views/view.js';
import { drain, extendOnce, hashes } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

afterEach(() => vi.restoreAllMocks());

/** Counts the calls of a method of the catalog's connection, but for those inside another one. */
function counted(method: 'read' | 'commit'): { readonly count: () => number } {
  const methods = CatalogConnection.prototype as unknown as Record<typeof method, () => unknown>;
  const original = methods[method];
  let [calls, depth] = [0, 0];
  const counting = function (this: CatalogConnection, ...args: []): unknown {
    if (depth++ === 0) calls++;
    try {
      return original.apply(this, args);
    } finally {
      depth--;
    }
  };
  vi.spyOn(methods, method).mockImplementation(counting);
  return { count: () => calls };
}

describe('a query of one stored position', () => {
  it('reads the catalog once, and once more for each block that is looked up for the first time', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 4096 });
    const store = await openStore(folder, { readOnly: true });
    const first = counted('read');
    await store.query('squares', [34], { winningMoves: false });
    // The game at one moment, and the block of nim-values.
    expect(first.count()).toBe(2);
    vi.restoreAllMocks();
    await store.query('squares', [35]);
    const second = counted('read');
    const [answer] = await store.query('squares', [36]);
    expect(second.count()).toBe(1);
    expect(answer).toMatchObject({ position: 36, source: 'stored' });
    store.close();
  });

  it('of a game with a period reads it once too', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,6,9}', { to: 4096 });
    const store = await openStore(folder, { readOnly: true, compute: { seconds: 1 } });
    await store.query('{1,6,9}', [2 ** 40]);
    const reads = counted('read');
    expect(await store.query('{1,6,9}', [2 ** 41])).toMatchObject([{ source: 'period' }]);
    expect(reads.count()).toBe(1);
    store.close();
  });
});

describe('a game that was read', () => {
  it('is read again once this store or another process has committed', async () => {
    const folder = temporaryFolder();
    const writer = await openStore(folder);
    await drain(writer.extend('squares', { to: 100, series: 'nim' }));
    const reader = await openStore(folder, { readOnly: true });
    for (const to of [100, 200, 300, 1000]) {
      await drain(writer.extend('squares', { to, series: 'nim' }));
      for (const store of [reader, writer, reader])
        expect(store.coverage('squares', 'nim').frontier).toBe(to);
    }
    await drain(writer.extend('{1,6,9}', { to: 100 }));
    expect(reader.recordedPeriods('{1,6,9}').nim).not.toBeNull();
    writer.close();
    expect(reader.coverage('squares', 'nim').frontier).toBe(1000);
    reader.close();
  });
});

describe('a recorded period', () => {
  it('is believed where as many stored values repeat as prove it, and not where one is missing', async () => {
    const game = '{1,6,9}';
    const proven = temporaryFolder();
    await extendOnce(proven, game, { to: 4096, series: 'nim' });
    const expected = nimValuesByDefinition(readGame(game).set, 1001)[1000];
    // The preperiod is 11 and the period 5: the values of [11, 20) must be those of [16, 25).
    for (const to of [24, 25]) {
      const folder = temporaryFolder();
      await extendOnce(folder, game, { to, series: 'nim' });
      const db = openSqlite(join(folder, 'catalog.sqlite'));
      db.prepare('ATTACH ? AS proven').run(join(proven, 'catalog.sqlite'));
      db.exec('DELETE FROM period; INSERT INTO period SELECT * FROM proven.period');
      db.close();
      const store = await openStore(folder, { readOnly: true, compute: false });
      const found = store.nimValues(game, [1000]).then(([value]) => value);
      if (to === 25) expect(await found).toBe(expected);
      else await expect(found).rejects.toMatchObject({ code: 'corrupt' });
      store.close();
    }
  });
});

it('a period that was proven in memory is read from below its beginning, and from there', async () => {
  const expected = nimValuesByDefinition(readGame('{1,6,9}').set, 40);
  const store = await openStore(temporaryFolder(), { readOnly: true, compute: { seconds: 10 } });
  expect(await store.periodOf('{1,6,9}', 'nim')).toMatchObject({ preperiod: 11, period: 5 });
  for (const from of [0, 11]) {
    const found: number[] = [];
    for await (const { values } of store.values('{1,6,9}', { series: 'nim', from, to: 40 }))
      found.push(...values);
    expect(found).toEqual(expected.slice(from));
  }
  store.close();
});

describe('a new series', () => {
  it('is one commit with its game, its first block and the periods that its values prove', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 100 });
    const store = await openStore(folder);
    const commits = counted('commit');
    await drain(store.extend('{1,6,9}', { to: 4096, series: 'nim' }));
    expect(commits.count()).toBe(1);
    expect(store.info('{1,6,9}')).toMatchObject([
      { series: { nim: { frontier: 4096 } }, periods: { nim: {}, outcome: {} } },
    ]);
    // The periods of both are found in the values of the last.
    await drain(store.extend('{2,5,7}', { to: 4096 }));
    expect(commits.count()).toBe(3);
    expect(store.recordedPeriods('{2,5,7}')).toMatchObject({ nim: {}, outcome: {} });
    expect(await store.verify()).toMatchObject({ ok: true });
    store.close();
  });

  it('is stored although a block below it is damaged, in which periods are looked for', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,6,9}', { to: 128, series: 'cold', blockLength: 64 });
    const db = openSqlite(join(folder, 'catalog.sqlite'));
    db.exec('DELETE FROM period');
    db.close();
    const [first] = readdirSync(join(folder, '1')).sort();
    rmSync(join(folder, '1', first));
    const store = await openStore(folder);
    const announced: number[] = [];
    const extension = async (): Promise<void> => {
      for await (const { stop } of store.extend('{1,6,9}', { to: 192, series: 'cold', blockLength: 64 })) {
        announced.push(stop);
      }
    };
    await expect(extension()).rejects.toMatchObject({ code: 'corrupt' });
    expect(announced).toEqual([192]);
    store.close();
  });

  it('whose first block cannot be committed leaves nothing in the catalog, and is taken over later', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 100 });
    const store = await openStore(folder);
    vi.spyOn(
      CatalogConnection.prototype as unknown as { commit: () => void },
      'commit',
    ).mockImplementationOnce(() => {
      throw new Error('stopped');
    });
    await expect(drain(store.extend('{1,6,9}', { to: 4096, series: 'nim' }))).rejects.toThrow('stopped');
    expect(store.info('{1,6,9}')).toEqual([]);
    // Another series gets another folder, although the one of before has no row.
    await drain(store.extend('{2,5,7}', { to: 4096, series: 'nim' }));
    store.close();
    const next = await openStore(folder);
    expect(next.found).toMatchObject([{ game: '{1,6,9}', series: 'nim', outcome: 'adopted' }]);
    expect(await next.verify()).toMatchObject({ ok: true, problems: [] });
    next.close();
    const whole = temporaryFolder();
    await extendOnce(whole, '{1,6,9}', { to: 4096, series: 'nim' });
    expect(await hashes(folder, '{1,6,9}')).toEqual(await hashes(whole, '{1,6,9}'));
  });
});

describe('a solved view', () => {
  it('has no rules: neither by its type nor by what it can read', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,6,9}', { to: 4096 });
    const store = await BlockStore.open(folder, { readOnly: true });
    const game = parseGame('{1,6,9}', () => []);
    const views = new GameViews(store, game, store.catalog.game(game.key));
    expect(views.view('nim')).toMatchObject({
      frontier: 4096,
      reach: 2 ** 53 - 1,
      above: { source: 'period' },
    });
    expect(views.stored('nim')).toMatchObject({ frontier: 4096, reach: 4096, above: undefined });
    // A view of readers may have rules, which no solver may take for solved values.
    expectTypeOf(views.view('nim')).not.toExtend<SolvedView>();
    expectTypeOf(views.stored('nim')).toExtend<View>();
    expect(views.view('nim')).not.toBeInstanceOf(SolvedView);
    store.close();
  });

  it('goes on with runs, those in memory and those that are fetched, and is cut anywhere', async () => {
    const values = columnOfIntegers(Uint8Array.from({ length: 100 }, (_, n) => n % 7));
    let fetched = 0;
    const later = { width: 8, fetch: () => Promise.resolve((fetched++, values)) } as const;
    const first = new SolvedView('nim', [new RunSegment('nim', { start: 0, stop: 100 }, later)]);
    const view = first.with({ start: 60, stop: 160, values });
    expect(view).toMatchObject({ frontier: 0, reach: 160 });
    const expected = (n: number): number => (n < 100 ? n : n - 60) % 7;
    const all = Array.from({ length: 160 }, (_, n) => n);
    expect(Array.from(integersOf(await view.read({ start: 0, stop: 160 })))).toEqual(all.map(expected));
    expect(Array.from(await view.valuesAt([150, 3, 99, 100]))).toEqual([150, 3, 99, 100].map(expected));
    expect(await view.coldBefore(150)).toBe(all.filter((n) => n < 150 && expected(n) === 0).length);
    const cut = view.below(130);
    expect(cut.reach).toBe(130);
    expect(cut.partAt(129)).toEqual({ start: 100, stop: 130 });
    expect(Array.from(integersOf(await cut.read({ start: 90, stop: 130 })))).toEqual(
      all.slice(90, 130).map(expected),
    );
    expect(fetched).toBeGreaterThan(0);
  });
});
