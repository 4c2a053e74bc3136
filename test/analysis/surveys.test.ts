/** Analyses of surveys, from files in each format, against periods that are found here by the definition. */
import { inflateSync } from 'node:zlib';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeSurvey, finiteGame, nimValuesByDefinition, plot, survey } from '../../src/index.js';
import { plotForPage } from '../../src/analysis/plot.js';
import { gcd } from '../../src/common/divisors.js';

const MAX = 13;
const FILES = ['sets.arrow', 'sets.parquet', 'sets.csv'] as const;
let folder: string;
const pathOf = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'takeaway-surveys-'));
  for (const name of FILES) await survey({ max: MAX, size: 3, output: pathOf(name), threads: 1 });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The least period of the last half of many values, and the first position from which they repeat. */
function periodByDefinition(set: readonly number[]): { period: number; preperiod: number } {
  const values = nimValuesByDefinition(finiteGame(set).set, 2000);
  let period = 1;
  while (values.slice(1000 + period).some((value, i) => value !== values[1000 + i])) period++;
  let preperiod = 1000;
  while (preperiod > 0 && values[preperiod - 1] === values[preperiod - 1 + period]) preperiod--;
  return { period, preperiod };
}

/** All sets, with what the definition says of them. */
const SETS = (() => {
  const sets: { set: number[]; period: number; preperiod: number; kind: string }[] = [];
  for (let c = 3; c <= MAX; c++)
    for (let b = 2; b < c; b++)
      for (let a = 1; a < b; a++) {
        if (gcd(gcd(a, b), c) !== 1) continue;
        const found = periodByDefinition([a, b, c]);
        const sums: Record<string, number> = { 's1+s2': a + b, 's1+s3': a + c, 's2+s3': b + c };
        const named = Object.keys(sums).find((name) => sums[name] === found.period);
        const divides = Object.values(sums).some((sum) => sum % found.period === 0);
        const kind = a + b === c ? 'additive' : (named ?? (divides ? 'divides a sum' : 'other'));
        sets.push({ set: [a, b, c], ...found, kind });
      }
  return sets;
})();

describe.each(FILES)('a survey in %s', (name) => {
  it('has the kinds that the definition gives', async () => {
    const { kinds, sets, range, series } = await analyzeSurvey(pathOf(name), 'kinds');
    expect({ sets, range, series }).toEqual({
      sets: SETS.length,
      range: { start: 3, stop: MAX + 1 },
      series: 'nim',
    });
    for (const { kind, sets: count, longestPeriod, longestPreperiod, set } of kinds) {
      const of = SETS.filter((each) => each.kind === kind);
      expect(count).toBe(of.length);
      expect(longestPeriod).toBe(Math.max(...of.map(({ period }) => period)));
      expect(longestPreperiod).toBe(Math.max(...of.map(({ preperiod }) => preperiod)));
      expect(periodByDefinition(set).period).toBe(longestPeriod);
    }
    expect(kinds.reduce((sum, each) => sum + each.sets, 0)).toBe(sets);
  });

  it('has the longest period of each largest move, and the records among them', async () => {
    const { longest, fit, exponential } = await analyzeSurvey(pathOf(name), 'growth', { from: 5, to: 12 });
    expect(longest.map(({ largestMove }) => largestMove)).toEqual([5, 6, 7, 8, 9, 10, 11]);
    let most = 0;
    for (const { largestMove, sets, period, preperiod, set, isRecord } of longest) {
      const of = SETS.filter((each) => each.set[2] === largestMove);
      expect(sets).toBe(of.length);
      expect(period).toBe(Math.max(...of.map((each) => each.period)));
      expect(periodByDefinition(set)).toEqual({ period, preperiod });
      expect(isRecord).toBe(period > most);
      most = Math.max(most, period);
    }
    expect(fit!.points).toBe(7);
    expect(exponential!.factor).toBeGreaterThan(1);
  });

  it('has preperiods from each power of 2 to the next', async () => {
    const { shares, sets, unproven, longest } = await analyzeSurvey(pathOf(name), 'preperiods');
    expect([sets, unproven]).toEqual([SETS.length, 0]);
    for (const { start, stop, sets: count } of shares)
      expect(count).toBe(SETS.filter(({ preperiod }) => preperiod >= start && preperiod < stop).length);
    expect(longest!.preperiod).toBe(Math.max(...SETS.map(({ preperiod }) => preperiod)));
  });

  it('has a plane with a cell for each set that has a move', async () => {
    const { side, cells, kinds } = await analyzeSurvey(pathOf(name), 'plane', { third: 5 });
    expect(side).toBe(MAX);
    const shown = SETS.filter(({ set }) => set.includes(5));
    expect(cells.filter((cell) => cell > 0)).toHaveLength(shown.length);
    for (const { set, kind } of shown) {
      const [a, b] = set.filter((move) => move !== 5);
      expect(kinds[cells[(b - 1) * side + a - 1] - 1].kind).toBe(kind);
    }
  });
});

