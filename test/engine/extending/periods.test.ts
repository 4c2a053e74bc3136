/** Periods and closed forms in a store: found, recorded, checked, and answers far past what is stored. */
import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mex, openStore, readGame, rebuildStore, type Store } from '../../../src/index.js';
import {
  coldByDefinition,
  nimValuesByDefinition,
  remotenessesByDefinition,
} from '../../../src/game/definition.js';
import type { SubtractionSet } from '../../../src/game/sets/subtraction-set.js';
import { cofiniteSet, finiteSet } from '../../support/set-oracles.js';
import { withoutEvidence } from '../../../src/game/periods.js';
import { openSqlite } from '../../../src/store/catalog/sqlite.js';
import { reseal } from '../../support/digests.js';
import { drain, extendOnce, hashes } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

const TO = 1200;
const FAR = 2 ** 53 - 2;

const GAMES: readonly { game: string; set: SubtractionSet }[] = [
  { game: '{1,6,9}', set: finiteSet([1, 6, 9]) },
  { game: '{2,8,25,33}', set: finiteSet([2, 8, 25, 33]) },
  { game: '{2,5,7}', set: finiteSet([2, 5, 7]) },
  { game: '{3,5}', set: finiteSet([3, 5]) },
  { game: 'all-but{2,3,7}', set: cofiniteSet([2, 3, 7]) },
  { game: 'all', set: cofiniteSet([]) },
  { game: 'all-but{1}', set: cofiniteSet([1]) },
];

