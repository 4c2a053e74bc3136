/** `takeaway plot`: files and stdout, the formats, and what it refuses. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bash, fileFolder, json, takeaway } from '../../../support/cli.js';

const folder = fileFolder();
const store = join(folder, 'store');
const at = ['--store', store];
let files = 0;

beforeAll(async () => {
  await json(['extend', 'squares', '--to', '3000', '--series', 'both', ...at]);
  await json(['extend', '{1,3,4}', '--to', '50', '--series', 'cold', ...at]);
});

/** A path that no other test uses. */
function newFile(ending: string): string {
  files++;
  return join(folder, `figure-${files}.${ending}`);
}

async function failure(code: number, args: readonly string[]): Promise<string> {
  const finished = await takeaway(['plot', ...args, ...at]);
  expect({ code: finished.code, stdout: finished.stdout }, finished.stderr).toEqual({ code, stdout: '' });
  expect(finished.stderr).toMatch(/^takeaway: .+\n$/);
  return finished.stderr;
}

describe('plot', () => {
  it.each(['{1,3,4}', '{1,2,3}', 'all-but{2,3}'])(
    'shows the same of %s whether or not its period is recorded',
    { tags: 'slow' },
    async (game) => {
      const own = ['--store', join(folder, `of-${files}`)];
      const draw = async (figure: string): Promise<string> => {
        const path = newFile('vl.json');
        expect(await takeaway(['plot', game, figure, '-o', path, ...own])).toMatchObject({ code: 0 });
        return readFileSync(path, 'utf8');
      };
      const figures = ['nim-values', 'remoteness', 'raster'];
      const before = await Promise.all(figures.map(draw));
      await json(['period', game, ...own]);
      expect(await Promise.all(figures.map(draw))).toEqual(before);
    },
  );

  it('has rows of more than one position where nothing is stored', async () => {
    const path = newFile('vl.json');
    await takeaway(['plot', 'squares', 'raster', '-o', path, '--store', join(folder, 'none')]);
    expect(readFileSync(path, 'utf8')).toContain('rows of 85');
  });

  it('writes SVG, PNG and Vega-Lite by the ending of the file', { tags: 'slow' }, async () => {
    const svg = newFile('svg');
    const { code, stdout, stderr } = await takeaway(['plot', 'squares', 'records', '-o', svg, ...at]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^Wrote .*\.svg: records as svg, \d+(\.\d)? KiB\.\n$/);
    const text = readFileSync(svg, 'utf8');
    expect(text).toMatch(/^<svg role="img" aria-label="Records of the nim-value: squares"/);
    const { fit } = await json<{ fit: { exponent: number } }>(['analyze', 'squares', 'records', ...at]);
    const digits = fit.exponent
      .toFixed(3)
      .replaceAll(/[\d.]/g, (each) => '⁰¹²³⁴⁵⁶⁷⁸⁹·'['0123456789.'.indexOf(each)]);
    expect(text).toContain(` n${digits}"`);

    const png = newFile('PNG');
    const args = ['digits', '--base', '5', '--places', '3', '--to', '2^11'];
    expect(await json(['plot', 'squares', ...args, '--output', png, ...at])).toEqual({
      output: png,
      figure: 'digits',
      format: 'png',
      bytes: readFileSync(png).length,
    });
    expect([...readFileSync(png).subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);

    const spec = newFile('vl.json');
    await takeaway(['plot', 'squares', 'gaps', '-o', spec, ...at]);
    expect(JSON.parse(readFileSync(spec, 'utf8'))).toMatchObject({
      title: { text: 'Gaps between cold positions: squares' },
    });
  });

  it('draws values that no analysis counts', async () => {
    const raster = newFile('svg');
    await takeaway(['plot', 'squares', 'raster', '--width', '65', '--to', '650', '-o', raster, ...at]);
    expect(readFileSync(raster, 'utf8')).toContain('Cold positions in rows of 65: squares');
    const values = newFile('svg');
    await takeaway(['plot', 'squares', 'nim-values', '-o', values, ...at]);
    expect(readFileSync(values, 'utf8')).toContain('Nim-values: squares');
    const svg = newFile('svg');
    expect(await failure(2, ['squares', 'raster', '--series', 'nom', '-o', svg])).toContain(
      'Did you mean nim?',
    );
    expect(await failure(2, ['squares', 'gaps', '--width', '5', '-o', svg])).toContain(
      'gaps does not take --width',
    );
    expect(await failure(3, ['squares', 'records', '--to', '2^30', '-o', svg])).toContain('--series nim');
    // Nothing is stored of this series, whatever is of the others.
    await takeaway(['plot', '{1,3,4}', 'remoteness', '-o', svg, ...at]);
    expect(readFileSync(svg, 'utf8')).toContain('Remoteness: {1,3,4}');
  });

  it.skipIf(process.platform === 'darwin' || process.platform === 'win32')(
    'shows the file with --open',
    async () => {
      const programs = join(folder, 'programs');
      const seen = join(folder, 'seen');
      mkdirSync(programs);
      writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > "${seen}"\n`, { mode: 0o755 });
      const svg = newFile('svg');
      const args = ['plot', 'squares', 'gaps', '-o', svg, '--open', ...at];
      const env = { PATH: `${programs}:${process.env.PATH}` };
      expect(await takeaway(args, { env })).toMatchObject({ code: 0 });
      await vi.waitFor(() => expect(readFileSync(seen, 'utf8')).toBe(svg), { timeout: 120_000 });
      const other = newFile('svg');
      const without = await takeaway(['plot', 'squares', 'gaps', '-o', other, '--open', ...at], {
        env: { PATH: folder },
      });
      expect(without.code).toBe(6);
      expect(without.stderr).toContain('xdg-open does not start');
      expect(existsSync(other)).toBe(true);
      const words = ['squares', 'gaps', '-o', '-', '--format', 'svg', '--open'];
      expect(await failure(2, words)).toContain('--open needs a file to show');
    },
  );

  it('writes to stdout the same as to a file', { tags: 'slow' }, async () => {
    const { stdout } = await bash(`$T plot squares density -o - --format svg --store ${store}`);
    const file = newFile('svg');
    await takeaway(['plot', 'squares', 'density', '-o', file, '--quiet', ...at]);
    expect(stdout).toBe(readFileSync(file, 'utf8'));
  });

  it('refuses what it cannot do, and leaves no file', { tags: 'slow' }, async () => {
    const before = readdirSync(folder).length;
    const svg = newFile('svg');
    const unknown = await failure(2, ['squares', 'record', '-o', svg]);
    expect(unknown).toContain('Did you mean records?');
    const ending = await failure(2, ['squares', 'records', '-o', newFile('gif')]);
    expect(ending).toContain(
      'Give --format with one of svg, png, vl.json, or an --output that ends in .svg, .png, .vl.json.',
    );
    expect(await failure(2, ['squares', 'records', '-o', '-'])).toContain('stdout does not say a format');
    const words = ['plot', 'squares', 'records', '-o', '-', '--format', 'svg', '--json'];
    expect(await takeaway([...words, ...at])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^\{"error":.*analyze gives the data as JSON/) as unknown,
    });
    expect(await failure(2, ['squares', 'records'])).toContain('--output');
    expect(await failure(2, ['squares', 'records', '--base', '5', '-o', svg])).toContain(
      'records does not take --base',
    );
    expect(await failure(3, ['cubes', 'gaps', '--to', '2^40', '-o', svg])).toContain('cubes (cold)');
    expect(await failure(3, ['cubes', 'records', '--to', '2^30', '-o', svg])).toContain('--series nim');
    expect(await failure(3, ['squares', 'gaps', '--to', '1', '-o', svg])).toContain(
      'has too little to show from 0 to 1',
    );
    expect(readdirSync(folder)).toHaveLength(before);
  });

  it('writes all but PNG where resvg has no build for the platform', { tags: 'slow' }, async () => {
    const preload = pathToFileURL(join(import.meta.dirname, '../../../support/processes/refuse-imports.mjs'));
    const env = { NODE_OPTIONS: `--import=${preload.href}`, REFUSED_IMPORTS: '^@resvg' };
    const args = (ending: string): string[] => ['plot', 'squares', 'gaps', '-o', newFile(ending), ...at];
    const png = await takeaway(args('png'), { env });
    expect(png).toMatchObject({ code: 7, stdout: '' });
    expect(png.stderr).toContain(
      'A PNG cannot be made, as @resvg/resvg-js is missing for this platform: loaded @resvg/resvg-js. Write an SVG',
    );
    expect(await takeaway(args('svg'), { env })).toMatchObject({ code: 0 });
  });

  it('keeps an existing file, and needs its folder', async () => {
    const taken = newFile('svg');
    writeFileSync(taken, 'mine');
    expect(await failure(2, ['squares', 'gaps', '-o', taken])).toContain('exists already.');
    expect(readFileSync(taken, 'utf8')).toBe('mine');
    const nowhere = join(folder, 'nowhere', 'figure.svg');
    expect(await failure(6, ['squares', 'gaps', '-o', nowhere])).toContain('There is no folder');
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
    expect(await failure(6, ['squares', 'gaps', '-o', join(taken, 'figure.svg')])).toContain(
      'not a directory',
    );
    mkdirSync(join(folder, 'folder.svg'));
    expect(await failure(2, ['squares', 'gaps', '-o', join(folder, 'folder.svg')])).toContain(
      'exists already.',
    );
  });
});

describe('plot --with', () => {
  it('draws games on the same axes, over the range that all have', async () => {
    const words = [
      'squares',
      'density',
      '--with',
      '{1,3,4}',
      '--with',
      'cubes',
      '--format',
      'vl.json',
      '-o',
      '-',
    ];
    const { code, stdout, stderr } = await takeaway(['plot', ...words, ...at]);
    expect(code, stderr).toBe(0);
    for (const game of ['squares', '{1,3,4}', 'cubes']) expect(stdout).toContain(game);
    expect(JSON.parse(stdout)).toMatchObject({
      title: { text: expect.stringContaining('squares, {1,3,4}, cubes') as string },
    });
  });

  it('is of games alone', async () => {
    expect(
      await failure(2, ['survey:x.csv', 'growth', '--with', 'cubes', '-o', '-', '--format', 'svg']),
    ).toContain('A survey is compared with nothing.');
  });
});
