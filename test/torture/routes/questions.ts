/** Requests to the explorer, drawn from the routes' own lists of parameters: likely, random, extreme and nonsense. */
import { ANALYSES } from '../../../src/analysis/analyses.js';
import { EXPORT_FORMATS, TABLE_FORMATS } from '../../../src/tables/formats.js';
import { FIGURE_FORMATS } from '../../../src/figures/formats.js';
import { SERIES_NAMES } from '../../../src/columnar/layout.js';
import { ROUTES } from '../../../src/explorer/routes/routes.js';
import type { Call } from '../../../src/explorer/routes/context.js';
import type { Trial } from '../attack.js';

/** What is sent. */
export interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const EXTREMES = ['9007199254740991', '9007199254740990', '2^53', '2^52', '2^40', '2^31', '2^24', '2^20'];
const NUMBERS = [...EXTREMES, '0', '1', '2', '100', '1000', '4096', '65535', '65536', '1e6', '1e15'];
const NO_NUMBERS = ['', '-1', '1.5', 'x', '1e400', 'NaN', '9'.repeat(5000), '2^-1', '\u0000', '٣'];

const GAMES = [
  ...['squares', 'squares', 'cubes', 'primes', 'fibonacci', 'odd', 'all', 'triangular', 'practical'],
  ...['{1,3,4}', '{1,6,9}', '{2,4,7}', '{375,368}', '{4503599627370496}', '{1,9007199254740990}'],
  ...['all-but{2}', 'all-but{2,3,7}', 'powers-of:2', 'kth-powers:5', 'interval:5,9', 'interval:1,1000000000'],
  ...['squares hotspots {0}', 'squares hotspots {3,17}', '{1,2} seed [7,3]', 'squares seed [0,0,1]'],
];
/** Those that are dear to read or to compute. */
const DEAR = [
  ...[
    '1..16777216',
    '1..1048576',
    '1..30000',
    'all-but:1..30000',
    'all-but:1..1000000',
    'all-but{1..1000000}',
  ],
  ...[
    'squares hotspots 0..100000',
    'squares hotspots 0..4194303',
    'arithmetic:1,1',
    'interval:1,9007199254740990',
  ],
  ...['polynomial:1,1,1', 'powers-of:9007199254740990', 'kth-powers:1'],
];
const NO_GAMES = ['', 'sqares', 'file:/etc/passwd', '{', '{0}', '{-1}', '{1,1}', 'all-but', 'x'.repeat(7000)];

const HEAPS = ['7 15 30', '7,15,30', '1', '0', '0 0', '4000000', '9007199254740990', '4194303 65536 12345'];

function numberOf(trial: Trial): string {
  const chance = trial.random();
  if (chance < 0.1) return trial.pick(NO_NUMBERS);
  return chance < 0.6 ? trial.pick(NUMBERS) : String(Math.floor(2 ** (53 * trial.random())));
}

function gameOf(trial: Trial): string {
  const chance = trial.random();
  if (chance < 0.05) return trial.pick(NO_GAMES);
  if (chance < 0.15) return trial.pick(DEAR);
  if (chance < 0.65) return trial.pick(GAMES);
  const elements = Array.from({ length: 1 + trial.below(chance < 0.7 ? 900 : 6) }, () =>
    Math.max(1, Math.floor(2 ** (trial.pick([5, 10, 20, 52]) * trial.random()))),
  );
  return `{${[...new Set(elements)].join(',')}}`;
}

function heapsOf(trial: Trial): string {
  const chance = trial.random();
  if (chance < 0.5) return trial.pick(HEAPS);
  if (chance < 0.6) return `${'9 '.repeat(trial.pick([20, 21, 1000, 1001]))}9`;
  return Array.from({ length: 1 + trial.below(8) }, () => numberOf(trial)).join(' ');
}

/** Of each parameter: a value that may be anything. */
const VALUES: Readonly<Record<string, (trial: Trial) => string>> = {
  game: gameOf,
  heaps: heapsOf,
  with: (trial) => Array.from({ length: 1 + trial.below(4) }, () => gameOf(trial)).join(';'),
  series: (trial) => trial.pick([...SERIES_NAMES, 'both', 'heat', '']),
  format: (trial) =>
    trial.pick([...EXPORT_FORMATS, ...TABLE_FORMATS, ...FIGURE_FORMATS].map(({ name }) => name as string)),
  at: (trial) => trial.pick(['cubes', 'powers-of-2', '1,2,3', '100', numberOf(trial), '1,'.repeat(3000)]),
  misere: (trial) => trial.pick(['1', 'true', '0', 'perhaps']),
  hint: (trial) => trial.pick(['1', '0']),
  review: (trial) => trial.pick(['1', '0']),
  first: (trial) => trial.pick(['you', 'computer', 'nobody']),
  reply: (trial) => trial.pick(['perfect', 'random', 'easy', 'best']),
  moves: (trial) =>
    trial.pick([
      '1:1',
      '1:4,2:9',
      '3:25,3:25',
      '1:1,'.repeat(trial.pick([2, 1000, 1001])),
      ':',
      '1:2^52',
      '9:9',
    ]),
};

/** What a path has in the place of its variables. */
function pathOf(trial: Trial, route: string): string {
  return route
    .replace(':name', () => trial.pick([...ANALYSES.map(({ name }) => name as string), 'recods']))
    .replace(':kind', () => trial.pick(['table', 'figure', 'figure', 'chair']));
}

/** The parameters that a path takes, as its route reads them before all else; at times another analysis's. */
function parametersOf(trial: Trial, route: string, path: string): readonly string[] {
  let names: string[] = ['game', 'from', 'to'];
  const [, , , name, kind] = path.split('/');
  const isOther = trial.random() < 0.05;
  const read = (params: object): never => {
    names = Object.keys(params);
    throw new Error('read');
  };
  const named = { name: isOther ? trial.pick(ANALYSES).name : name, kind };
  ROUTES.get(route)!({ named, read } as unknown as Call).catch(() => undefined);
  return names;
}

export function drawQuestion(trial: Trial): Question {
  if (trial.random() < 0.06) return drawChange(trial);
  const route = trial.pick([...ROUTES.keys()]);
  const path = pathOf(trial, route);
  const asked = new URLSearchParams();
  for (const name of parametersOf(trial, route, path)) {
    const isRare = !['game', 'heaps', 'format', 'modulus', 'base', 'to'].includes(name);
    if (trial.random() < (isRare ? 0.5 : 0.05)) continue;
    asked.append(name, (VALUES[name] ?? numberOf)(trial));
  }
  const names = [...asked.keys()];
  if (names.length > 0 && trial.random() < 0.02) asked.append(trial.pick(names), '1');
  return { method: trial.random() < 0.03 ? 'HEAD' : 'GET', path: `${path}?${asked.toString()}` };
}

/** A change of the store, a look at one, or an end of it. None goes far. */
function drawChange(trial: Trial): Question {
  const path = '/api/extension';
  const method = trial.pick(['POST', 'POST', 'DELETE', 'GET', 'PUT']);
  if (method !== 'POST') return { method, path };
  const to = trial.pick<unknown>(['0', 1, '2^12', '2^16', 100_000, '2^53', '-1', 'x', null, {}]);
  const game =
    trial.random() < 0.7 ? trial.pick(['squares', 'cubes', '{1,3,4}', '{2,4,7}', 'odd']) : gameOf(trial);
  const series = trial.pick<unknown>([...SERIES_NAMES, 'both', 'heat', 7]);
  const isWhole = trial.random() < 0.9;
  return { method, path, body: isWhole ? JSON.stringify({ game, series, to }) : '{"game":' };
}