async function text(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

/** Holds everything that reads against the definition, on all positions below TO. */
async function expectDefinition(store: Store, game: string, set: SubtractionSet): Promise<void> {
  const nim = nimValuesByDefinition(set, TO);
  const cold = coldByDefinition(set, TO);
  const positions = nim.map((_, n) => n);
  expect(Array.from(await store.nimValues(game, positions))).toEqual(nim);
  expect(Array.from(await store.isCold(game, [...positions].reverse()), Boolean)).toEqual(
    [...cold].reverse(),
  );
  for (const { position, nimValue, cold: isCold, winningMoves } of await store.query(game, positions)) {
    const moves = cold[position]
      ? []
      : Array.from(set.between(1, position + 1)).filter((s) => cold[position - s]);
    expect([position, nimValue, isCold, winningMoves]).toEqual([
      position,
      nim[position],
      cold[position],
      moves,
    ]);
  }
  const range = { from: 45, to: TO };
  const rows = nim.map((value, n) => `${n},${value}\n`).slice(45);
  expect(await text(store.export(game, { series: 'nim', format: 'csv', ...range }))).toBe(
    `n,nim_value\n${rows.join('')}`,
  );
  const listed = positions.filter((n) => cold[n]).map((n, k) => `${k} ${n}\n`);
  const fromHere = listed.filter((line) => Number(line.split(' ')[1]) >= 45);
  expect(await text(store.export(game, { series: 'cold', format: 'bfile', ...range }))).toBe(
    fromHere.join(''),
  );
}

describe('answers past the stored range', () => {
  it.each(GAMES)('of $game are those of the definition', async ({ game, set }) => {
    const folder = temporaryFolder();
    for (const stored of [0, 801, 1000]) {
      if (stored > 0) await extendOnce(folder, game, { to: stored, series: 'nim', blockLength: 64 });
      const store = await openStore(folder, { readOnly: true, compute: false });
      const { nim } = store.recordedPeriods(game);
      const { source, reach, frontier } = store.coverage(game, 'nim');
      expect(frontier).toBe(stored);
      if (stored > 0 && game !== '{2,8,25,33}') expect(nim).not.toBeNull();
      if (source !== null) {
        expect(reach).toBe(2 ** 53 - 1);
        await expectDefinition(store, game, set);
        const answers = await store.query(game, [0, 800, 801, 1100]);
        expect(answers.map((answer) => answer.source)).toEqual(
          [0, 800, 801, 1100].map((n) => (n < stored ? 'stored' : source)),
        );
      }
      store.close();
    }
  });

  it('go on from outcomes alone where only cold positions are stored', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,6,9}', { to: 100, series: 'cold' });
    const store = await openStore(folder, { compute: false });
    expect(store.recordedPeriods('{1,6,9}')).toMatchObject({
      nim: null,
      outcome: { preperiod: 10, period: 5 },
    });
    expect(Array.from(await store.isCold('{1,6,9}', [FAR]), Boolean)).toEqual([
      coldByDefinition(finiteSet([1, 6, 9]), 30)[10 + ((FAR - 10) % 5)],
    ]);
    expect((await store.query('{1,6,9}', [FAR]))[0]).toMatchObject({ nimValue: null, source: 'period' });
    await expect(store.nimValues('{1,6,9}', [FAR])).rejects.toMatchObject({ code: 'not-stored' });
    // Nim-values that are stored later give their own period.
    await drain(store.extend('{1,6,9}', { to: 100, series: 'nim' }));
    expect(store.recordedPeriods('{1,6,9}')).toMatchObject({ nim: { preperiod: 11, period: 5 } });
    expect((await store.verify()).problems).toEqual([]);
    store.close();
  });

  it('reach the last position, and refuse nim-values that no column holds', async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder, { compute: false });
    await store.periods('all-but{1}');
    expect(await store.query('all-but{1}', [FAR])).toEqual([
      { position: FAR, cold: false, nimValue: FAR / 2, winningMoves: [FAR - 1, FAR], source: 'period' },
    ]);
    expect(await store.query('all', [FAR])).toEqual([
      { position: FAR, cold: false, nimValue: FAR, winningMoves: [FAR], source: 'closed-form' },
    ]);
    for (const game of ['all', 'all-but{1}']) {
      await expect(store.nimValues(game, [FAR])).rejects.toMatchObject({ code: 'usage' });
      const options = { series: 'nim', format: 'csv', from: FAR - 5, to: FAR } as const;
      await expect(text(store.export(game, options))).rejects.toThrow('below 2^32');
      expect(await text(store.export(game, { ...options, series: 'cold', format: 'bfile' }))).toBe('');
    }
    await expect(store.query('all', [FAR + 1])).rejects.toMatchObject({ code: 'usage' });
    store.close();
  });

  it('say when there are too many options to look through', { tags: 'slow' }, async () => {
    const store = await openStore(temporaryFolder(), { readOnly: true, compute: false });
    const [answer] = await store.query('odd', [1e15 + 1]);
    expect(answer).toMatchObject({ cold: false, nimValue: 1, moreMoves: true, source: 'closed-form' });
    expect(answer.winningMoves!.length).toBeGreaterThanOrEqual(2 ** 20);
    expect(answer.winningMoves!.every((move, i) => move === 2 * i + 1)).toBe(true);
    const sum = await store.solveSum('odd', [1e15 + 1, 4]);
    expect(sum).toMatchObject({ nimSum: 1, winner: 'next', moreMoves: true });
    // From an even heap every move leads to nim-value 1, which the other heap has.
    expect(sum.moves.filter(({ heap }) => heap === 2)).toEqual([
      { heap: 2, take: 1 },
      { heap: 2, take: 3 },
    ]);
    const series = { series: 'nim', format: 'csv' } as const;
    await expect(text(store.export('odd', series))).rejects.toMatchObject({
      remedy: { do: 'give', option: 'to', value: null },
    });
    expect(await text(store.export('odd', { ...series, to: 2 }))).toBe('n,nim_value\n0,0\n1,1\n');
    store.close();
  });

  it('are never given for other infinite sets', async () => {
    const store = await openStore(temporaryFolder(), { compute: false });
    // Their first 5050 nim-values look as if they had the period 25.
    await drain(store.extend('factorials', { to: 5000 }));
    const none = { isPossible: false, examined: 0, nim: null, outcome: null, remoteness: null };
    expect(await store.periods('factorials')).toEqual({ game: 'factorials', ...none });
    expect(store.coverage('factorials', 'nim')).toEqual({
      frontier: 5000,
      reach: 5000,
      source: null,
      rule: null,
      period: null,
    });
    expect(await store.periods('odd')).toEqual({ game: 'odd', ...none });
    store.close();
  });
});

