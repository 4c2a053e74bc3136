/** Analyses, figures and readings say what they cost before they begin, give way while they work, and stop when told. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  analyzeDensity,
  analyzeDigits,
  analyzeGaps,
  analyzeResidues,
  analyzeValues,
  openStore,
  plot,
  readGame,
  readNimValues,
  readRaster,
  readRemoteness,
  tableBytes,
  type Store,
} from '../../src/index.js';
import { studyNamed } from '../../src/analysis/analyses.js';
import { fitOfGame } from '../../src/analysis/counting/fit.js';
import { figureOf } from '../../src/analysis/plot.js';
import { fileFolder } from '../support/cli.js';
import { extendOnce } from '../support/store.js';

const LAST = Number.MAX_SAFE_INTEGER;
const folder = fileFolder();
let store: Store;

beforeAll(async () => {
  await extendOnce(folder, 'squares', { to: 20_000, series: 'both', threads: 1 });
  await extendOnce(folder, '{375,368}', { to: 300, series: 'both', threads: 1 });
  store = await openStore(folder, { readOnly: true, compute: { seconds: 5, threads: 1 } });
});
afterAll(() => store.close());

/** A signal that is aborted as soon as anything but the work itself is heard. */
function abortedSoon(): AbortSignal {
  const controller = new AbortController();
  setImmediate(() => setImmediate(() => controller.abort()));
  return controller.signal;
}

async function csvOf(result: Parameters<typeof tableBytes>[0]): Promise<string> {
  let text = '';
  for await (const chunk of tableBytes(result, 'csv')) text += Buffer.from(chunk).toString();
  return text;
}

describe('the cost of a reading', () => {
  it('is refused before it begins where no period is known, with what is possible', async () => {
    const to = 'Choose a smaller value for "to".';
    for (const run of [
      () => analyzeGaps(store, 'moser-de-bruijn', { to: LAST }),
      () => analyzeResidues(store, 'moser-de-bruijn', { to: LAST, modulus: 3 }),
      () => analyzeValues(store, 'moser-de-bruijn', { to: LAST }),
      () => readNimValues(store, '{1,3,4}', { to: LAST }),
    ]) {
      await expect(run()).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringMatching(/at most \d+ |[Aa]t most \d/) as string,
      });
      await expect(run()).rejects.toThrow(to);
    }
  });

  it('counts cold positions by a formula that has no period', async () => {
    // Those below 4^k are 2^k: base-4 digits 0 and 2.
    const { points } = await analyzeDensity(store, 'moser-de-bruijn', { at: [4 ** 5, 4 ** 26], to: LAST });
    expect(points.map(({ below }) => below)).toEqual([2 ** 5, 2 ** 26]);
  });

  it('bounds the files of an export, and the rows of a result', async () => {
    const options = { series: 'cold', format: 'parquet', to: LAST, partLength: 1 } as const;
    await expect(store.exportToFolder('{1,3,4}', join(folder, 'parts'), options)).rejects.toThrow(
      'A folder can have at most 1_048_576 files, not 9_007_199_254_740_991.',
    );
  });
});

it('walks the parts of a range, however many there are', async () => {
  const { parts } = await store.source('{1,3,4}', 'cold', { to: LAST });
  let stop = 0;
  for (const part of parts) {
    expect(part.start).toBe(stop);
    stop = part.stop;
    if (stop > 2 ** 24) break;
  }
});

it('gives the first bytes of an export at once, also where hardly any position follows', async () => {
  for (const format of ['csv', 'bfile'] as const) {
    const bytes = store.export('all', { series: 'cold', sparse: true, format, to: LAST });
    const first = await bytes.next();
    expect(Buffer.from(first.value as Uint8Array).toString()).toBe(format === 'csv' ? 'n\n0\n' : '0 0\n');
    await bytes.return(undefined);
  }
});

