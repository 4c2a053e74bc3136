/** What addresses of the page mean: the page's only state, without a browser. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseAddress,
  printAddress,
  withGame,
  withValues,
  withView,
  type ViewName,
} from '../../src/explorer/page/address.js';

const VIEWS: readonly ViewName[] = [
  ...([
    'games',
    'overview',
    'raster',
    'positions',
    'nim',
    'remoteness',
    'records',
    'values',
    'density',
    'gaps',
  ] as const),
  ...(['residues', 'digits', 'collisions', 'brackets', 'plane', 'play', 'sums', 'extend'] as const),
];
const valuesOf = (search: string): Readonly<Record<string, unknown>> => parseAddress(search).values;
/** An address of a view as the page itself prints it. */
const canonical = (search: string): string => printAddress(parseAddress(search));

describe('an address', () => {
  it('names a view by its own keys alone: what other views know is not in it', () => {
    expect(canonical('?game=squares&view=gaps&heaps=7+15&width=65&by=nim&modulus=5&from=10')).toBe(
      '?game=squares&view=gaps&from=10',
    );
    expect(canonical('?game=squares&view=gaps&game2=1&moves=1:1')).toBe('?game=squares&view=gaps');
  });

  it('says nothing that holds anyway', () => {
    expect(canonical('?view=density&points=cubes&game=squares')).toBe('?game=squares&view=density');
    expect(canonical('?view=play&level=medium&first=you&misere=0')).toBe('?game=squares&view=play');
    // Without a game the page starts with all of them.
    expect(canonical('')).toBe('?game=squares&view=games');
    expect(canonical('?game=squares')).toBe('?game=squares');
    expect(canonical('?view=overview')).toBe('?game=squares');
  });

  it('has a step of a story beside any view, which links to other views and games carry', () => {
    const told = parseAddress('?game=squares&view=raster&width=65&story=stripes-modulo-65.4');
    expect(told.story).toEqual({ name: 'stripes-modulo-65', step: 4 });
    expect(printAddress(told)).toBe('?game=squares&view=raster&width=65&story=stripes-modulo-65.4');
    expect(withView(withGame(told, 'cubes'), 'gaps').story).toEqual(told.story);
    for (const none of ['stripes', 'a.b', '.3', 'a.-1', 'a b.1', '<b>.1', 'a.1e9', 'a.9999'])
      expect(parseAddress(`?story=${encodeURIComponent(none)}`).story, none).toBeUndefined();
  });

  it('of every step of every story is one that the page itself would print', () => {
    const folder = new URL('../../src/explorer/page/stories/', import.meta.url);
    const steps = readdirSync(folder).flatMap((file) =>
      Array.from(readFileSync(new URL(file, folder), 'utf8').matchAll(/^step: (.+)$/gm), ([, step]) => step),
    );
    expect(steps.length).toBeGreaterThan(10);
    for (const step of steps) expect(decodeURIComponent(canonical(step))).toBe(step);
  });

  it('reads points of Density as a sequence or as positions, and prints numbers in full', () => {
    expect(valuesOf('?view=density&points=powers-of-2')).toMatchObject({ points: 'powers-of-2' });
    expect(valuesOf('?view=density&points=1000,2^12')).toMatchObject({ points: '1000,4096' });
    expect(valuesOf('?view=density&points=5000')).toMatchObject({ points: '5000' });
    expect(valuesOf('?view=density&points=x')).toMatchObject({ points: 'cubes' });
    expect(canonical('?game=squares&view=nim&from=10&to=2^12')).toBe(
      '?game=squares&view=nim&from=10&to=4096',
    );
  });

  it('with values that stand for nothing has their defaults, or the nearest bound', () => {
    expect(valuesOf('?view=raster&width=9999&n=x&scale=-1&by=red&modulus=0')).toEqual({
      ...{ width: 2048, n: undefined, scale: undefined, by: 'outcome', modulus: 1 },
    });
    expect(valuesOf('?view=digits&base=1&places=7')).toMatchObject({ base: 2, places: 4 });
    expect(parseAddress('?view=nowhere&theme=red&game=')).toMatchObject({
      ...{ view: 'overview', theme: undefined, game: 'squares' },
    });
  });

  it('is printed so that it is read as the same', () => {
    const word = fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.constantFrom('1', 'nim', 'dark', '2^20', '7 15'),
    );
    const keys = fc.constantFrom(
      'n',
      'from',
      'to',
      'width',
      'by',
      'points',
      'heaps',
      'misere',
      'theme',
      'scale',
    );
    const search = fc.tuple(fc.constantFrom(...VIEWS), fc.dictionary(keys, word));
    fc.assert(
      fc.property(search, ([view, words]) => {
        const address = parseAddress(`?${new URLSearchParams({ ...words, view }).toString()}`);
        const printed = printAddress(address);
        expect(parseAddress(printed)).toEqual(address);
        expect(canonical(printed)).toBe(printed);
      }),
    );
  });
});

describe('a link to another view', () => {
  const link = (search: string, view: ViewName): string => printAddress(withView(parseAddress(search), view));

  it('carries the game, the theme and shared keys alone', () => {
    const raster = '?game={1,3,4}&view=raster&width=65&n=6500&scale=2&by=nim&modulus=5&theme=dark';
    expect(link(raster, 'positions')).toBe('?game=%7B1%2C3%2C4%7D&view=positions&n=6500&theme=dark');
    expect(link(raster, 'residues')).toBe('?game=%7B1%2C3%2C4%7D&view=residues&modulus=5&theme=dark');
    expect(link(raster, 'density')).toBe('?game=%7B1%2C3%2C4%7D&view=density&theme=dark');
    expect(link('?view=play&heaps=7+15&moves=1:1&misere=1&level=hard', 'sums')).toBe(
      '?game=squares&view=sums&heaps=7+15&misere=1',
    );
  });

  it('carries the games that are compared to views that compare', () => {
    const raster = '?game=squares&view=raster&with=cubes%3B%7B1%2C3%7D';
    expect(link(raster, 'density')).toBe('?game=squares&view=density&with=cubes%3B%7B1%2C3%7D');
    expect(link(raster, 'play')).toBe('?game=squares&view=play');
  });

  it('has no key that its view does not have, from whatever view', () => {
    for (const from of VIEWS) {
      const start = withValues(parseAddress(`?view=${from}`), { n: 5, from: 1, heaps: '3', points: 'cubes' });
      for (const to of VIEWS) {
        const own = Object.keys(parseAddress(`?view=${to}`).values);
        expect(Object.keys(withView(start, to).values)).toEqual(own);
      }
    }
  });
});

describe('another game', () => {
  it('in the same view is looked at in the same way, without what was said of the game before', () => {
    const play = parseAddress('?game=squares&view=play&heaps=7+15&moves=1:1&level=hard&theme=dark');
    expect(printAddress(withGame(play, 'primes'))).toBe('?game=primes&view=play&level=hard&theme=dark');
    const nim = parseAddress('?game=squares&view=nim&from=10&to=20');
    expect(printAddress(withGame(nim, 'primes'))).toBe('?game=primes&view=nim');
  });
});