describe('games with more than a set', () => {
  it.each([
    ['{1,6,9}', [0, 2, 5]],
    ['{2,5,7}', [0, 1, 1]],
    ['all-but{2,3}', [4]],
  ])('have periods of their own: %s seed %j', async (text, seed) => {
    const game = `${text} seed [${seed.join(',')}]`;
    const { set } = readGame(text);
    const values = [...seed];
    for (let n = seed.length; n < 400; n++)
      values.push(mex(Array.from(set.between(1, n + 1), (s) => values[n - s])));
    const store = await openStore(temporaryFolder(), { compute: false });
    await drain(store.extend(game, { to: 100, series: 'nim' }));
    expect(store.coverage(game, 'nim')).toMatchObject({ frontier: 100, source: 'period' });
    expect(
      Array.from(
        await store.nimValues(
          game,
          values.map((_, n) => n),
        ),
      ),
    ).toEqual(values);
    expect(
      Array.from(
        await store.isCold(
          game,
          values.map((_, n) => n),
        ),
        Boolean,
      ),
    ).toEqual(values.map((value) => value === 0));
    const [{ winningMoves }] = await store.query(game, [399]);
    expect(winningMoves).toEqual(
      Array.from(set.between(1, 400)).filter((s) => values[399] > 0 && values[399 - s] === 0),
    );
    expect((await store.verify()).problems).toEqual([]);
    store.close();
  });

  it('have none with infinitely many hotspots', async () => {
    const store = await openStore(temporaryFolder(), { compute: false });
    const game = '{1,2} hotspots squares';
    await drain(store.extend(game, { to: 100, series: 'cold' }));
    expect(await store.periods(game)).toMatchObject({ isPossible: false, nim: null, outcome: null });
    expect(store.coverage(game, 'cold')).toMatchObject({ reach: 100, source: null });
    store.close();
  });

  it.each([
    ['{1,2}', [5, 10]],
    ['{2,5,7}', [0, 3, 60]],
    ['all-but{2,3}', [0, 1, 4]],
  ])('have one of outcomes where hotspots end: %s hotspots %j', async (text, hotspots) => {
    const store = await openStore(temporaryFolder(), { compute: false });
    const game = `${text} hotspots {${hotspots.join(',')}}`;
    const { nim, outcome } = await store.periods(game);
    expect(nim).toBeNull();
    const cold = coldByDefinition(readGame(text).set, 1000, (n) => hotspots.includes(n));
    const { preperiod, period } = outcome!;
    const repeatsFrom = (start: number): boolean =>
      cold.slice(start, 500).every((one, i) => one === cold[start + period + i]);
    expect(repeatsFrom(preperiod)).toBe(true);
    if (preperiod > 0) expect(repeatsFrom(preperiod - 1)).toBe(false);
    const positions = cold.map((_, n) => n);
    expect(Array.from(await store.isCold(game, positions), Boolean)).toEqual(cold);
    expect((await store.verify({ full: true })).problems).toEqual([]);
    store.close();
  });
});

describe('finding periods', () => {
  it('extends the store as far as it takes, and keeps what it found', async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder, { compute: false });
    const found = await store.periods('{3,12,37,49}');
    expect(found).toMatchObject({
      nim: { preperiod: 164, period: 2008, saltus: 0 },
      outcome: { period: 2008 },
    });
    expect(found.nim?.evidence?.valuesSha256).toBe(
      await store.valueHash('{3,12,37,49}', 'nim', { to: 164 + 2008 }),
    );
    const end = found.outcome!.preperiod + 2008;
    expect(found.outcome?.evidence?.valuesSha256).toBe(
      await store.valueHash('{3,12,37,49}', 'cold', { to: end }),
    );
    expect(store.coverage('{3,12,37,49}', 'nim').frontier).toBe(4096);
    expect((await store.verify({ full: true })).problems).toEqual([]);
    store.close();
    const reader = await openStore(folder, { readOnly: true, compute: false });
    expect(await reader.periods('{3,12,37,49}', { limit: 0 })).toEqual(found);
    reader.close();
  });

  it('computes in memory where the store is only read, with the same result', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{3,12,37,49}', { to: 700 });
    const reader = await openStore(folder, { readOnly: true, compute: false });
    const found = await reader.periods('{3,12,37,49}');
    expect(reader.coverage('{3,12,37,49}', 'nim')).toMatchObject({ frontier: 700, source: null });
    reader.close();
    const store = await openStore(folder, { compute: false });
    expect(await store.periods('{3,12,37,49}')).toEqual(found);
    store.close();
  });

  it('says how far it looked, and goes on from there', async () => {
    const looks: number[] = [];
    const store = await openStore(temporaryFolder(), { compute: false });
    const options = { onLook: (values: number) => looks.push(values) };
    const found = await store.periods('{13,29,31}', { ...options, limit: 100 });
    expect(found).toMatchObject({ isPossible: true, examined: 100, nim: null, outcome: null });
    expect(await store.periods('{13,29,31}', { limit: 20 })).toMatchObject({ examined: 0, nim: null });
    expect((await store.periods('{13,29,31}', options)).nim).not.toBeNull();
    expect(looks).toEqual([100, 4096]);
    store.close();
  });

  it('takes what a theorem states where the proof is out of reach', async () => {
    const store = await openStore(temporaryFolder(), { readOnly: true, compute: false });
    const { nim, outcome } = await store.periods('{99999,280000,379999}');
    // a(2b + r) with b = 2a + r.
    expect(nim).toEqual({ preperiod: 0, period: 99999 * (560000 + 80002), saltus: 0, evidence: null });
    expect(outcome).toEqual(nim);
    store.close();
  });

  it('stops when asked to, with what is solved stored', async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder, { compute: false });
    const controller = new AbortController();
    const onLook = (values: number): void => {
      if (values > 5000) controller.abort();
    };
    const search = store.periods('{997,2801,2999}', { signal: controller.signal, onLook });
    await expect(search).rejects.toMatchObject({ code: 'interrupted' });
    expect(store.coverage('{997,2801,2999}', 'nim').frontier).toBe(0);
    store.close();
  });

  it('is one piece of work at a time with an extension', async () => {
    const store = await openStore(temporaryFolder(), { compute: false });
    const extension = store.extend('squares', { to: 100 });
    await extension.next();
    await expect(store.periods('1,6,9')).rejects.toMatchObject({ code: 'usage' });
    await extension.return();
    store.close();
  });
});

