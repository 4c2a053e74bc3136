/** Series of several games as one job: what it gives is what extensions give, and no claim of a period is taken unproven. */
import { describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../src/index.js';
import { checkSolved } from '../../src/engine/extending/sweep.js';
import type { SeriesName } from '../../src/columnar/layout.js';
import type { Periods } from '../../src/game/periods.js';
import { readGame } from '../../src/engine/read-game.js';
import { EXTENSION, type ExtensionInput } from '../../src/jobs/kinds/extension.js';
import { SWEEP_PART, type SweepPart } from '../../src/jobs/kinds/sweep-part.js';
import { InvalidResult, type JobContext, type Made } from '../../src/jobs/job.js';
import { temporaryFolder } from '../support/temporary.js';

const CONTEXT: JobContext = {
  blob: () => Promise.reject(new Error('nothing was given')),
};

/** With seeds, a cofinite set with a saltus, an infinite set, and more positions than a piece has. */
const GAMES = ['{1,3,4}', '{2,5,11}', 'all-but{2,3}', '{1,2} seed [7,3]', 'squares', '{2,5,6} seed [0,0,9]'];
const TO = 10_000;

function inputOf(text: string, series: SeriesName, change: Partial<ExtensionInput> = {}): ExtensionInput {
  const { key, definition } = readGame(text);
  const how = { method: 'auto', pieceLength: 2 ** 16, seconds: 60, known: [] };
  return { key, definition, series, start: 0, stop: TO, ...how, ...change };
}

const JOB: SweepPart = {
  series: [
    ...GAMES.flatMap((game) => [inputOf(game, 'nim'), inputOf(game, 'cold')]),
    ...GAMES.slice(0, 3).map((game) => inputOf(game, 'remoteness')),
  ],
  seconds: 60,
};

async function checkedOf({ series }: SweepPart, made: Made, claim = (claims: Periods): Periods => claims) {
  const swept = await SWEEP_PART.readResult(JOB, made);
  return Promise.all(
    swept.map(({ parts, claims }, i) => {
      const game = readGame(series[i].definition);
      return checkSolved({ game, series: series[i].series, parts, claims: claim(claims) }, Math.random);
    }),
  );
}

async function extended(fill: (store: Store) => Promise<void>) {
  const store = await openStore(temporaryFolder());
  try {
    await fill(store);
    expect(await store.verify({ full: true })).toMatchObject({ problems: [] });
    const blocks = store.blocks().map(({ game, series, start, stop, sha256, coldCount }) => {
      return { game, series, start, stop, sha256, coldCount };
    });
    return { blocks, periods: GAMES.map((game) => store.recordedPeriods(game)) };
  } finally {
    store.close();
  }
}

describe('several games as a job', () => {
  it(
    'are stored as extensions store them, with the same periods and evidence',
    { tags: 'slow' },
    async () => {
      expect(SWEEP_PART.readInput(JSON.parse(JSON.stringify(JOB)))).toEqual(JOB);
      const made = await SWEEP_PART.compute(JOB, CONTEXT);
      const travelled = { ...made, data: JSON.parse(JSON.stringify(made.data)) as unknown };
      const checked = await checkedOf(JOB, travelled);
      const swept = await extended((store) => store.keep(checked));
      const one = await extended(async (store) => {
        for (const game of GAMES) {
          const blocks = store.extend(game, { to: TO });
          while ((await blocks.next()).done !== true);
        }
        for (const game of GAMES.slice(0, 3)) {
          const blocks = store.extend(game, { to: TO, series: 'remoteness' });
          while ((await blocks.next()).done !== true);
        }
      });
      expect(swept).toEqual(one);
      // {1,3,4}: period 7 (Winning Ways, chapter 4).
      expect(swept.periods[0].nim).toMatchObject({ period: 7, preperiod: 0 });
      expect(swept.periods[0].remoteness).toMatchObject({ period: 7, saltus: 4 });
    },
  );

  it('end with the first when the time is over', async () => {
    const made = await SWEEP_PART.compute({ ...JOB, seconds: 0 }, CONTEXT);
    expect(await SWEEP_PART.readResult(JOB, made)).toHaveLength(1);
  });

  it('end with what they have when the worker is to stop, but for those that confirm a result', async () => {
    const input = inputOf('{1,3,4}', 'nim', { pieceLength: 4096 });
    const part = { series: [input, inputOf('{1,2}', 'nim', { pieceLength: 4096 })], seconds: 60 };
    const stopped = { ...CONTEXT, signal: AbortSignal.abort() };
    const [short, ...none] = await SWEEP_PART.readResult(part, await SWEEP_PART.compute(part, stopped));
    expect([short.parts.at(-1)?.stop, none]).toEqual([4096, []]);
    const confirm = SWEEP_PART.confirm!;
    const found = await SWEEP_PART.readResult(part, await SWEEP_PART.compute(part, CONTEXT));
    const confirming = confirm.again(part, found);
    const second = await SWEEP_PART.readResult(confirming, await SWEEP_PART.compute(confirming, stopped));
    expect(second).toHaveLength(2);
    expect(second[0].parts.at(-1)?.stop).toBe(input.stop);
    expect(confirm.hashOf(second)).toBe(confirm.hashOf(found));
  });

  it('claim nothing of a series whose own time was over', async () => {
    const series = [inputOf('{1,3,4}', 'nim', { pieceLength: 4096, seconds: 0 })];
    const part = { series, seconds: 60 };
    const [found] = await SWEEP_PART.readResult(part, await SWEEP_PART.compute(part, CONTEXT));
    expect(found.parts.map(({ stop }) => stop)).toEqual([4096]);
    expect(found.claims).toEqual({});
  });

  it.each<[string, (claims: Periods) => Periods]>([
    [
      'twice the period',
      ({ nim, ...rest }) => (nim ? { ...rest, nim: { ...nim, period: 2 * nim.period } } : {}),
    ],
    [
      'a later preperiod',
      ({ nim, ...rest }) => (nim ? { ...rest, nim: { ...nim, preperiod: nim.preperiod + 1 } } : {}),
    ],
    [
      'another period',
      ({ nim, ...rest }) => (nim ? { ...rest, nim: { ...nim, period: nim.period + 1 } } : {}),
    ],
    ['a saltus', ({ nim, ...rest }) => (nim ? { ...rest, nim: { ...nim, saltus: nim.saltus + 1 } } : {})],
    ['a period of other outcomes', () => ({ outcome: { preperiod: 0, period: 1, saltus: 0 } })],
    ['a period above what was looked at', () => ({ outcome: { preperiod: TO, period: TO, saltus: 0 } })],
  ])('are not taken with %s', async (_, claim) => {
    const series = [inputOf('{2,5,11}', 'nim'), inputOf('all-but{2,3}', 'nim')];
    for (const one of series) {
      const part = { series: [one], seconds: 60 };
      const [{ parts, claims }] = await SWEEP_PART.readResult(part, await SWEEP_PART.compute(part, CONTEXT));
      const game = readGame(one.definition);
      expect(claims.nim).toBeDefined();
      const solved = { game, series: one.series, parts };
      expect(await checkSolved({ ...solved, claims }, Math.random)).toBeDefined();
      await expect(checkSolved({ ...solved, claims: claim(claims) }, Math.random)).rejects.toMatchObject({
        code: 'internal',
      });
    }
  });

  it('are refused where they are no result', async () => {
    const part = { series: [inputOf('{1,3,4}', 'nim'), inputOf('{1,2}', 'nim')], seconds: 60 };
    const { data, blobs } = await SWEEP_PART.compute(part, CONTEXT);
    const [first, second] = data as { blobs: number; parts: object[] }[];
    expect(blobs).toHaveLength(2);
    const wrong: Made[] = [
      { data: null, blobs },
      { data: [], blobs: [] },
      { data: [first], blobs },
      { data: [first, second, first], blobs: [...blobs, blobs[0]] },
      {
        data: [
          { ...first, blobs: 2 },
          { ...second, blobs: 0 },
        ],
        blobs,
      },
      { data: [{ ...first, blobs: 2 }, second], blobs },
      { data: [first, { ...second, parts: [] }], blobs },
      { data: [first, { ...second, claims: null }], blobs },
      { data: [first, { ...second, claims: { nim: { preperiod: 0, period: 0, saltus: 0 } } }], blobs },
      { data, blobs: [] },
      { data, blobs: [blobs[0]] },
      { data, blobs: [...blobs, blobs[1]] },
      { data, blobs: [blobs[0].subarray(1), blobs[1]] },
      { data, blobs: [blobs[0], new Uint8Array([...blobs[1], 0])] },
    ];
    for (const made of wrong)
      await expect((async () => SWEEP_PART.readResult(part, made))()).rejects.toBeInstanceOf(InvalidResult);
    expect(await SWEEP_PART.readResult(part, { data, blobs })).toHaveLength(2);
  });

  it('may give back no more than their extensions', () => {
    const most = GAMES.map((game) => EXTENSION.most(inputOf(game, 'nim')));
    const sum = SWEEP_PART.most({ series: GAMES.map((game) => inputOf(game, 'nim')), seconds: 1 });
    expect(sum).toBe(most.reduce((total, bytes) => total + bytes, 0));
    expect(() =>
      SWEEP_PART.readInput({ series: [inputOf('odd', 'nim', { start: 64 })], seconds: 1 }),
    ).toThrow(TypeError);
  });
});
