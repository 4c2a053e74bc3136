/** Periods that are too long to store: found by states, kept as states, and asked far out. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStoreIn } from '../../../src/engine/store.js';
import { certify, openStore, readGame, rebuildStore, type Store } from '../../../src/index.js';
import type { SearchEvent } from '../../../src/rim.js';
import { randomStream } from '../../../src/common/random.js';
import { nodeFileSystem } from '../../../src/store/files/file-system.js';
import { fileFolder } from '../../support/cli.js';
import { drawIntegers } from '../../support/seed.js';
import { hash16 } from '../../support/states.js';
import { drain } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

/** Both have periods of some states, 2^20 positions apart, and the second a preperiod. The period is a (2b + r), b = 4a + r. */
const ADDITIVE = { game: '{601,2504,3105}', moves: [601, 2504, 3105], period: 3_069_908 };
const SEEDED = { game: '{601,2504,3105} seed [3,0,0,1,5]', moves: ADDITIVE.moves, seed: [3, 0, 0, 1, 5] };

/** Values by the definition, one after the other. */
function valuesOf(moves: readonly number[], stop: number, seed: readonly number[] = []): Uint8Array {
  const values = new Uint8Array(stop);
  values.set(seed);
  for (let n = seed.length; n < stop; n++) {
    let marks = 0;
    for (const move of moves) if (move <= n) marks |= 1 << values[n - move];
    while ((marks >>> values[n]) & 1) values[n]++;
  }
  return values;
}

/** The text of a file with some of what it says changed, and a hash of that. */
function resealed(text: string, change: (record: { states: string[] }) => object): Buffer {
  const record = JSON.parse(text.slice(65)) as { states: string[] };
  const json = `${JSON.stringify({ ...record, ...change(record) })}\n`;
  return Buffer.from(`${createHash('sha256').update(json).digest('hex')}\n${json}`);
}

/** The same file with states that are too short. */
const withShortStates = (text: string): Buffer =>
  resealed(text, ({ states }) => ({
    states: states.map((state) => Buffer.from(state, 'base64').subarray(8).toString('base64')),
  }));

/** The same file with one bit of a state changed. */
const withWrongState = (text: string, index: number): Buffer =>
  resealed(text, ({ states }) => {
    const state = Buffer.from(states[index], 'base64');
    state[1000] ^= 1;
    return { states: states.with(index, state.toString('base64')) };
  });

const filesIn = (folder: string): string[] =>
  readdirSync(join(folder, 'periods')).map((name) => join(folder, 'periods', name));