describe('the period of remoteness', () => {
  it.each([
    ['{3}', 1],
    ['{2,4,7}', 1],
    ['all-but{2,3,7}', 0],
  ])('of %s gives every position, is verified, taken over and proven again', async (game, grows) => {
    const folder = temporaryFolder();
    const store = await openStore(folder, { compute: false });
    const { remoteness, nim } = await store.periods(game, { series: 'remoteness' });
    expect(nim).toBeNull();
    const { preperiod, period, saltus, evidence } = remoteness!;
    expect(Math.sign(saltus)).toBe(grows);
    const end = preperiod + period;
    expect(evidence?.valuesSha256).toBe(await store.valueHash(game, 'remoteness', { to: end }));
    const values = remotenessesByDefinition(readGame(game).set, 5000);
    const { frontier } = store.coverage(game, 'remoteness');
    expect(frontier).toBe(4096);
    const near = Array.from({ length: values.length - 4000 }, (_, i) => 4000 + i);
    expect(Array.from(await store.remotenesses(game, near))).toEqual(values.slice(4000));
    const periods = Math.floor((FAR - 4000) / period);
    const far = 4000 + periods * period;
    const [answer] = await store.query(game, [far], { remoteness: true, winningMoves: false });
    expect(answer).toMatchObject({
      cold: values[4000] % 2 === 0,
      remoteness: values[4000] + periods * saltus,
    });
    expect((await store.verify({ full: true })).problems).toEqual([]);
    await drain(store.extend(game, { series: 'remoteness', method: 'period', to: 5000 }));
    expect(await store.valueHash(game, 'remoteness')).toBe(
      createHash('sha256')
        .update(new Uint8Array(Uint16Array.from(values).buffer))
        .digest('hex'),
    );
    const found = withoutEvidence(remoteness!);
    const other = await openStore(temporaryFolder(), { compute: false });
    await drain(other.importFrom(folder));
    expect(withoutEvidence(other.recordedPeriods(game).remoteness!)).toEqual(found);
    other.close();
    store.close();
    rmSync(join(folder, 'catalog.sqlite'));
    await rebuildStore(folder);
    const again = await openStore(folder, { compute: false });
    expect(withoutEvidence(again.recordedPeriods(game).remoteness!)).toEqual(found);
    again.close();
  });

  it('is seen at the end of an extension, and where nothing is stored', async () => {
    const folder = temporaryFolder();
    const reader = await openStore(folder, { readOnly: true, compute: { seconds: 1 } });
    expect(await reader.periodOf('{2,4,7}', 'remoteness')).toMatchObject({
      preperiod: 11,
      period: 6,
      saltus: 2,
    });
    expect((await reader.query('{2,4,7}', [6e12 + 11], { remoteness: true }))[0].remoteness).toBe(2e12 + 3);
    expect(await reader.periods('{2,4,7}', { series: 'cold' })).toMatchObject({ outcome: { period: 3 } });
    reader.close();
    await extendOnce(folder, '{2,4,7}', { series: 'remoteness', to: 24 });
    const store = await openStore(folder, { compute: false });
    expect(store.recordedPeriods('{2,4,7}').remoteness).toMatchObject({
      period: 6,
      evidence: { needed: 7, seen: 7 },
    });
    await expect(store.periods('{2,4,7} sink', { series: 'remoteness' })).rejects.toMatchObject({
      code: 'usage',
    });
    expect(await store.periods('squares', { series: 'remoteness' })).toMatchObject({ isPossible: false });
    store.close();
  });

  it('that the values do not have is named by verify, and found again', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{2,4,7}', { series: 'remoteness', to: 100 });
    const change = (sql: string): void => {
      const db = openSqlite(join(folder, 'catalog.sqlite'));
      db.exec(sql);
      reseal(db);
      db.close();
    };
    change("UPDATE period SET saltus = 4 WHERE quantity = 'remoteness'");
    const store = await openStore(folder, { compute: false });
    await expect(store.remotenesses('{2,4,7}', [1e6])).rejects.toMatchObject({ code: 'corrupt' });
    expect((await store.verify()).ok).toBe(false);
    expect(await store.verify({ repair: true })).toMatchObject({ problems: [{ repaired: true }] });
    expect(store.recordedPeriods('{2,4,7}').remoteness).toMatchObject({
      preperiod: 11,
      period: 6,
      saltus: 2,
    });
    store.close();
  });
});

