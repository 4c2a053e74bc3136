/** Draft of an OEIS entry. Every fact is proven or counted, and the data are checked against the definition. */
import type { SeriesName } from '../columnar/layout.js';
import { fail } from '../common/errors.js';
import type { ReadableStore } from '../engine/reading/readable-store.js';
import { countCold, repetitionOf } from '../engine/reading/repetition.js';
import { sequenceNamed, type SequenceName } from '../engine/reading/sequences.js';
import { readGame } from '../engine/read-game.js';
import { declaredValue, valueAfterPass } from '../engine/series/declared.js';
import { DESCRIPTIONS } from '../engine/series/descriptions.js';
import { noteFirst } from '../game/first-positions.js';
import { declaredBy, type Game } from '../game/game.js';
import { valuesByRule } from '../game/rules.js';
import { movesOf, type Moves } from './moves.js';
import { oeisEntryOf, oeisNumbersOf } from './numbers.js';
import { programsOf, type Program } from './programs.js';
import {
  describeRecurrence,
  formulaOf,
  recurrenceLinks,
  recurrenceOf,
  type CountedPeriod,
  type Recurrence,
} from './recurrence.js';

const CHECKED_POSITIONS = 2 ** 12;
/** Positions whose cold ones are counted if no more are stored. */
const COUNTED_POSITIONS = 2 ** 20;
/** Shorter data have all terms of a sequence: longer ones are cut at 260 characters. */
const WHOLE_DATA_CHARACTERS = 200;
/** Examples are positions below this, with at most so many options. */
const MAX_EXAMPLE_POSITIONS = 100;
const MAX_OPTIONS = 6;

export interface OeisEntry {
  readonly game: string;
  readonly sequence: SequenceName;
  /** The OEIS number; null if unknown. The texts here are not quotations of that entry. */
  readonly number: string | null;
  readonly link: string | null;
  readonly name: string;
  /** The index of the first term: that of the OEIS entry if known, else 0 as in the b-file. */
  readonly offset: number;
  /** The second number of the OFFSET field: the index, from 1, of the first term above 1; 1 if there is none. */
  readonly firstAbove1: number;
  readonly data: string;
  /** Whole sentences, each proven or counted. */
  readonly comments: readonly string[];
  readonly links: readonly string[];
  readonly formulas: readonly string[];
  readonly examples: readonly string[];
  /** Programs that compute the terms by the definition; none for remoteness or declared positions. */
  readonly programs: readonly Program[];
  readonly crossReferences: readonly string[];
  readonly keywords: readonly string[];
  /** The number of first positions compared with the definition. */
  readonly checked: number;
}

/** Drafts the entry of a sequence of a game. Raises `corrupt` if the data contradict the definition. */
export async function oeisEntry(store: ReadableStore, text: string, name: SequenceName): Promise<OeisEntry> {
  const game = readGame(text);
  const sequence = sequenceNamed(name);
  const known = oeisEntryOf(game, name);
  const { offset, first = 0 } = known ?? { offset: 0 };
  let data = '';
  // Entries that lack the first cold position lack the position 0.
  for await (const chunk of store.sequenceText(game, { sequence: name, format: 'oeis', from: first })) {
    data += new TextDecoder().decode(chunk).trim();
  }
  const terms = data === '' ? [] : data.split(', ').map(Number);
  const checked = check(game, name, terms, first);
  const moves = declaredBy(game) === undefined ? movesOf(game, 0) : undefined;
  const period = await countedPeriod(store, game, sequence.series);
  const recurrence = period === null ? undefined : recurrenceOf(name, period, { offset, first });
  const isFinite =
    period !== null && data.length < WHOLE_DATA_CHARACTERS && recurrence === undefined && period.saltus === 0;
  return {
    game: game.key,
    sequence: name,
    number: known?.number ?? null,
    link: known?.link ?? null,
    name: ENTRIES[name].name(`the subtraction game ${rulesText(game, moves)}`),
    offset,
    firstAbove1: terms.findIndex((term) => term > 1) + 1 || 1,
    data,
    comments: [
      [GAME, ...(game.pass ? [PASS] : []), ...DESCRIPTIONS[sequence.series].meaning].join(' '),
      ...(recurrence === undefined ? [] : [describeRecurrence(recurrence, offset)]),
      ...(isFinite && name === 'records' ? [`There are no more than these ${terms.length} terms.`] : []),
      ...(await densityComments(store, game, period !== null)),
    ],
    links: [EPPSTEIN, ...(recurrence === undefined ? [] : recurrenceLinks(recurrence))],
    formulas: recurrence === undefined ? [] : [formulaOf(recurrence)],
    examples: examplesOf(game, name, terms, offset),
    programs: first === 0 ? programsOf(game, name) : [],
    crossReferences: moves === undefined ? [] : crossReferences(game, moves, known?.number),
    keywords: ['nonn', ...keywordsOf(recurrence, isFinite)],
    checked,
  };
}