describe('a period that is kept as states', () => {
  const folder = join(fileFolder(), 'store');
  let store: Store;
  beforeAll(async () => {
    store = await openStore(folder, { compute: false });
    await store.periods(ADDITIVE.game);
    await store.periods(SEEDED.game);
    return () => {
      store.close();
    };
  });

  it('is found with the evidence that values give', () => {
    const values = valuesOf(ADDITIVE.moves, ADDITIVE.period);
    const { nim, outcome } = store.recordedPeriods(ADDITIVE.game);
    expect(nim).toMatchObject({ preperiod: 0, period: ADDITIVE.period, saltus: 0 });
    expect(outcome).toMatchObject({ preperiod: 0, period: ADDITIVE.period });
    expect(nim!.evidence).toMatchObject({ needed: 3105, valuesSha256: hash16(values) });
    expect(nim!.evidence!.seen).toBeGreaterThanOrEqual(3105);
  });

  it.each([ADDITIVE, { ...SEEDED, period: undefined }])(
    'answers like the definition: $game',
    async ({ game, moves, ...more }) => {
      const seed = 'seed' in more ? more.seed : undefined;
      const { nim, outcome } = store.recordedPeriods(game);
      const { preperiod, period } = nim!;
      const values = valuesOf(moves, 2 * period + preperiod + 5000, seed);
      for (let n = preperiod; n < preperiod + period + 5000; n++) {
        if (values[n] !== values[n + period]) throw new Error(`${game}: ${n}`);
      }
      if (preperiod > 0) expect(values[preperiod - 1]).not.toBe(values[preperiod - 1 + period]);
      expect(outcome!.period).toBeLessThanOrEqual(period);
      const times = 2_000_000_000;
      const far = (n: number): number => n + times * period;
      const asked = [
        preperiod,
        preperiod + 1,
        preperiod + 262_143,
        preperiod + 262_144,
        preperiod + period - 1,
      ];
      expect(Array.from(await store.nimValues(game, asked))).toEqual(asked.map((n) => values[n]));
      expect(Array.from(await store.nimValues(game, asked.map(far)))).toEqual(asked.map((n) => values[n]));
      for (const { position, nimValue, cold, winningMoves } of await store.query(game, asked.map(far))) {
        const n = position - times * period + period;
        expect([nimValue, cold]).toEqual([values[n], values[n] === 0]);
        expect(winningMoves).toEqual(values[n] === 0 ? [] : moves.filter((move) => values[n - move] === 0));
      }
      const [from, to] = [2 ** 20 - 1000, 2 ** 20 + 1000];
      const runs: number[] = [];
      for await (const { values: run } of store.values(game, { series: 'nim', from: far(from), to: far(to) }))
        runs.push(...run);
      expect(runs).toEqual([...values.subarray(from, to)]);
      const cold = values.subarray(0, to).reduce((sum, value) => sum + Number(value === 0), 0);
      expect(await store.coldBelow(game, to)).toBe(cold);
    },
  );

  it('takes kilobytes, and is right in full', async () => {
    const files = filesIn(folder);
    expect(files).toHaveLength(4);
    for (const file of files) expect(statSync(file).size).toBeLessThan(2 ** 17);
    expect((await store.verify({ full: true })).problems).toEqual([]);
  });

  it('has a certificate, which a state that was changed fails', { tags: 'slow' }, async () => {
    const to = join(temporaryFolder(), 'certified');
    await drain(store.copyTo(to));
    const claimsOf = async (): Promise<Map<string, string | null>> => {
      const copy = await openStore(to, { readOnly: true, compute: false });
      try {
        const { claims, ok } = await certify(copy, SEEDED.game);
        expect(ok).toBe(claims.every(({ counterexample }) => counterexample === null));
        const { nim } = copy.recordedPeriods(SEEDED.game);
        const ofStates = claims.filter(({ claim }) => ['states', 'repeats', 'minimal'].includes(claim));
        expect(ofStates.filter(({ series }) => series === 'nim').map(({ range }) => range.stop)).toEqual(
          Array.from({ length: 3 }, () => nim!.preperiod + nim!.period),
        );
        return new Map(
          ofStates.map(({ claim, series, counterexample }) => [`${series} ${claim}`, counterexample]),
        );
      } finally {
        copy.close();
      }
    };
    const right = await claimsOf();
    expect(right.size).toBe(6);
    expect([...right.values()]).toEqual([null, null, null, null, null, null]);
    const file = filesIn(to).find(
      (name) => name.endsWith('-nim.states') && readFileSync(name, 'utf8').includes('seed'),
    )!;
    writeFileSync(file, withWrongState(readFileSync(file, 'utf8'), 1));
    expect((await claimsOf()).get('nim states')).toContain('the state 1, at 2097152,');
    // A lower end asks for what is stored below it.
    const copy = await openStore(to, { readOnly: true, compute: false });
    expect((await certify(copy, SEEDED.game, { to: 1000 })).ok).toBe(true);
    copy.close();
  });

  it('goes into a copy, and comes back with a rebuilt catalog', async () => {
    const to = join(temporaryFolder(), 'copy');
    await drain(store.copyTo(to));
    const expected = store.recordedPeriods(SEEDED.game);
    const copy = await openStore(to, { compute: false });
    expect(copy.recordedPeriods(SEEDED.game)).toEqual(expected);
    copy.close();
    expect((await rebuildStore(to)).lostStates).toEqual([]);
    const rebuilt = await openStore(to, { readOnly: true, compute: false });
    expect(rebuilt.recordedPeriods(SEEDED.game)).toEqual(expected);
    expect(await rebuilt.nimValues(SEEDED.game, [1e15])).toEqual(await store.nimValues(SEEDED.game, [1e15]));
    rebuilt.close();
  });

  it('is read where stored values end between it and what proves it', async () => {
    const game = '{14,26,41,53,67}';
    const own = await openStore(temporaryFolder(), { compute: false });
    // As many values prove it as the search is allowed: it goes further.
    const { outcome } = await own.periods(game, { limit: 1_000_000 });
    const { preperiod, period } = outcome!;
    const values = valuesOf([14, 26, 41, 53, 67], preperiod + 2 * period + 67);
    for (let n = preperiod; n < preperiod + period + 67; n++) {
      if ((values[n] === 0) !== (values[n + period] === 0)) throw new Error(`${game}: ${n}`);
    }
    const asked = [preperiod + period + 50, preperiod + 2 * period, 1e12];
    const cold = asked.map((n) => values[preperiod + ((n - preperiod) % period)] === 0);
    for (const beyond of [20, 60, 3000]) {
      await drain(own.extend(game, { to: preperiod + period + beyond, series: 'cold' }));
      expect((await own.query(game, asked)).map(({ cold: isCold }) => isCold)).toEqual(cold);
    }
    expect((await own.verify({ full: true })).problems).toEqual([]);
    own.close();
  });

  it.each([2 ** 20 - 65, 2 ** 20 - 64, 2 ** 20 + 5])(
    'answers like the definition with the hotspot %i, given up to the first state or beyond',
    async (hotspot) => {
      const game = `{601,2504,3105} hotspots {${hotspot}}`;
      const own = await openStore(temporaryFolder(), { compute: false });
      const { outcome } = await own.periods(game);
      const { preperiod, period } = outcome!;
      const cold = new Uint8Array(preperiod + period);
      for (let n = 0; n < cold.length; n++) {
        const isCold = n !== hotspot && ADDITIVE.moves.every((move) => move > n || cold[n - move] === 0);
        cold[n] = Number(isCold);
      }
      const asked = [2 ** 20 - 1, 2 ** 20, 2 ** 21 + 7, preperiod, preperiod + period - 1, 3e14];
      const expected = asked.map(
        (n) => cold[n < preperiod ? n : preperiod + ((n - preperiod) % period)] === 1,
      );
      expect((await own.query(game, asked)).map(({ cold: isCold }) => isCold)).toEqual(expected);
      own.close();
    },
  );

  it('is taken over by import, but for what is damaged, which is named in the store that it is in', async () => {
    const from = join(temporaryFolder(), 'from');
    await drain(store.copyTo(from));
    const [damaged] = filesIn(from);
    writeFileSync(damaged, 'damaged');
    const to = temporaryFolder();
    const own = await openStore(to, { compute: false });
    await expect(drain(own.importFrom(from))).rejects.toMatchObject({
      code: 'corrupt',
      remedy: { do: 'verify', repair: true, store: from },
    });
    const taken = [ADDITIVE.game, SEEDED.game].flatMap((game) => {
      const { nim, outcome } = own.recordedPeriods(game);
      return [nim, outcome];
    });
    expect(taken.filter((period) => period !== null)).toHaveLength(3);
    own.close();
  });

  it('is not written where the store has been removed', async () => {
    const folder = join(temporaryFolder(), 'removed');
    const own = await openStore(folder, { compute: false });
    const search = own.periods(ADDITIVE.game, {
      onLook: () => rmSync(folder, { recursive: true, force: true }),
    });
    await expect(search).rejects.toMatchObject({ code: 'io' });
    expect(existsSync(folder)).toBe(false);
    own.close();
  });

  it('is named by a rebuild that cannot use its states', async () => {
    const to = join(temporaryFolder(), 'rebuilt');
    await drain(store.copyTo(to));
    const [file] = filesIn(to).filter((name) => name.endsWith('-nim.states'));
    const game = [ADDITIVE.game, SEEDED.game].find((one) => readFileSync(file, 'utf8').includes(`"${one}"`))!;
    writeFileSync(file, readFileSync(file).subarray(0, 999));
    const { lostStates } = await rebuildStore(to);
    expect(lostStates).toEqual([
      {
        game,
        definition: game,
        quantity: 'nim',
        reason: expect.stringContaining('its first line is not its SHA-256') as string,
      },
    ]);
    const rebuilt = await openStore(to, { compute: false });
    expect(rebuilt.recordedPeriods(game)).toMatchObject({ nim: null, outcome: { saltus: 0 } });
    rebuilt.close();
  });

  it('is refused where its file is damaged, gone or of other states; verify says so, and repair finds it again', async () => {
    const to = join(temporaryFolder(), 'damaged');
    await drain(store.copyTo(to));
    const [file] = filesIn(to).filter((name) => name.endsWith('-nim.states'));
    const whole = readFileSync(file);
    const text = whole.toString();
    const other = Buffer.from(whole);
    other[other.length - 9] ^= 1;
    for (const damaged of [
      whole.subarray(0, 999),
      other,
      withShortStates(text),
      Buffer.alloc(0),
      undefined,
    ]) {
      if (damaged === undefined) rmSync(file);
      else writeFileSync(file, damaged);
      const game = [ADDITIVE.game, SEEDED.game].find((one) => text.includes(`"game":"${one}"`))!;
      const read = await openStore(to, { compute: false });
      const code = damaged === undefined ? 'not-stored' : 'corrupt';
      const helps = { do: 'verify', repair: true };
      await expect(read.nimValues(game, [1e15])).rejects.toMatchObject({ code, remedy: helps });
      await expect(
        drain(read.values(game, { series: 'nim', from: 1e15, to: 1e15 + 9 })),
      ).rejects.toMatchObject({
        code,
        remedy: helps,
      });
      const { problems } = await read.verify({ game: readGame(game) });
      expect(problems.map(({ problem }) => problem).join()).toContain('nim period');
      const repaired = await read.verify({ game: readGame(game), repair: true });
      expect(repaired.problems.map((problem) => problem.repaired)).toEqual([true]);
      expect(readFileSync(file).equals(whole)).toBe(true);
      read.close();
      const again = await openStore(to, { readOnly: true, compute: false });
      expect(await again.nimValues(game, [1e15])).toEqual(await store.nimValues(game, [1e15]));
      again.close();
    }
  });

  it.each(drawIntegers(1, 0, 2 ** 31 - 1))(
    'is not believed by a sample in a repair: seed %i',
    async (seed) => {
      // Its period has three states.
      const game = readGame('{601,2904,3505}');
      const folder = temporaryFolder();
      let [stream, draws, most] = [randomStream(seed), 0, Infinity];
      // After so many draws the last state is drawn each time, which does not come from the first.
      const random = (): number => (draws++ < most ? stream() : (2 + stream()) / 3);
      const own = await openStoreIn({ fileSystem: nodeFileSystem, random }, folder, {});
      await own.periods(game);
      const file = filesIn(folder).find((name) => name.endsWith('-nim.states'))!;
      const right = readFileSync(file);
      writeFileSync(file, withWrongState(right.toString(), 0));
      [stream, draws] = [randomStream(seed), 0];
      expect((await own.verify({ full: true })).problems).toHaveLength(1);
      [stream, draws, most] = [randomStream(seed), 0, draws];
      const { problems } = await own.verify({ full: true, repair: true });
      expect(problems.map(({ repaired }) => repaired)).toEqual([true]);
      expect(readFileSync(file).equals(right)).toBe(true);
      own.close();
    },
  );

  it('whose states are gone is said to need them, by a certificate and by an extension', async () => {
    const to = join(temporaryFolder(), 'gone');
    await drain(store.copyTo(to));
    for (const file of filesIn(to)) if (file.endsWith('-nim.states')) rmSync(file);
    const own = await openStore(to, { compute: false });
    const remedy = { do: 'verify', repair: true };
    await expect(certify(own, ADDITIVE.game)).rejects.toMatchObject({ code: 'corrupt', remedy });
    const extension = own.extend(ADDITIVE.game, { to: 300_000, series: 'nim', method: 'period' });
    await expect(drain(extension)).rejects.toMatchObject({ code: 'not-stored', remedy });
    own.close();
  });
});