describe('extending by a rule', () => {
  it.each([
    ['{1,6,9}', 'period'],
    ['all-but{2,3,7}', 'period'],
    ['{2,5,7}', 'closed-form'],
    ['{2,5,7}', 'period'],
    ['moser-de-bruijn', 'closed-form'],
    ['all', 'closed-form'],
  ] as const)('stores the same values of %s by %s', async (game, method) => {
    const [solved, ruled] = [temporaryFolder(), temporaryFolder()];
    await extendOnce(solved, game, { to: 3000, blockLength: 1024 });
    if (method === 'period') await extendOnce(ruled, game, { to: 100, series: 'nim' });
    for (const to of [101, 2500, 3000]) {
      const blocks = await extendOnce(ruled, game, { to, method, blockLength: 1024, doubleCheck: true });
      expect(blocks.at(-1)?.methods).toContain(method);
    }
    expect(await hashes(ruled, game)).toEqual(await hashes(solved, game));
    const store = await openStore(ruled, { readOnly: true, compute: false });
    expect(await store.verify({ full: true })).toMatchObject({ ok: true, problems: [] });
    store.close();
  });

  it('stores no wider values than a solver, so that a repair gives the same block', async () => {
    // Values reach 511 below this block, and 255 in it.
    const [start, stop] = [2 * 4 ** 8, 3 * 4 ** 8];
    const folder = temporaryFolder();
    const options = { series: 'nim', method: 'closed-form', blockLength: stop - start } as const;
    await extendOnce(folder, 'moser-de-bruijn', { ...options, to: stop });
    const last = readdirSync(join(folder, '1')).sort().at(-1)!;
    rmSync(join(folder, '1', last));
    const store = await openStore(folder, { compute: false });
    const { problems } = await store.verify({ repair: true });
    expect(problems).toMatchObject([{ start, stop, repaired: true }]);
    store.close();
  });

  it('needs one', async () => {
    const store = await openStore(temporaryFolder(), { compute: false });
    for (const [game, method] of [
      ['squares', 'period'],
      ['squares', 'closed-form'],
      ['{1,6,9}', 'period'],
      ['odd', 'period'],
    ] as const) {
      await expect(drain(store.extend(game, { to: 10, method }))).rejects.toMatchObject({ code: 'usage' });
    }
    await expect(drain(store.extend('{1,6,9}', { to: 10, method: 'period' }))).rejects.toMatchObject({
      remedy: { do: 'find-period', game: '{1,6,9}', limit: null },
    });
    expect(store.info()).toEqual([]);
    store.close();
  });
});

