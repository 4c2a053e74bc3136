/** A file is what its ending says, or the ending is refused, by every command and function that writes one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { ENDINGS, formatForFile, formatOfFile } from '../../src/common/formats.js';
import { SEQUENCE_FORMATS } from '../../src/engine/reading/sequences.js';
import { openStore, plotToFile, sql, sqlToFile } from '../../src/index.js';
import { studyNamed } from '../../src/analysis/analyses.js';
import { EXPORT_FORMATS, TABLE_FORMATS } from '../../src/tables/formats.js';
import { FIGURE_FORMATS } from '../../src/figures/formats.js';
import { takeaway } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';
import { readParquet } from '../support/tables.js';

const LISTS = { EXPORT_FORMATS, FIGURE_FORMATS, SEQUENCE_FORMATS, TABLE_FORMATS };

describe('endings', () => {
  it.each(Object.entries(LISTS))('of %s are all of the one list', (_, formats) => {
    const known: readonly string[] = Object.values(ENDINGS).flat();
    for (const { endings } of formats) for (const ending of endings) expect(known).toContain(ending);
  });

  it('are the longest that mean something, whatever their case', () => {
    expect(formatOfFile(FIGURE_FORMATS, 'a.b/x.VL.json')?.name).toBe('vl.json');
    expect(formatOfFile(TABLE_FORMATS, 'x.vl.json')).toBeUndefined();
    expect(formatOfFile(TABLE_FORMATS, 'x.JSON')?.name).toBe('json');
    expect(formatForFile(TABLE_FORMATS, 'results.2024', 'csv').name).toBe('csv');
  });
});

const EXPORT = ['export', 'odd', '--to', '10'];

describe('a file of another format than its ending', () => {
  it.each([
    [[...EXPORT, '-o', 'x.xlsx'], 'x.xlsx'],
    [[...EXPORT, '--format', 'csv', '-o', 'x.parquet'], 'x.parquet'],
    [[...EXPORT, '--format', 'csv', '-o', 'x.csv.gz'], 'x.csv.gz'],
    [[...EXPORT, '--format', 'bfile', '-o', 'x.csv'], 'x.csv'],
    [[...EXPORT, '--format', 'oeis', '-o', 'x.json'], 'x.json'],
    [[...EXPORT, '--sequence', 'cold', '--format', 'bfile', '-o', 'x.npy'], 'x.npy'],
    [[...EXPORT, '--format', 'arrow', '--part-length', '100', '-o', 'x.parquet'], 'x.parquet'],
    [['sql', 'SELECT 1', '-o', 'x.npy'], 'x.npy'],
    [['sql', 'SELECT 1', '-o', 'x'], 'x'],
    [['sql', 'SELECT 1', '--format', 'csv', '-o', 'x.jsonl'], 'x.jsonl'],
    [['plot', 'odd', 'raster', '--to', '100', '-o', 'x.pdf'], 'x.pdf'],
    [['plot', 'odd', 'raster', '--to', '100', '--format', 'png', '-o', 'x.svg'], 'x.svg'],
    [['survey', '--max', '9', '--size', '2', '-o', 'x.npy'], 'x.npy'],
    [['sweep', 'odd', '--to', '10', '--output', 'x.xlsx'], 'x.xlsx'],
  ])('is refused before any work: %j', async (words, found) => {
    const cwd = temporaryFolder();
    const { code, stdout, stderr } = await takeaway([...words, '--store', join(cwd, 'store')], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`^takeaway: ${found} (cannot have the format|does not say a format)`));
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('is refused by the functions of the library', async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder, { readOnly: true, compute: { seconds: 10 } });
    const path = join(folder, 'x.parquet');
    const result = await studyNamed('gaps').run(store, 'odd', { to: 100 });
    for (const write of [
      () => store.exportToFile('odd', path, { series: 'nim', format: 'csv', to: 10 }),
      () => store.exportToFolder('odd', path, { series: 'nim', format: 'arrow', to: 10 }),
      () => store.sequenceToFile('odd', path, { sequence: 'nim', to: 10 }),
      () => sqlToFile(sql(store, 'SELECT 1'), path, { format: 'csv' }),
      () => plotToFile(result, 'svg', path),
    ]) {
      await expect(write()).rejects.toThrow(/Choose a name that ends in .*/);
    }
    expect(existsSync(path)).toBe(false);
    store.close();
  });
});

describe('the table of a sweep', () => {
  it('is CSV, Arrow or Parquet by the ending', async () => {
    const folder = temporaryFolder();
    for (const ending of ['csv', 'feather', 'parquet']) {
      const words = ['sweep', 'odd', '{1,2}', '--to', '90', '--output', `x.${ending}`, '--store', 'store'];
      expect(await takeaway(words, { cwd: folder })).toMatchObject({ code: 0 });
    }
    const bytes = (ending: string): Buffer => readFileSync(join(folder, `x.${ending}`));
    expect(bytes('csv').toString()).toMatch(/^game,frontier,.*\nodd,90,45,0\.5,.*\n"\{1,2\}",90,30,.*\n$/);
    expect(Array.from(tableFromIPC(bytes('feather')).getChild('game')!)).toEqual(['odd', '{1,2}']);
    expect((await readParquet(new Uint8Array(bytes('parquet')))).columns['game']).toEqual(['odd', '{1,2}']);
  });
});
