/**
 * What an OEIS entry of a sequence of a game would say: name, data, facts, formulas, a program. Every fact is proven
 * or counted, and the data are checked against the definition before they are given away.
 */
import { TakeawayError } from '../common/errors.js';
import type { ReadableStore } from '../engine/reading/readable-store.js';
import { isOfPositions, sequenceNamed, type SequenceName } from '../engine/reading/sequences.js';
import { readGame } from '../engine/read-game.js';
import { DESCRIPTIONS } from '../engine/series/descriptions.js';
import { mex, remotenessesByDefinition } from '../game/definition.js';
import { noteFirst } from '../game/first-positions.js';
import type { Game } from '../game/game.js';
import { describePeriod, type Period } from '../game/periods.js';
import { firstOf } from '../game/sets/walking.js';
import { oeisEntryOf } from './numbers.js';

/** Positions whose values are computed by the definition, to compare. */
const CHECKED = 2 ** 12;
/** Positions whose cold ones are counted where more are not stored. */
const COUNTED = 2 ** 20;
/** Elements of a set that a program lists. */
const MOST_LISTED = 100;

/** Elements of an infinite set that its name shows. */
const SHOWN_ELEMENTS = 5;

/** The parts of an entry. */
export interface OeisEntry {
  readonly game: string;
  readonly sequence: SequenceName;
  /** The number in the OEIS; null where none is known. */
  readonly number: string | null;
  readonly link: string | null;
  readonly name: string;
  /** The index of the first term: that of the entry in the OEIS where there is one, else 0. */
  readonly offset: number;
  /** The first terms, with commas. */
  readonly data: string;
  /** Whole sentences, each proven or counted. */
  readonly comments: readonly string[];
  readonly formulas: readonly string[];
  /** Lines of Python that compute the terms by the definition; none where the set has no short text in Python. */
  readonly python: readonly string[];
  /** How many of the first positions were compared with the definition. */
  readonly checked: number;
}

/** The entry of a sequence of a game. Raises `corrupt` where the data are not what the definition says. */
export async function oeisEntry(store: ReadableStore, text: string, name: SequenceName): Promise<OeisEntry> {
  const game = readGame(text);
  const sequence = sequenceNamed(name);
  const known = oeisEntryOf(game, name);
  const { offset, first = 0 } = known ?? { offset: 0 };
  let data = '';
  // A cold position is left out at the beginning by leaving out the position 0, which is the first of them.
  for await (const chunk of store.sequenceText(game, { sequence: name, format: 'oeis', from: first })) {
    data += new TextDecoder().decode(chunk).trim();
  }
  const checked = check(game, name, data, first);
  const period = await store.periodOf(game, sequence.series);
  const isByPosition = isOfPositions(sequence);
  return {
    game: game.key,
    sequence: name,
    number: known?.number ?? null,
    link: known?.link ?? null,
    name: ENTRIES[name].name(setText(game)),
    offset,
    data,
    comments: [
      [GAME, ...DESCRIPTIONS[sequence.series].meaning].join(' '),
      ...(period === null || name === 'records' ? [] : [periodComment(isByPosition, period)]),
      ...(await densityComments(store, game, period)),
    ],
    formulas: period !== null && isByPosition ? [formulaOf(period)] : [],
    python: pythonOf(game, name),
    checked,
  };
}

const GAME =
  'Two players take turns removing tokens from a heap; the number removed must be in the subtraction set, and a player who cannot move loses.';

/** `subtraction set {1, 3, 4}`, `subtraction set {1, 4, 9, 16, 25, ...} (squares)`. */
function setText({ key, set, hotspots, seed }: Game): string {
  if (hotspots !== undefined || seed !== undefined) return `subtraction set and declared positions ${key}`;
  if (set.excluded !== undefined && set.excluded.length <= MOST_LISTED)
    return `all positive integers but ${set.excluded.join(', ')} as subtraction set`;
  if (isShort(set)) return `subtraction set {${elements(set).join(', ')}}`;
  const first = firstOf(set, { start: 1, stop: Number.MAX_SAFE_INTEGER }, SHOWN_ELEMENTS);
  return `subtraction set {${first.join(', ')}, ...} (${key})`;
}

/** Whether the elements of a set can be listed. */
function isShort(set: Game['set']): boolean {
  return Number.isFinite(set.largest) && set.approximateCount(set.largest + 1) <= MOST_LISTED;
}

function elements(set: Game['set']): number[] {
  return Array.from(set.between(1, set.largest + 1));
}

function periodComment(isByPosition: boolean, period: Period): string {
  const what = isByPosition ? 'The sequence has' : 'The characteristic function of these heap sizes has';
  return `${what} ${describePeriod(period)}. This is proven.`;
}

function formulaOf({ preperiod, period, saltus }: Period): string {
  return `a(n) = a(n-${period})${saltus === 0 ? '' : ` + ${saltus}`} for n >= ${preperiod + period}.`;
}