describe('hashes of values', () => {
  it('take 32 bits only where a value of the range needs them', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'all', { to: 70_000, series: 'nim' });
    const nim = Uint16Array.from({ length: 2 ** 16 }, (_, n) => n);
    const hashed = (to: number): string => createHash('sha256').update(nim.subarray(0, to)).digest('hex');
    const store = await openStore(folder, { readOnly: true, compute: false });
    expect(await store.valueHash('all', 'nim', { to: 1000 })).toBe(hashed(1000));
    expect(await store.valueHash('all', 'nim', { to: 2 ** 16 })).toBe(hashed(2 ** 16));
    const wide = Uint32Array.from({ length: 70_000 }, (_, n) => n);
    expect(await store.valueHash('all', 'nim')).toBe(createHash('sha256').update(wide).digest('hex'));
    store.close();
  });
});

describe('a recorded period', () => {
  it('is never replaced by one with fewer examined values', async () => {
    const folder = temporaryFolder();
    const game = '{1,6,9}';
    await extendOnce(folder, game, { to: 5000, series: 'nim' });
    const store = await openStore(folder, { compute: false });
    const strong = await store.periods(game);
    expect(strong.outcome?.evidence?.examined).toBe(5000);
    // Remoteness proves periods of outcomes, too.
    await drain(store.extend(game, { to: 600, series: 'remoteness' }));
    const both = await store.periods(game, { series: 'remoteness', limit: 0 });
    expect(both.remoteness?.evidence?.examined).toBe(600);
    expect(both.outcome).toEqual(strong.outcome);
    store.close();
  });

  it('is recorded where nothing is left to extend, too', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,6,9}', { to: 500 });
    // As after a writer that was killed once its values were stored.
    const catalog = openSqlite(join(folder, 'catalog.sqlite'));
    catalog.prepare('DELETE FROM period').run();
    catalog.close();
    await extendOnce(folder, '{1,6,9}', { to: 500 });
    const store = await openStore(folder, { compute: false });
    expect(store.recordedPeriods('{1,6,9}')).toMatchObject({ nim: { period: expect.any(Number) as number } });
    store.close();
  });

  it('stays as it is where more is found in memory', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,6,9}', { to: 5000, series: 'nim' });
    const reader = await openStore(folder, { readOnly: true, compute: false });
    const { outcome, remoteness } = await reader.periods('{1,6,9}', { series: 'remoteness' });
    expect(outcome?.evidence?.examined).toBe(5000);
    expect(remoteness).not.toBeNull();
    reader.close();
  });

  it.each([200, 2 ** 32])(
    'of an infinite set, from %i values that are not there, is named by verify',
    async (examined) => {
      const folder = temporaryFolder();
      await extendOnce(folder, '{1,6,9}', { to: 100 });
      await extendOnce(folder, 'squares', { to: 100 });
      const db = openSqlite(join(folder, 'catalog.sqlite'));
      db.exec(
        "UPDATE period SET game_id = (SELECT id FROM game WHERE key = 'squares') WHERE quantity = 'nim'",
      );
      db.exec(`UPDATE period SET examined = ${examined} WHERE quantity = 'nim'`);
      reseal(db);
      db.close();
      const store = await openStore(folder, { readOnly: true, compute: false });
      const { problems } = await store.verify();
      expect(problems.map(({ game, problem }) => `${game}: ${problem}`)).toEqual([
        `squares: catalog: the nim period 5 is not what the first ${examined} values prove`,
      ]);
      store.close();
    },
  );

  it('that the values do not prove is named by verify', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,6,9}', { to: 100 });
    const db = openSqlite(join(folder, 'catalog.sqlite'));
    db.exec("UPDATE period SET period = 10 WHERE quantity = 'nim'");
    reseal(db);
    db.close();
    const store = await openStore(folder, { readOnly: true, compute: false });
    const { ok, problems } = await store.verify();
    expect(ok).toBe(false);
    expect(problems.map(({ problem }) => problem)).toEqual([
      'catalog: the nim period 10 is not what the first 100 values prove',
    ]);
    store.close();
  });
});

it('a period of outcomes is verified by cold positions where nim-values end one before its evidence', async () => {
  const folder = temporaryFolder();
  await extendOnce(folder, '{1,3,4}', { to: 1000, series: 'cold' });
  const store = await openStore(folder);
  const examined = store.recordedPeriods('{1,3,4}').outcome!.evidence!.examined;
  await drain(store.extend('{1,3,4}', { to: examined - 1, series: 'nim' }));
  expect(store.info('{1,3,4}')[0].series.nim?.frontier).toBe(examined - 1);
  expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
  store.close();
});