const EPPSTEIN =
  'David Eppstein, <a href="https://doi.org/10.4230/LIPIcs.FUN.2018.20">Faster Evaluation of Subtraction Games</a>, 9th International Conference on Fun with Algorithms (FUN 2018), LIPIcs 100 (2018), 20:1-20:12.';

function keywordsOf(recurrence: Recurrence | undefined, isFinite: boolean): string[] {
  return recurrence !== undefined ? ['easy'] : isFinite ? ['fini', 'full'] : [];
}

const KINDS = {
  nim: 'nim-values',
  cold: 'P-positions',
  hot: 'N-positions',
  remoteness: 'remoteness',
  records: 'first positions of nim-values',
} as const;

/** `Cf. A000290 (the squares), A030193 (P-positions).` */
function crossReferences(game: Game, moves: Moves, shown: string | undefined): string[] {
  const own = oeisNumbersOf(game);
  const kinds = Object.entries(KINDS) as [keyof typeof KINDS, string][];
  const all = [...moves.sequences, ...kinds.map(([kind, words]) => [own[kind], words] as const)];
  const others = new Map(all.filter(([number]) => number !== undefined && number !== shown));
  if (others.size === 0) return [];
  return [`Cf. ${Array.from(others, ([number, words]) => `${number} (${words})`).join(', ')}.`];
}

/** Returns the period of a series with its cold positions, or null if none is known. */
async function countedPeriod(
  store: ReadableStore,
  game: Game,
  series: SeriesName,
): Promise<CountedPeriod | null> {
  const period = await repetitionOf(store, game, series);
  return period && { ...period, ...(await countCold(store, game, period)) };
}

const PASS =
  'Once in the game a player may pass while a move exists, which counts as a move to the game without a pass.';
const GAME =
  'Two players take turns removing tokens from a heap; the number removed must be in the subtraction set, and a player who cannot move loses.';

/** `with subtraction set {1, 3, 4}`, `whose moves are the squares (A000290)`. */
function rulesText(game: Game, moves: Moves | undefined): string {
  if (game.pass !== undefined) return `with one pass, allowed while a move exists: ${game.key}`;
  if (moves === undefined) return `with subtraction set and declared positions ${game.key}`;
  const { words } = moves;
  return /^[\d, ]+$/.test(words) ? `with subtraction set {${words}}` : `whose moves are ${words}`;
}

/** The number of cold positions: exact with a period, else below a power of 10. */
async function densityComments(store: ReadableStore, game: Game, isPeriodic: boolean): Promise<string[]> {
  const period = isPeriodic ? await countedPeriod(store, game, 'cold') : null;
  if (period !== null) {
    const { preperiod, coldBefore, coldInPeriod } = period;
    return coldInPeriod === 0
      ? [`There are ${coldBefore} such heap sizes.`]
      : [
          `The previous player wins ${coldInPeriod} of every ${period.period} consecutive heap sizes from ${preperiod} on.`,
        ];
  }
  const { frontier, reach } = store.coverage(game, 'cold');
  const most = frontier > 0 ? frontier : Math.min(reach, COUNTED_POSITIONS);
  const digits = Math.floor(Math.log10(Math.max(1, most)));
  if (digits < 1) return [];
  const cold = await store.coldBelow(game, 10 ** digits);
  return [`The previous player wins ${cold} of the heap sizes below 10^${digits}.`];
}