/** How many positions are cold: exactly where there is a period, else below a power of 10. */
async function densityComments(store: ReadableStore, game: Game, known: Period | null): Promise<string[]> {
  const period = known === null ? null : await store.periodOf(game, 'cold');
  if (period !== null) {
    const { preperiod: from } = period;
    const cold = await countCold(store, game, from, from + period.period);
    return cold === 0
      ? [`There are ${await countCold(store, game, 0, from)} such heap sizes.`]
      : [
          `The previous player wins ${cold} of every ${period.period} consecutive heap sizes from ${from} on.`,
        ];
  }
  const { frontier, reach } = store.coverage(game, 'cold');
  const most = frontier > 0 ? frontier : Math.min(reach, COUNTED);
  const bound = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  if (bound < 10) return [];
  const cold = await countCold(store, game, 0, bound);
  return [`The previous player wins ${cold} of the heap sizes below ${bound}.`];
}

async function countCold(store: ReadableStore, game: Game, from: number, to: number): Promise<number> {
  return (await store.coldBelow(game, to)) - (await store.coldBelow(game, from));
}

/** Compares the terms of a data line with the definition, as far as it is fast; returns how many positions were. */
function check(game: Game, name: SequenceName, data: string, first: number): number {
  const terms = data === '' ? [] : data.split(', ').map(Number);
  const expected = ENTRIES[name].terms(game, CHECKED).slice(first);
  const wrong = terms.slice(0, expected.length).findIndex((term, i) => term !== expected[i]);
  if (wrong === -1) return CHECKED;
  throw new TakeawayError('corrupt', {
    subject: `Term ${wrong} of the sequence ${name} of ${game.key}`,
    expected: `${expected[wrong]}, by the definition`,
    found: String(terms[wrong]),
    remedy: { do: 'verify', repair: false },
  });
}

/** Nim-values by the definition; of a game with hotspots, 0 for a cold position and 1 for a hot one. */
function valuesByDefinition({ set, hotspots, seed = [] }: Game, stop: number): number[] {
  const values: number[] = [];
  for (let n = 0; n < stop; n++) {
    const options = Array.from(set.between(1, n + 1), (s) => values[n - s]);
    if (hotspots === undefined) values.push(seed[n] ?? mex(options));
    else values.push(hotspots.between(n, n + 1).length > 0 || options.includes(0) ? 1 : 0);
  }
  return values;
}

const coldIn = (values: readonly number[]): number[] =>
  values.flatMap((value, n) => (value === 0 ? [n] : []));

/** What an entry says of a sequence. */
interface SequenceEntry {
  /** What it is, of a subtraction game with a set in words. */
  readonly name: (set: string) => string;
  /** The terms that follow from the positions below `stop`, by the definition. */
  readonly terms: (game: Game, stop: number) => number[];
  /** The line of Python that prints terms of `nim_values(limit)`; undefined where they do not follow from these. */
  readonly print?: string;
}

const ENTRIES: Readonly<Record<SequenceName, SequenceEntry>> = {
  nim: {
    name: (set) => `Nim-values of the subtraction game with ${set}.`,
    terms: valuesByDefinition,
    print: 'print(nim_values(100))',
  },
  remoteness: {
    name: (set) => `Remoteness of the positions of the subtraction game with ${set}.`,
    terms: ({ set }, stop) => remotenessesByDefinition(set, stop),
  },
  cold: {
    name: (set) => `Heap sizes from which the previous player wins the subtraction game with ${set}.`,
    terms: (game, stop) => coldIn(valuesByDefinition(game, stop)),
    print: 'print([n for n, v in enumerate(nim_values(1000)) if v == 0])',
  },
  gaps: {
    name: (set) =>
      `First differences of the heap sizes from which the previous player wins the subtraction game with ${set}.`,
    terms(game, stop) {
      const cold = coldIn(valuesByDefinition(game, stop));
      return cold.slice(1).map((position, i) => position - cold[i]);
    },
    print:
      'c = [n for n, v in enumerate(nim_values(1000)) if v == 0]; print([b-a for a, b in zip(c, c[1:])])',
  },
  outcomes: {
    name: (set) =>
      `Characteristic function of the heap sizes from which the previous player wins the subtraction game with ${set}.`,
    terms: (game, stop) => valuesByDefinition(game, stop).map((value) => Number(value === 0)),
    print: 'print([int(v == 0) for v in nim_values(100)])',
  },
  records: {
    name: (set) => `a(n) is the least heap size with nim-value n in the subtraction game with ${set}.`,
    terms(game, stop) {
      const first = new Map<number, number>();
      noteFirst(first, valuesByDefinition(game, stop), 0);
      return [...first].sort(([a], [b]) => a - b).map(([, position]) => position);
    },
    print: 'v = nim_values(1000); print([v.index(m) for m in range(max(v)+1) if m in v])',
  },
};

/** A program by the definition, for sets that Python can write down. */
function pythonOf({ set, hotspots, seed }: Game, name: SequenceName): string[] {
  const { print } = ENTRIES[name];
  if (hotspots !== undefined || seed !== undefined || print === undefined) return [];
  if (!isShort(set) && (set.excluded?.length ?? Infinity) > MOST_LISTED) return [];
  const subtrahends = isShort(set)
    ? `[s for s in {${elements(set).join(', ')}} if s <= n]`
    : `[s for s in range(1, n+1) if s not in {${(set.excluded ?? []).join(', ')}}]`;
  return [
    'def nim_values(limit):',
    '    v = []',
    '    for n in range(limit):',
    `        options = {v[n-s] for s in ${subtrahends}}`,
    '        v.append(next(m for m in range(n+1) if m not in options))',
    '    return v',
    print,
  ];
}