describe('growth', () => {
  it(
    'is fitted to every k-th of more than 4096 points, also as a power of the largest move',
    { tags: 'slow' },
    async () => {
      // Every third period is the same; the others are no such thing.
      const rows = Array.from({ length: 8193 }, (_, i) => `${i + 1},${i % 3 === 0 ? 7 : 1000 + i},0\n`);
      writeFileSync(pathOf('many.csv'), `s1,nim_period,nim_preperiod\n${rows.join('')}`);
      const { longest, fit, exponential } = await analyzeSurvey(pathOf('many.csv'), 'growth');
      expect(longest).toHaveLength(8193);
      expect(fit).toMatchObject({ points: 2731, exponent: 0 });
      expect(exponential!.factor).toBe(1);
      expect(exponential!.coefficient).toBeCloseTo(7, 9);
    },
  );
});

describe('the plane', () => {
  it(
    'is drawn one pixel a set where it is large, each with the colour of its kind',
    { tags: 'slow' },
    async () => {
      const MAX = 130;
      await survey({ pattern: '{5, a, b}', max: MAX, output: pathOf('plane.arrow'), threads: 1 });
      const result = await analyzeSurvey(pathOf('plane.arrow'), 'plane');
      expect(result.third).toBe(5);
      const svg = new TextDecoder().decode(await plot(result, 'svg'));
      const png = Buffer.from(/xlink:href="data:image\/png;base64,([^"]*)"/.exec(svg)![1], 'base64');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([MAX, MAX]);
      // The checksum of the empty chunk at the end is known.
      expect(png.subarray(-8).toString('hex')).toBe('49454e44ae426082');
      const at = png.indexOf('IDAT');
      const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
      const width = 1 + Math.ceil(MAX / 2);
      for (let b = 1; b <= MAX; b++)
        for (let a = 1; a <= MAX; a++) {
          const pair = rows[width * (MAX - b) + 1 + ((a - 1) >>> 1)];
          expect(a % 2 === 1 ? pair >>> 4 : pair & 15).toBe(result.cells[(b - 1) * MAX + a - 1]);
        }
    },
  );

  it('has cells that say what they are where it is small', async () => {
    for (const name of FILES.slice(0, 1))
      expect(await analyzeSurvey(pathOf(name), 'plane')).toEqual(
        await analyzeSurvey(pathOf(name), 'plane', { third: MAX }),
      );
    const result = await analyzeSurvey(pathOf(FILES[0]), 'plane', { third: 5 });
    const shown = SETS.filter(({ set }) => set.includes(5));
    const { svg, panels } = (await plotForPage([result], 700))!;
    expect(svg).not.toContain('<image');
    const words = panels.flatMap(({ marks }) => marks.map(([, , , , said]) => said));
    const expected = shown.map(({ set, kind }) => [`set: {${set.join(',')}}`, kind] as const);
    expect(words.map((said) => said.split('\n')[0]).sort()).toEqual(expected.map(([set]) => set).sort());
    for (const [set, kind] of expected) {
      const [, , sum = ''] = /^(s\d)\+(s\d)$/.exec(kind) ?? [];
      expect(words.find((said) => said.startsWith(`${set}\n`))).toContain(sum);
    }
  });

  it('shows outcomes of a survey of outcomes, and says what such a survey lacks', async () => {
    await survey({ max: 8, size: 3, series: 'cold', output: pathOf('cold.parquet'), threads: 1 });
    expect((await analyzeSurvey(pathOf('cold.parquet'), 'plane', { third: 3 })).series).toBe('cold');
    await expect(analyzeSurvey(pathOf('cold.parquet'), 'kinds', { series: 'nim' })).rejects.toThrow(
      /nim_period/,
    );
    await expect(analyzeSurvey(pathOf('cold.parquet'), 'growth', { from: 9 })).rejects.toThrow(
      /has no set whose largest move is from 9 on/,
    );
    const none = await analyzeSurvey(pathOf('cold.parquet'), 'plane', { third: 99 });
    await expect(plot(none, 'svg')).rejects.toThrow(/a set of three moves/);
  });
});