/** Compares the first terms with the definition, while that is fast; returns the number of positions. */
function check(game: Game, name: SequenceName, terms: readonly number[], first: number): number {
  const { series } = sequenceNamed(name);
  const declared = (n: number): number | undefined => declaredValue(game, series, n);
  const checked = Math.min(CHECKED_POSITIONS, game.set.completeBelow ?? CHECKED_POSITIONS);
  const another = (n: number): number | undefined => valueAfterPass(game, series, n);
  const values = valuesByRule(DESCRIPTIONS[series].rule, game.set, checked, declared, another);
  const expected = ENTRIES[name].terms(values).slice(first);
  const wrong = terms.slice(0, expected.length).findIndex((term, i) => term !== expected[i]);
  if (wrong === -1) return checked;
  fail(
    'corrupt',
    'Term {index} of the sequence {sequence} of {game} is {term} in the store, but {expected} by the definition.',
    { index: wrong, sequence: name, game: game.key, term: terms[wrong], expected: expected[wrong] },
    { remedy: { do: 'verify', repair: false } },
  );
}

/** Explains the first nim-value above 1, or the first cold position above 0, by its options. */
function examplesOf(game: Game, name: SequenceName, terms: readonly number[], offset: number): string[] {
  if (declaredBy(game) !== undefined) return [];
  const options = (n: number): number[] => Array.from(game.set.between(1, n + 1), (s) => n - s);
  const index = terms.findIndex((term, i) => {
    const n = name === 'cold' ? term : i;
    const count = n < MAX_EXAMPLE_POSITIONS ? options(n).length : 0;
    return (name === 'cold' || term > 1) && count > 0 && count <= MAX_OPTIONS;
  });
  if (index === -1) return [];
  const term = terms[index];
  if (name === 'nim') {
    const values = options(index).map((n) => `a(${n}) = ${terms[n]}`);
    return [
      `a(${index + offset}) = ${term}: from a heap of ${index} one move leads to the values ${values.join(', ')}, and ${term} is the least number that is not among these.`,
    ];
  }
  if (name !== 'cold') return [];
  return [
    `a(${index + offset}) = ${term}: from a heap of ${term} one move leads to ${options(term).join(', ')}, and none of these is a term.`,
  ];
}

/** Returns the positions with this bit, which is 1 for a cold one. */
const positionsWith = (wanted: number, cold: Uint32Array): number[] =>
  Array.from(cold.entries()).flatMap(([n, bit]) => (bit === wanted ? [n] : []));

interface SequenceEntry {
  readonly name: (game: string) => string;
  /** Computes the terms from the first values of the series. */
  readonly terms: (values: Uint32Array) => number[] | Uint32Array;
}

const ENTRIES: Readonly<Record<SequenceName, SequenceEntry>> = {
  nim: {
    name: (game) => `Nim-values of ${game}.`,
    terms: (values) => values,
  },
  remoteness: {
    name: (game) => `Remoteness of the positions of ${game}.`,
    terms: (values) => values,
  },
  cold: {
    name: (game) => `P-positions of ${game}.`,
    terms: (values) => positionsWith(1, values),
  },
  hot: {
    name: (game) => `N-positions of ${game}.`,
    terms: (values) => positionsWith(0, values),
  },
  gaps: {
    name: (game) => `First differences of the P-positions of ${game}.`,
    terms(values) {
      const cold = positionsWith(1, values);
      return cold.slice(1).map((position, i) => position - cold[i]);
    },
  },
  outcomes: {
    name: (game) => `Characteristic function of the P-positions of ${game}.`,
    terms: (values) => values,
  },
  records: {
    name: (game) => `a(n) is the least heap size with nim-value n in ${game}.`,
    terms(values) {
      const first = new Map<number, number>();
      noteFirst(first, values, 0);
      return [...first].sort(([a], [b]) => a - b).map(([, position]) => position);
    },
  },
};