describe('a search by states', () => {
  it('stops at a signal and at its limit, and tells how far it is', async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder, { compute: false });
    const controller = new AbortController();
    const looks: number[] = [];
    const search = store.periods('{18,43,57,82,100}', {
      signal: controller.signal,
      onLook: (values) => {
        looks.push(values);
        if (values > 2 ** 24) controller.abort();
      },
    });
    await expect(search).rejects.toMatchObject({ code: 'interrupted' });
    expect(looks).toEqual([...looks].sort((a, b) => a - b));
    const limited = await store.periods('{18,43,57,82,100}', { limit: 2 ** 22 });
    expect(limited).toMatchObject({ nim: null, outcome: null, examined: 2 ** 22 });
    expect((await store.verify({ full: true })).problems).toEqual([]);
    await expect(store.periods('{18,43,57,82,100}', { limit: 2 ** 53 + 2 })).rejects.toThrow(
      'a whole number from 0 to 2^53, not 9_007_199_254_740_994.',
    );
    store.close();
  });

  const searchesIn = (folder: string): string[] => filesIn(folder).filter((name) => name.endsWith('.search'));

  /** Looks until it is stopped in the midst of a search by states; what was told of it. */
  async function stopped(store: Store, beyond: number): Promise<SearchEvent[]> {
    const controller = new AbortController();
    const events: SearchEvent[] = [];
    const search = store.periods(ADDITIVE.game, {
      limit: 2 ** 53,
      signal: controller.signal,
      onSearch: (event) => events.push(event),
      onLook: (values) => {
        if (values > beyond) controller.abort();
      },
    });
    await expect(search).rejects.toMatchObject({ code: 'interrupted' });
    return events;
  }

  it('that was stopped goes on from there, and finds the same', async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder, { compute: false });
    const [first] = await stopped(store, 2 ** 18);
    expect(first).toMatchObject({ event: 'kept', quantity: 'outcome' });
    expect(searchesIn(folder)).toHaveLength(1);
    const [resumed, kept] = await stopped(store, 2 ** 20);
    expect(resumed).toEqual({ ...first, event: 'resumed' });
    expect(kept.positions).toBeGreaterThan(first.positions);
    expect(kept.seconds).toBeGreaterThan(first.seconds);
    // Nothing rests on it.
    expect((await store.verify({ full: true })).problems).toEqual([]);
    const found = await store.periods(ADDITIVE.game);
    const anew = await openStore(temporaryFolder(), { compute: false });
    expect(found).toEqual(await anew.periods(ADDITIVE.game));
    expect(searchesIn(folder)).toEqual([]);
    store.close();
    anew.close();
  });

  it('that came to its limit goes on with a greater one', async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder, { compute: false });
    const events: SearchEvent[] = [];
    const look = (limit: number): Promise<unknown> =>
      store.periods(SEEDED.game, { limit, onSearch: (event) => events.push(event) });
    // A search looks at some four times as many positions: this one meets the return, and needs more values to prove it.
    expect(await look(2 ** 20)).toMatchObject({ nim: null, outcome: null, examined: 2 ** 20 });
    expect(events.map(({ event }) => event)).toEqual(['kept', 'kept']);
    const found = await look(2 ** 23);
    const anew = await openStore(temporaryFolder(), { compute: false });
    expect(found).toEqual(await anew.periods(SEEDED.game));
    anew.close();
    expect(events.slice(2).map(({ event }) => event)).toEqual(['resumed', 'resumed']);
    expect(searchesIn(folder)).toEqual([]);
    store.close();
  });

  it('begins anew where what was kept is damaged, and proves nothing by what was written into it', async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder, { compute: false });
    await stopped(store, 2 ** 18);
    const [file] = searchesIn(folder);
    const whole = readFileSync(file);
    const forged = (place: object): Buffer => resealed(whole.toString(), () => ({ place }));
    for (const damaged of [
      Buffer.alloc(0),
      whole.subarray(0, 999),
      forged({ stage: 'none' }),
      ...[0, 3104, 9e15].map((seen) =>
        forged({ stage: 'found', cycle: { preperiod: 0, period: ADDITIVE.period, seen } }),
      ),
    ]) {
      writeFileSync(file, damaged);
      const [event] = await stopped(store, 2 ** 18);
      expect(event).toMatchObject({ event: 'damaged', positions: 0, seconds: 0 });
    }
    writeFileSync(file, forged({ stage: 'found', cycle: { preperiod: 3, period: 1_000_000, seen: 4000 } }));
    await expect(store.periods(ADDITIVE.game)).rejects.toMatchObject({
      code: 'corrupt',
      remedy: { do: 'retry' },
    });
    expect(searchesIn(folder)).toEqual([]);
    expect(await store.periods(ADDITIVE.game)).toMatchObject({ outcome: { period: ADDITIVE.period } });
    store.close();
  });

  it('that was kept is gone once values proved the period', async () => {
    const folder = temporaryFolder();
    const game = '{14,26,41,53,67}';
    const store = await openStore(folder, { compute: false });
    await store.periods(game, { limit: 300_000 });
    expect(searchesIn(folder)).not.toEqual([]);
    await drain(store.extend(game, { to: 1_000_000 }));
    const { nim, outcome } = await store.periods(game);
    expect([nim, outcome]).not.toContain(null);
    expect(searchesIn(folder)).toEqual([]);
    store.close();
  });

  it('has none of sets that states would be too long for', async () => {
    const store = await openStore(temporaryFolder(), { compute: false });
    const many = `{${Array.from({ length: 70 }, (_, i) => 2 * i + 1).join(',')},500}`;
    await expect(store.periods(many, { limit: 2 ** 31 })).rejects.toThrow(
      'a whole number from 0 to 2^30, not 2_147_483_648.',
    );
    expect(await store.periods(many)).toMatchObject({ isPossible: true });
    store.close();
  });

  it('of misere outcomes is that of Ferguson: {2,3,7} has 1 1 0 0 2 over and over', async () => {
    const store = await openStore(temporaryFolder(), { compute: false });
    // In misere play a position without moves is won by who moves there.
    const game = '{2,3,7} hotspots {0,1}';
    expect((await store.periods(game)).outcome).toMatchObject({ preperiod: 0, period: 5 });
    const positions = [0, 1, 2, 3, 4, 1e15, 1e15 + 1, 1e15 + 2, 1e15 + 3, 1e15 + 4];
    expect(Array.from(await store.isCold(game, positions), Number)).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 1, 0]);
    store.close();
  });

  it('in memory finds what one in a store does', async () => {
    const store = await openStore(temporaryFolder(), { readOnly: true, compute: false });
    const { nim, outcome } = await store.periods(ADDITIVE.game);
    expect([nim?.period, outcome?.period]).toEqual([ADDITIVE.period, ADDITIVE.period]);
    store.close();
  });
});