describe('kinds', () => {
  it('of other sizes and lists are additive, symmetric or others, and sets without a proven period', async () => {
    const sets = [
      [1, 2, 3, 4],
      [2, 5, 7, 12],
      [1, 3, 4],
      [1, 4, 9, 11],
      [3, 4, 7, 8, 11],
      [2],
      [4, 19, 22, 41],
    ];
    await survey({ sets, limit: 1500, output: pathOf('list.csv'), threads: 1 });
    const { kinds } = await analyzeSurvey(pathOf('list.csv'), 'kinds', { series: 'cold' });
    expect(Object.fromEntries(kinds.map(({ kind, sets: count }) => [kind, count]))).toEqual({
      additive: 2,
      other: 1,
      symmetric: 3,
      'not proven': 1,
    });
  });
});

describe('a file that is no survey', () => {
  it('is refused by name', async () => {
    writeFileSync(pathOf('other.csv'), 'a,b\n1,2\n');
    writeFileSync(pathOf('rows.csv'), 's1,s2,nim_period,nim_preperiod\n1,2,3,0\n5,4,9,0\n');
    writeFileSync(pathOf('text.csv'), 's1,nim_period,nim_preperiod\n1,"two, of ""all""",0\n');
    writeFileSync(pathOf('fields.csv'), 's1,nim_period,nim_preperiod\n2,4,0\n3,6');
    writeFileSync(pathOf('empty.csv'), '');
    writeFileSync(pathOf('empty.arrow'), '');
    const cut = readFileSync(pathOf('sets.parquet'));
    writeFileSync(pathOf('cut.parquet'), cut.subarray(0, cut.length - 100));
    writeFileSync(pathOf('cut.arrow'), readFileSync(pathOf('sets.arrow')).subarray(0, 3000));
    // One line of 2 TB, which is not read to its end, and a file that no memory holds.
    for (const name of ['long.csv', 'large.arrow', 'large.parquet']) {
      writeFileSync(pathOf(name), '');
      truncateSync(pathOf(name), 2 ** 41);
    }
    symlinkSync(pathOf('large.arrow'), pathOf('link.arrow'));
    const refusals = [
      ['long.csv', /line 1 of more than 65536 characters/],
      ['large.arrow', /no schema/],
      ['large.parquet', /cannot be read as Parquet file/],
      ['link.arrow', /no schema/],
      ['other.csv', /no column .* columns s1, nim_period/s],
      ['fields.csv', /2 fields instead of 3/],
      ['rows.csv', /^Row 2 of the survey .* A row has increasing moves/],
      ['text.csv', /^Row 1 of/],
      ['empty.csv', /no column/],
      ['empty.arrow', /no schema/],
      ['cut.parquet', /cannot be read as Parquet file/],
      ['cut.arrow', /cannot be read as Arrow IPC file/],
      ['missing.arrow', /cannot be read as/],
      ['sets.txt', /\.arrow/],
    ] as const;
    for (const [name, message] of refusals)
      await expect(analyzeSurvey(pathOf(name), 'growth'), name).rejects.toThrow(message);
    await expect(analyzeSurvey(pathOf('sets.csv'), 'kinds', { from: 9, to: 4 })).rejects.toThrow(/range/i);
    for (const range of [{ from: 5, to: 5 }, { from: 1e6 }])
      await expect(analyzeSurvey(pathOf('sets.csv'), 'kinds', range)).rejects.toThrow(
        /whose largest move is from/,
      );
    await expect(analyzeSurvey(pathOf('sets.csv'), 'kind' as 'kinds')).rejects.toThrow(/kinds/);
  });
});
