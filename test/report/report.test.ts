/** Reports: one page that loads nothing, whose tables are those of the analyses; for any game, also of few positions. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  analyzeDensity,
  analyzeDigits,
  analyzeGaps,
  analyzeRecords,
  analyzeSurvey,
  analyzeValues,
  openStore,
  report,
  survey,
  surveyReport,
  type Store,
} from '../../src/index.js';
import { ON_DARK } from '../../src/figures/theme.js';
import { markup, prose, table } from '../../src/report/parts/html.js';
import { fileFolder, json, takeaway } from '../support/cli.js';
import { drain } from '../support/store.js';

const folder = fileFolder();
const at = ['--store', join(folder, 'store')];
/** 682 cold positions (Eppstein 2016), nim-values to 36 (OEIS A297963). */
const POSITIONS = 12_813;
const provenance = {
  date: new Date(Date.UTC(2026, 0, 2, 3, 4, 5)),
  versions: { takeaway: '1.2.3', Node: '20.0.0' },
};
let store: Store;
let squares: string;

beforeAll(async () => {
  store = await openStore(join(folder, 'store'));
  await drain(store.extend('squares', { to: POSITIONS, threads: 1 }));
  await drain(store.extend('primes', { to: 3000, series: 'cold', threads: 1 }));
  await drain(store.extend('{1,3,4}', { to: 3000, series: 'nim', threads: 1 }));
  await drain(store.extend('cubes', { to: 1, threads: 1 }));
  await drain(store.extend('fibonacci', { to: 40, threads: 1 }));
  await drain(store.extend('fibonacci', { to: 40, series: 'remoteness', threads: 1 }));
  await drain(store.extend('all-but{2,3}', { to: 200, threads: 1 }));
  squares = await report(store, 'squares', provenance);
});
afterAll(() => store.close());

/** Raises unless every element is closed in order and what the page refers to is in it. */
function checkPage(page: string): void {
  const open: string[] = [];
  for (const [, end, name, rest] of page.matchAll(/<(\/?)([a-z]\w*)([^>]*)>/gi)) {
    if (['meta', 'br'].includes(name) || rest.endsWith('/')) continue;
    if (end === '') open.push(name);
    else expect(open.pop()).toBe(name);
  }
  expect(open).toEqual([]);
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
  const known = new Set(ids);
  for (const [, id] of page.matchAll(/(?:href="|url\()#([^")]*)/g)) expect(known.has(id), id).toBe(true);
  // Links to the OEIS are followed by people only.
  expect(page).not.toMatch(/(src|href)="(?!#|https:\/\/oeis\.org\/A\d{6}")/);
  expect(page).not.toMatch(/<(script|link|img|iframe|object)|@import|url\((?!#)/);
  expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
}

const ALL = [
  'The game',
  'How to win',
  'An example',
  'The positions in rows',
  'Nim-values',
  'Number of cold positions',
  'Residue classes of the cold positions',
  'Low digits of the cold positions',
  'Gaps between cold positions',
  'Largest nim-values',
  'Distribution of nim-values',
  'Length of play',
  'Words',
  'What is stored',
  'Reproducing this page',
];
const without = (...headings: string[]): string[] => ALL.filter((heading) => !headings.includes(heading));
/** What counts and fits say nothing of, in a game with a period. */
const COUNTED = ALL.slice(5, 11);

/** The first position of each nim-value 0 to 36 of squares (OEIS A297963). */
const FIRST_POSITIONS = [
  0, 1, 4, 25, 28, 29, 75, 103, 200, 234, 315, 364, 479, 633, 802, 1054, 1173, 1311, 1894, 2058, 2173, 2419,
  3244, 3648, 4249, 4474, 4982, 5943, 6133, 6809, 7429, 8590, 8654, 9419, 10284, 11728, 12152,
];

/** The text of all elements of a name, in order. */
const textsOf = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(`<${name}[^>]*>(.*?)</${name}>`, 'gs'))].map(([, text]) => text);

