/**
 * What a match looks like in lines of text: the heaps, what may be taken, how it went. Pure, so that it can be tested
 * without a terminal; plain ASCII, so that it can be read in any, with or without colour.
 */
import {
  summarizeTakes,
  takesFrom,
  type HeapMove,
  type Match,
  type Names,
  type Player,
  type ReviewedTurn,
} from '../../rim.js';
import { grouped } from '../../common/shown.js';

/** Counters stand in groups of five, which the eye counts for itself. */
const GROUP = 5;
/** Numbers that a list shows before it leaves some out. */
const SHOWN = 12;

/** The heaps: counters where all fit into `width` columns, else bars to scale, and always the numbers. */
export function drawBoard(heaps: readonly number[], width: number): string {
  const labels = heaps.map((_, i) => String(i + 1));
  const sizes = heaps.map(grouped);
  const label = Math.max(...labels.map(({ length }) => length));
  const number = Math.max(...sizes.map(({ length }) => length));
  const room = Math.max(GROUP, width - label - number - '  heap     '.length);
  const largest = Math.max(...heaps);
  const draw = columnsOf(largest) <= room ? counters : (size: number) => bar(size, largest, room);
  return heaps
    .map((size, i) =>
      `  heap ${labels[i].padStart(label)}  ${sizes[i].padStart(number)}  ${draw(size)}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** Columns that so many counters take. */
function columnsOf(size: number): number {
  return size + Math.max(0, Math.ceil(size / GROUP) - 1);
}

function counters(size: number): string {
  return 'o'.repeat(size).replace(new RegExp(`(o{${GROUP}})(?=o)`, 'g'), '$1 ');
}

/** A bar to scale; the smallest heap that is not empty still shows. */
function bar(size: number, largest: number, room: number): string {
  return '='.repeat(size === 0 ? 0 : Math.max(1, Math.round((size / largest) * room)));
}

/** What may be taken from each heap, a line each; of many the least and the largest. */
export function describeMoves(match: Match): string {
  return match.heaps
    .map((size, i) => `  heap ${i + 1} (${grouped(size)}): ${describeTakes(match, size)}\n`)
    .join('');
}

function describeTakes(match: Match, size: number): string {
  const { count, isExact, largest } = summarizeTakes(match, size);
  if (largest === undefined) return 'nothing';
  const takes = Array.from(takesFrom(match, size, { most: SHOWN + 1 }), grouped);
  if (takes.length <= SHOWN) return takes.join(', ');
  const all = `${isExact ? '' : 'about '}${grouped(count)} in all`;
  return `${takes.slice(0, SHOWN - 1).join(', ')}, ... ${grouped(largest)} (${all})`;
}

/** `take 4 from heap 2`. */
export function describeMove({ heap, take }: HeapMove): string {
  return `take ${grouped(take)} from heap ${heap}`;
}

/** Moves in a row: `take 4 from heap 2 or take 1 from heap 3`, the first few. */
export function describeChoices(moves: readonly HeapMove[], most = 3): string {
  const shown = moves.slice(0, most).map(describeMove).join(' or ');
  const more = moves.length - most;
  return more > 0 ? `${shown} (and ${grouped(more)} more)` : shown;
}

/** Every turn with what it was worth: for who wants to learn from the match. */
export function describeReview(turns: readonly ReviewedTurn[], names: Names): string {
  const called = (player: Player): string => names[player].replace(/^the /, '');
  const rows = turns.map(({ player, move, before, winning }, i) => ({
    turn: `  ${String(i + 1).padStart(String(turns.length).length)}  ${called(player).padEnd('computer'.length)}`,
    heaps: before.map(grouped).join(' '),
    move: describeMove(move),
    worth: worthOf(move, winning),
  }));
  const width = (key: 'heaps' | 'move'): number => Math.max(...rows.map((row) => row[key].length));
  return rows
    .map(
      ({ turn, heaps, move, worth }) =>
        `${turn}  ${heaps.padStart(Math.min(width('heaps'), 24))}  ${move.padEnd(width('move'))}  ${worth}\n`,
    )
    .join('');
}

function worthOf(move: HeapMove, winning: readonly HeapMove[]): string {
  if (winning.length === 0) return 'no move won';
  const others = winning.filter(({ heap, take }) => heap !== move.heap || take !== move.take);
  if (others.length < winning.length) {
    return others.length === 0 ? 'the only move that won' : `won, as did ${grouped(others.length)} more`;
  }
  return `lost the win: ${describeChoices(winning, 2)}`;
}