describe('a signal is heard', () => {
  it('by an analysis', async () => {
    const gaps = analyzeGaps(store, 'moser-de-bruijn', { to: 2 ** 24, signal: abortedSoon() });
    await expect(gaps).rejects.toMatchObject({ code: 'interrupted' });
    const scores = analyzeResidues(store, 'moser-de-bruijn', {
      to: 2 ** 14,
      modulus: 3,
      max: 1000,
      signal: abortedSoon(),
    });
    await expect(scores).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('by the fit of an analysis, after each of its points', async () => {
    const points = Array.from({ length: 50 }, (_, i) => ({ x: i + 1, y: 2 * (i + 1) }));
    let breaths = 0;
    const breathe = (): Promise<void> => {
      breaths++;
      return Promise.resolve();
    };
    expect(await fitOfGame({ game: readGame('squares'), breathe }, () => points)).toMatchObject({
      points: 50,
    });
    expect(breaths).toBe(50);
  });

  it('by values, cold positions and batches that nobody could read to their end', async () => {
    for (const walk of [
      (signal: AbortSignal) => store.values('{1,3,4}', { series: 'nim', to: LAST, signal }),
      (signal: AbortSignal) => store.coldPositions('all', { to: LAST, signal }),
      (signal: AbortSignal) => store.scan('odd', { to: LAST, signal }),
      (signal: AbortSignal) => store.export('odd', { series: 'nim', format: 'arrow', to: LAST, signal }),
    ]) {
      const controller = new AbortController();
      const all = async (): Promise<void> => {
        const seen: unknown[] = [];
        for await (const item of walk(controller.signal)) {
          if (seen.push(item) === 1) setImmediate(() => controller.abort());
        }
      };
      await expect(all()).rejects.toMatchObject({ code: 'interrupted' });
    }
  });
});

it('a range that ends before it starts is a usage error in every figure and analysis', async () => {
  const range = { from: 100, to: 50 };
  for (const run of [
    () => readNimValues(store, 'squares', range),
    () => readRemoteness(store, 'squares', range),
    () => readRaster(store, 'squares', range),
    () => analyzeDensity(store, 'squares', range),
    () => analyzeGaps(store, 'squares', range),
    () => store.valueHash('squares', 'cold', range),
    () => store.values('squares', { series: 'nim', ...range }).next(),
    () => store.scan('squares', range).next(),
    () => store.coldPositions('squares', range).next(),
    () => store.export('squares', { series: 'nim', format: 'csv', ...range }).next(),
  ]) {
    await expect(run()).rejects.toThrow('The range begins at 100, above its end 50.');
  }
});

describe('residues', () => {
  it('have no collision where no subtrahend is below the end of the range', async () => {
    const result = await analyzeResidues(store, '{375,368}', { modulus: 3, to: 300 });
    expect(result.separation).toMatchObject([{ modulus: 3, collision: null }]);
    expect(studyNamed('residues').facts(result, String)).toContain(
      'No subtrahend is below 300, so classes do not collide.',
    );
    const scores = await analyzeResidues(store, '{375,368}', { modulus: 3, max: 9, to: 300 });
    expect((await csvOf(scores)).split('\n')[1]).toMatch(/^2,0,0,1,$/);
    expect(figureOf(scores)).not.toBeNull();
  });

  it('up to 2 are the same table as up to 3', async () => {
    const tables = [2, 3].map(async (max) =>
      csvOf(await analyzeResidues(store, 'squares', { modulus: 5, max })),
    );
    const [two, three] = await Promise.all(tables);
    expect(three.startsWith(two)).toBe(true);
  });
});

it('a fit is rounded alike in facts and in figures', async () => {
  const result = await analyzeDensity(store, 'squares');
  const { coefficient, exponent } = result.fit!;
  const rounded = (value: number): string => String(Number(value.toPrecision(3)));
  const [line] = studyNamed('density').facts(result, String);
  expect(line).toContain(`${rounded(coefficient)} n^${rounded(exponent)} `);
  expect(JSON.stringify(figureOf(result))).toContain(`fit ${rounded(coefficient)} n`);
});

describe('the largest options', () => {
  it('are drawn', { tags: 'slow' }, async () => {
    for (const result of [
      await analyzeResidues(store, 'odd', { modulus: 2 ** 18, to: LAST }),
      await analyzeDigits(store, 'odd', { base: 2 ** 18, to: LAST }),
      await analyzeDensity(store, 'odd', { to: LAST }),
    ]) {
      expect(Buffer.from(await plot(result, 'svg')).toString()).toContain('</svg>');
    }
  });
});