/** Raises unless the figures are numbered from 1 on, each with a drawing and marks in it, and the commands that make them stand at the end. */
function checkFigures(page: string, count: number): void {
  const figures = textsOf(page, 'figure').filter((figure) => figure.includes('<svg'));
  expect(figures).toHaveLength(count);
  expect(page.match(/^takeaway plot .* -o [\w-]+\.svg/gm)).toHaveLength(count);
  figures.forEach((figure, i) => {
    expect(figure).toMatch(/<svg role="img" aria-label="[^"]+"/);
    expect(figure.match(/<path /g)!.length).toBeGreaterThan(1);
    // One for a wide page, one for a phone.
    expect(figure.match(/<svg /g)).toHaveLength(2);
    expect(figure).toContain(`<figcaption>Figure ${i + 1}. `);
  });
}

/** The cells of the table with a caption, row by row. */
function cellsOf(page: string, caption: string): string[][] {
  const start = page.indexOf(`<caption>${caption}</caption>`);
  expect(start, caption).toBeGreaterThan(0);
  const text = page.slice(start, page.indexOf('</table>', start));
  return [...text.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => cell),
  );
}

/** The contrast of two colours (WCAG 2.2): from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light, dark] = [one, other].map(luminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** A number as the page writes it. */
const n = (value: number): string => value.toLocaleString('en-US');

