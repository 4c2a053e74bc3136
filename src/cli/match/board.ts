/** A match as lines of text: the heaps, the possible moves, a review. Pure, and plain ASCII, which any terminal shows. */
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

/** Counters in a group: five are counted at a glance. */
const GROUP = 5;
/** Numbers in a list at most. */
const MAX_SHOWN = 12;

/** Returns the heaps with their sizes: as counters if all fit into `width` columns, else as bars to scale. */
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

/** Returns the columns that a number of counters takes. */
function columnsOf(size: number): number {
  return size + Math.max(0, Math.ceil(size / GROUP) - 1);
}

function counters(size: number): string {
  return 'o'.repeat(size).replace(new RegExp(`(o{${GROUP}})(?=o)`, 'g'), '$1 ');
}

/** Returns a bar to scale, of at least one column unless the heap is empty. */
function bar(size: number, largest: number, room: number): string {
  return '='.repeat(size === 0 ? 0 : Math.max(1, Math.round((size / largest) * room)));
}

/** Returns the possible moves, a line for each heap; of a long list the smallest and the largest. */
export function describeMoves(match: Match): string {
  return match.heaps
    .map((size, i) => `  heap ${i + 1} (${grouped(size)}): ${describeTakes(match, size)}\n`)
    .join('');
}

function describeTakes(match: Match, size: number): string {
  const { count, isExact, largest } = summarizeTakes(match, size);
  if (largest === undefined) return 'nothing';
  const takes = Array.from(takesFrom(match, size, { most: MAX_SHOWN + 1 }), grouped);
  if (takes.length <= MAX_SHOWN) return takes.join(', ');
  const all = `${isExact ? '' : 'about '}${grouped(count)} in all`;
  return `${takes.slice(0, MAX_SHOWN - 1).join(', ')}, ... ${grouped(largest)} (${all})`;
}

/** Returns `take 4 from heap 2`. */
export function describeMove({ heap, take }: HeapMove): string {
  return `take ${grouped(take)} from heap ${heap}`;
}

/** Returns the first few moves: `take 4 from heap 2 or take 1 from heap 3`. */
export function describeChoices(moves: readonly HeapMove[], most = 3): string {
  const shown = moves.slice(0, most).map(describeMove).join(' or ');
  const more = moves.length - most;
  return more > 0 ? `${shown} (and ${grouped(more)} more)` : shown;
}

/** Returns each turn with an assessment of its move. */
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