describe('the report of squares', () => {
  it('is one page that loads nothing', () => {
    checkPage(squares);
    expect(squares).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(squares).toContain('<meta name="viewport"');
    expect(textsOf(squares, 'h1')).toEqual(['Subtraction game squares']);
    expect(textsOf(squares, 'h2')).toEqual(without('Length of play'));
    checkFigures(squares, 11);
  });

  it('has the numbers that are known', () => {
    const firsts = cellsOf(squares, 'First position of each nim-value').map((cells) => cells.slice(0, 2));
    const known = FIRST_POSITIONS.map((position, value) => [String(value), n(position)]);
    expect(firsts.slice(1, 7)).toEqual(known.slice(0, 6));
    expect(firsts.slice(8)).toEqual(known.slice(-6));
    // Of 682 cold positions, 11,356 alone ends in 6 and none in 1 (Bush 1992; Eppstein 2016).
    const digits = cellsOf(squares, 'Cold positions by base-10 digit').slice(1);
    expect(digits.map(([digit]) => digit)).toEqual(Array.from({ length: 10 }, (_, digit) => String(digit)));
    expect(digits.reduce((sum, [, ones]) => sum + Number(ones), 0)).toBe(682);
    expect([digits[1][1], digits[6][1]]).toEqual(['0', '1']);
    expect(squares).toContain('<p>No cold position is 1 modulo 10.</p>');
  });

  it('says what is stored, by what, and how to make it again', async () => {
    expect(cellsOf(squares, 'Stored series').slice(0, 4)).toEqual([
      ['', 'cold', 'nim'],
      ['Positions below', '12,813', '12,813'],
      ['Cold positions', '682', '682'],
      ['Largest nim-value', '', '36'],
    ]);
    for (const series of ['cold', 'nim'] as const) {
      expect(squares).toContain(await store.valueHash('squares', series));
      expect(squares).toContain(`takeaway extend squares --series ${series} --to 12813\n`);
    }
    expect(squares).toContain('Made 2026-01-02 03:04:05 UTC by takeaway 1.2.3, Node 20.0.0.');
  });

  it('has the tables of the analyses', async () => {
    const { records } = await analyzeRecords(store, 'squares');
    const rows = records.map(({ value, position }) => [n(value), n(position), 'yes']);
    const shown = cellsOf(squares, 'First position of each nim-value');
    expect(shown.slice(1, 7)).toEqual(rows.slice(0, 6));
    expect(shown[7]).toEqual([`${rows.length - 12} more rows`]);
    expect(shown.slice(8)).toEqual(rows.slice(-6));

    const { points } = await analyzeDensity(store, 'squares', { at: 'powers-of-2' });
    const counted = cellsOf(squares, 'Cold positions below n').slice(1);
    const expected = points.map(({ position, below, exponent }) => [
      n(position),
      n(below),
      exponent?.toFixed(5) ?? '',
    ]);
    expect(counted).toEqual([
      ...expected.slice(0, 6),
      [`${expected.length - 12} more rows`],
      ...expected.slice(-6),
    ]);
    const { places, count } = await analyzeDigits(store, 'squares', { base: 13 });
    expect(cellsOf(squares, 'Cold positions by base-13 digit').slice(1)).toEqual(
      places[0].counts.map((each, digit) => [
        String(digit),
        n(each),
        `${((100 * each) / count).toFixed(3)}%`,
      ]),
    );
    const { gaps } = await analyzeGaps(store, 'squares');
    expect(cellsOf(squares, 'Gaps larger than all before them').at(-1)?.[0]).toBe(n(gaps.at(-1)!.gap));
    const { counts } = (await analyzeValues(store, 'squares')).points.at(-1)!;
    expect(cellsOf(squares, 'Positions by nim-value')[3].slice(0, 2)).toEqual(['2', n(counts[2])]);
    expect(cellsOf(squares, 'Exceptions modulo 10')).toContainEqual(['6', '1', '11,356']);
  });

  it('has the fits with three digits, raised', async () => {
    for (const { fit } of [await analyzeRecords(store, 'squares'), await analyzeDensity(store, 'squares')]) {
      const { coefficient, exponent } = fit!;
      expect(squares).toContain(
        ` ${Number(coefficient.toPrecision(3))} n<sup>${Number(exponent.toPrecision(3))}</sup>, Siegel`,
      );
    }
  });

  it('begins with mathematics: moves, cold positions, links, and an example that is right', async () => {
    expect(squares).toContain(
      'a move takes away 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, ... of them.',
    );
    // Golomb 1966; OEIS A030193.
    expect(squares).toContain(
      'The first cold positions are 0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, ',
    );
    for (const number of ['A000290', 'A014586', 'A030193']) {
      expect(squares).toContain(`<a href="https://oeis.org/${number}">${number}</a>`);
    }
    const [, n, left] = /There are (\d+) counters\..* Only (\d+) of these is cold/s
      .exec(squares)!
      .map(Number);
    const [answer] = await store.query('squares', [n]);
    expect(answer.winningMoves).toEqual([n - left]);
    expect(squares.indexOf('id="example"')).toBeLessThan(squares.indexOf('<figure>'));
    expect(squares.indexOf('class="hash"')).toBeGreaterThan(squares.lastIndexOf('</figure>'));
    // 11,356 alone is 1 modulo 5 (Bush 1992; Eppstein 2016).
    expect(squares).toContain(
      'of the 682 cold positions below 12,813, all but 1 leave the remainder 0, 2, 3 or 4 after division by 5',
    );
  });

  it('is legible in the dark and prints without torn headings', () => {
    expect(squares).toContain('@media screen and (prefers-color-scheme: dark)');
    const used = new Set(
      [...squares.matchAll(/ (?:fill|stroke)="(#[\dA-F]{6})"/g)].map(([, colour]) => colour),
    );
    for (const colour of used) {
      expect(contrast(ON_DARK[colour] ?? colour, ON_DARK['#FFFFFF']), colour).toBeGreaterThan(
        ['#E4E4E4', '#FFFFFF', '#DCEAF5', '#B5D3E9'].includes(colour) ? 0.99 : 2.2,
      );
    }
    expect(squares).toMatch(/@media print[\s\S]*h2 \{ break-after: avoid/);
  });

  it('is the same again', { tags: 'slow' }, async () => {
    expect(await report(store, 'squares', provenance)).toBe(squares);
  });
});

describe('the report of another game', () => {
  it('with cold positions alone says what is missing', async () => {
    const page = await report(store, 'primes', provenance);
    checkPage(page);
    expect(page).toMatch(/<li>[^<]*Largest nim-values[^<]*: no nim-values are stored\.<\/li>/);
    expect(textsOf(page, 'h2')).toEqual(
      without('Nim-values', 'Largest nim-values', 'Distribution of nim-values', 'Length of play'),
    );
    checkFigures(page, 8);
    // 0 and 1 have no move, 2 and 3 move to them.
    expect(
      cellsOf(page, 'Cold positions below n')
        .slice(1, 4)
        .map((cells) => cells.slice(0, 2)),
    ).toEqual([
      ['1', '1'],
      ['2', '2'],
      ['4', '2'],
    ]);
  });

  it('with nim-values alone has the period, what to do, and no fits', async () => {
    const page = await report(store, '{1,3,4}', provenance);
    checkPage(page);
    expect(page).toContain('<title>Subtraction game {1,3,4}</title>');
    expect(page).toContain('a move takes away 1, 3 or 4 of them.');
    expect(page).toContain('Nim-values repeat with period 7 from the first position on. This is proven');
    expect(page).toContain('A position is cold exactly when its remainder after division by 7 is 0 or 2.');
    expect(page).toContain('takeaway extend &quot;{1,3,4}&quot; --series nim --to 3000');
    expect(textsOf(page, 'h2')).toEqual(without(...COUNTED.slice(1), 'Length of play'));
    expect(page).not.toContain("Siegel's repeated-median");
    checkFigures(page, 3);
    // Two remainders of seven are cold.
    expect(page).toContain(
      'Of any 7 positions in a row, exactly 2 are cold. So 2n/7 positions below n are cold,',
    );
    // By hand: from n mod 7 = 4, 2 and 0 are reached by 2, which is no move, and 4.
    expect(cellsOf(page, 'What to do with n counters, n at least 4')).toEqual([
      ['n mod 7', 'Nim-value', 'Cold or hot', 'To win, take'],
      ['0', '0', 'cold', 'every move loses'],
      ['1', '1', 'hot', '1'],
      ['2', '0', 'cold', 'every move loses'],
      ['3', '1', 'hot', '1 or 3'],
      ['4', '2', 'hot', '4'],
      ['5', '3', 'hot', '3'],
      ['6', '2', 'hot', '4'],
    ]);
    expect(
      textsOf(page, 'li')
        .filter((text) => text.startsWith('<small>'))
        .slice(0, 8),
    ).toEqual([0, 1, 0, 1, 2, 3, 2, 0].map((value, at) => `<small>${at}</small><b>${value}</b>`));
    expect(page.match(/ begins"/g)).toHaveLength(3);
    // Nim-values 0 1 0 1 2 3 2, and again: two of each 7 positions are cold, and 0 and 2 of the last 4.
    expect(cellsOf(page, 'Stored series')).toEqual(
      expect.arrayContaining([
        ['Cold positions', '858'],
        ['Largest nim-value', '3'],
      ]),
    );
  });

  it('with one position says so little, and in the singular', async () => {
    const page = await report(store, 'cubes', provenance);
    checkPage(page);
    expect(textsOf(page, 'h2')).toEqual([
      'The game',
      'Nim-values',
      'Words',
      'What is stored',
      'Reproducing this page',
    ]);
    checkFigures(page, 1);
    expect(page).toContain('The first cold positions are 0.');
    expect(page).toMatch(/<li>[^<]*An example[^<]*: too few positions are stored\.<\/li>/);
  });

  it('whose seed has a hot position without a winning move chooses an example that does not lead there', async () => {
    // 2 is cold, and from it one can only move to 1, which is declared hot; from 3 taking 1 would win. No other is cold.
    const game = 'all-but{2} seed [7,3]';
    await drain(store.extend(game, { to: 100, series: 'nim', threads: 1 }));
    const [one, two, three] = await store.query(game, [1, 2, 3]);
    expect([one.winningMoves, two.cold, three.winningMoves]).toEqual([[], true, [1]]);
    const page = await report(store, game, provenance);
    checkPage(page);
    expect(page).toContain('No stored position has a winning move and, after each reply, another one.');
  });

  it('says what moves begin high up, and counts all cold positions below a period', async () => {
    await drain(store.extend('arithmetic:5000,7', { series: 'cold', to: 100, threads: 1 }));
    const high = await report(store, 'arithmetic:5000,7', provenance);
    expect(high).toContain('a move takes away 5,000, 5,007, 5,014, ');
    const game = '{1,2} hotspots {4998}';
    await drain(store.extend(game, { series: 'cold', to: 8192, threads: 1 }));
    const page = await report(store, game, provenance);
    checkPage(page);
    expect(page).toContain('whatever moves they have: 4,998.');
    expect(page).toContain('From position 4,997 on, a position is cold exactly when its remainder after');
    // Multiples of 3 are cold below it: 0, 3, ..., 4995. All but the first 23 are others.
    expect(page).toContain(`60, 63, 66 and ${(4995 / 3 + 1 - 23).toLocaleString('en-US')} others.`);
  });

  it('with finitely many cold positions lists them', async () => {
    const page = await report(store, 'all-but{2,3}', provenance);
    checkPage(page);
    expect(page).toContain('any number of them but 2 or 3.');
    // From 4 on there is a move to 0, and 1, 2 and 3 move by 1 or not at all.
    expect(page).toContain('The cold positions are 0 and 2; from position 3 on all others are hot.');
    expect(page).toContain(
      'Nim-values grow regularly from the first position on: that of n + 4 is 2 more than that of n.',
    );
  });

  it('with remoteness has the length of play', async () => {
    const page = await report(store, 'fibonacci', provenance);
    checkPage(page);
    expect(page).toContain('<h2>Length of play</h2>');
    expect(page).toContain('takeaway plot fibonacci remoteness -o remoteness.svg');
  });

  it('with nothing stored is an error', async () => {
    await expect(report(store, 'odd', provenance)).rejects.toMatchObject({ code: 'not-stored' });
  });
});

describe('text', () => {
  it('is escaped wherever it stands', () => {
    const nasty = `<script>"&'`;
    expect(markup`<p title="${nasty}">${[markup`<b>${nasty}</b>`]}</p>`.html).not.toContain('<script');
    const page = table({ caption: nasty, head: [nasty, nasty], rows: [[nasty, nasty]] }).html;
    expect(page).not.toContain('<script');
    expect(page.match(/&lt;script&gt;/g)).toHaveLength(6);
  });

  it('has superscripts raised', () => {
    expect(prose('c n⁰·³⁵ < 2²⁴ · 3').html).toBe('<p>c n<sup>0.35</sup> &lt; 2<sup>24</sup> · 3</p>');
  });

  it('of a caller is escaped in the page', async () => {
    const page = await report(store, 'cubes', { ...provenance, versions: { '<b>&': '"1"' } });
    checkPage(page);
    expect(page).toContain('by &lt;b&gt;&amp; &quot;1&quot;.');
  });
});

describe('takeaway report', () => {
  it('of the beginning of a set goes as far as the set is known', async () => {
    const output = join(folder, 'beginning.html');
    const { code, stderr } = await takeaway(['report', '{1,4,9} complete below 16', '-o', output, ...at]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(' below 16 for');
  });

  it(
    'writes the page into this folder, or a file, the same for the same date',
    { tags: 'slow' },
    async () => {
      const pages = join(folder, 'pages');
      mkdirSync(pages);
      const env = { SOURCE_DATE_EPOCH: '1767323045' };
      const { code, stderr } = await takeaway(['report', 'primes', ...at], { env, cwd: pages });
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: expect.stringMatching(/(^|\n)Wrote primes-report\.html: html, [\d.]+ [KM]iB\.\n$/) as string,
      });
      const page = readFileSync(join(pages, 'primes-report.html'), 'utf8');
      checkPage(page);
      expect(page).toContain('Made 2026-01-02 03:04:05 UTC by takeaway ');
      const output = join(pages, 'mine.html');
      expect(await json(['report', '{1,3,4}', '--output', output, ...at])).toEqual({
        output,
        format: 'html',
        bytes: readFileSync(output).length,
      });
      const { stdout } = await takeaway(['report', 'primes', '-o', '-', ...at], { env });
      expect(stdout).toBe(page);
    },
  );

  it('keeps an existing page, and is a file', async () => {
    const failure = async (game: string, output: string): Promise<string> => {
      const { code, stdout, stderr } = await takeaway(['report', game, '-o', output, ...at]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      return stderr;
    };
    const taken = join(folder, 'taken.html');
    writeFileSync(taken, 'mine');
    // Also of a game that is not stored, before it is computed.
    for (const game of ['primes', '{2,9}'])
      expect(await failure(game, taken)).toMatch(/^takeaway: The output .*taken\.html exists already\./);
    expect(readFileSync(taken, 'utf8')).toBe('mine');
    expect(await failure('primes', join(folder, 'page.pdf'))).toContain('Choose a name that ends in .html');
  });

  it('leaves no page when it cannot be made', async () => {
    const output = join(folder, 'unmade.html');
    await expect(report(store, 'odd', provenance)).rejects.toMatchObject({ code: 'not-stored' });
    const stopped = new AbortController();
    stopped.abort();
    await expect(report(store, 'primes', { ...provenance, signal: stopped.signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
    expect((await takeaway(['report', 'survey:none.csv', '-o', output, ...at])).code).toBe(2);
    expect(existsSync(output)).toBe(false);
  });
});

describe('the report of a survey', () => {
  const file = join(folder, 'three moves.csv');

  it(
    'has what its analyses find, each with its figure, and the plane of three moves',
    { tags: 'slow' },
    async () => {
      await survey({ max: 12, size: 3, output: file, threads: 1 });
      const page = await surveyReport(file, provenance);
      // Pixels stand in the page itself.
      checkPage(page.replaceAll(/xlink:href="data:image\/png;base64,[\w+/=]+"/g, ''));
      const ids = [...page.matchAll(/<section id="([^"]*)"/g)].map((match) => match[1]);
      expect(ids).toEqual(['growth', 'preperiods', 'kinds', 'plane', 'again']);
      expect(page.match(/<figure>/g)).toHaveLength(4);
      const { kinds, third } = await analyzeSurvey(file, 'plane');
      expect(third).toBe(12);
      for (const { kind, sets } of kinds.filter((each) => each.sets > 0)) {
        expect(page).toContain(`<li>${kind}: ${sets} ${sets === 1 ? 'set' : 'sets'}.</li>`);
      }
      expect(page).toContain(`takeaway plot &quot;survey:${file}&quot; plane -o plane.svg`);
      expect(await surveyReport(file, provenance)).toBe(page);
    },
  );

  it('has no plane where no set has three moves, and is written under the name of the file', async () => {
    const pairs = join(folder, 'pairs.arrow');
    await survey({ max: 9, size: 2, output: pairs, threads: 1 });
    const words = ['report', `survey:${pairs}`, '--json', ...at];
    const { code, stderr, stdout } = await takeaway(words, { cwd: folder });
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ output: 'pairs-report.html' });
    const page = readFileSync(join(folder, 'pairs-report.html'), 'utf8');
    checkPage(page);
    expect(page).not.toContain('id="plane"');
  });

  it('is refused for a file that is none, as a worksheet, and where a page is', async () => {
    const refused = async (...words: string[]): Promise<string> => {
      const { code, stderr } = await takeaway(['report', ...words, ...at], { cwd: folder });
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused('survey:')).toContain('survey: needs a file.');
    expect(await refused(`survey:${join(folder, 'none.csv')}`)).toContain('no such file');
    expect(await refused(`survey:${file}`, '--worksheet')).toContain('Write takeaway worksheet GAME');
    writeFileSync(join(folder, 'three-moves-report.html'), '');
    expect(await refused(`survey:${file}`)).toContain('or replace it: --force');
  });
});
