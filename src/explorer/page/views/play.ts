/** Play: a match against the computer. Its whole state, the moves too, is in the address; the server says what follows. */
import type { HeapMove, Level, MatchAnswer, NewMatch, Player, ReviewedTurn } from '../../contract.js';
import { getJson } from '../api.js';
import { button, controls, field, fill, h, select, table } from '../dom.js';
import { grouped } from '../format.js';
import { heapElement, LISTED } from '../parts/heaps.js';
import { command } from '../parts/messages.js';
import { ruleSelect } from '../parts/rule.js';
import { resource } from '../resource.js';
import type { Change } from '../address.js';
import type { How } from '../state.js';
import type { Context } from '../view.js';

const LEVELS = [
  ['random', 'random'],
  ['easy', 'easy'],
  ['medium', 'medium'],
  ['hard', 'hard'],
  ['perfect', 'perfect'],
] as const;
const BEGINNERS = [
  ['you', 'you begin'],
  ['computer', 'the computer begins'],
] as const;
/** The computer seems to think, so that one sees what it does. */
const THINKING_MS = 650;

/** What the server agreed to: the match, what of the address becomes other by it, and how. */
interface Shown {
  readonly next: MatchAnswer;
  readonly change: Change<'play'>;
  readonly how: How;
}

export function show(place: HTMLElement, { facts, state, note, signal }: Context<'play'>): void {
  const { definition } = facts();
  const board = h('div', { class: 'board' });
  const says = h('p', { class: 'says', role: 'status' });
  const log = h('div', {});
  const problem = h('div', {});
  const review = h('div', {});
  const heaps = h('input', { name: 'heaps', value: state().heaps, placeholder: 'such as 7 15 30' });
  const beginner = select(BEGINNERS, state().first, (first) => begin({ first }));
  const rule = ruleSelect(state().misere, (misere) => begin({ misere }));
  const hint = button('Hint', () => tell());
  const undo = button('Undo', () => takeBack());
  /** The match as it is shown; where `isOpen`, someone may move. */
  let answer: MatchAnswer | undefined;
  let isOpen = false;
  let thinking: ReturnType<typeof setTimeout> | undefined;

  const match = resource<Shown>({
    ...{ place: board, says: problem, signal },
    show: ({ next, change, how }, until) => {
      // The address follows once the server has agreed.
      note({ ...change, moves: movesText(next.turns.map(({ move }) => move)) }, how);
      if (change.heaps !== undefined) heaps.value = change.heaps;
      answer = next;
      draw();
      if (next.winner !== null) judge(until);
      else if (next.next === 'computer') thinking = setTimeout(reply, THINKING_MS);
    },
    // What could not be changes nothing.
    clear: () => draw(true),
  });
  const judged = resource<MatchAnswer>({
    ...{ place: review, says: review, signal },
    show: (ended) => fill(review, reviewTable(ended.review ?? [])),
  });

  /**
   * Asks for a match that differs from the one in the address, and shows it. With the moves that win, so that none
   * begins or goes on that the computer could not answer.
   */
  function ask(
    change: Change<'play'>,
    how: How,
    also: { readonly reply?: Level; readonly heapsOf?: (until: AbortSignal) => Promise<string> } = {},
  ): void {
    close();
    match(async (until) => {
      const chosen = also.heapsOf === undefined ? change : { ...change, heaps: await also.heapsOf(until) };
      const { heaps: sizes, misere, first, moves } = { ...state(), ...chosen };
      const asked = { game: definition, heaps: sizes, misere, first, moves, reply: also.reply, hint: true };
      return { next: await getJson<MatchAnswer>('match', asked, until), change: chosen, how };
    });
  }

  function reply(): void {
    ask({}, 'replace', { reply: state().level });
  }

  /** Nobody can move until there is an answer. */
  function close(): void {
    clearTimeout(thinking);
    isOpen = false;
    board.inert = true;
    hint.disabled = undo.disabled = true;
    fill(review);
  }

  /** Begins a match with the heaps that are written, or others where none are. */
  function begin(change: Change<'play'> = {}): void {
    const sizes = heaps.value.trim();
    if (sizes === '') random(change);
    else ask({ ...change, heaps: sizes, moves: undefined }, 'push');
  }

  function random(change: Change<'play'> = {}): void {
    const { misere, first, heaps: before } = { ...state(), ...change };
    const heapsOf = async (until: AbortSignal): Promise<string> => {
      const found = await getJson<NewMatch>('match/new', { game: definition, misere, first }, until);
      return found.heaps.join(' ');
    };
    // An address without heaps is no match to come back to.
    ask({ ...change, moves: undefined }, before === undefined ? 'replace' : 'push', { heapsOf });
  }

  /** Shows the match, open for the person where it is their turn; `isStuck` where what was asked could not be. */
  function draw(isStuck = false): void {
    const { misere, first, moves } = state();
    rule.value = misere ? '1' : '';
    beginner.value = first;
    if (answer === undefined) {
      const anew = (): void => ask({ moves: undefined }, 'push');
      fill(says, moves !== undefined && button('Begin this match anew', anew));
      return;
    }
    const { heaps: now, takes, next, winner, turns, command: text } = answer;
    isOpen = winner === null && next === 'you';
    board.inert = false;
    hint.disabled = !isOpen;
    undo.disabled =
      !(isOpen || (isStuck && winner === null)) || turns.every(({ player }) => player === 'computer');
    const largest = Math.max(...now, 1);
    const take = (heap: number) =>
      isOpen ? (amount: number): void => move({ heap, take: amount }) : undefined;
    fill(
      board,
      now.map((size, i) => heapElement(i + 1, size, takes[i], largest, take(i + 1))),
    );
    const last = turns.at(-1);
    const told =
      last === undefined
        ? ''
        : `${last.player === 'you' ? 'You took' : 'The computer took'} ${grouped(last.move.take)} from heap ${last.move.heap}. `;
    fill(
      says,
      told,
      winner !== null
        ? outcome(winner)
        : isOpen
          ? 'Your move.'
          : isStuck
            ? 'The computer could not move.'
            : 'The computer is thinking …',
    );
    fill(log, command(text, 'the same in the terminal'));
  }

  function outcome(winner: Player): string {
    const misere = state().misere ? ' (in misere play who moves last loses)' : '';
    return winner === 'you' ? `You win${misere}.` : `The computer wins${misere}.`;
  }

  function move(wanted: HeapMove): void {
    if (!isOpen || answer === undefined) return;
    const made = answer.turns.map((turn) => turn.move);
    ask({ moves: movesText([...made, wanted]) }, 'push');
  }

  function tell(): void {
    const winning = answer?.winning ?? null;
    if (!isOpen || winning === null) return;
    fill(
      says,
      winning.length === 0
        ? 'No move wins against best play. Take little, and wait for a mistake.'
        : `You can win: ${winning
            .slice(0, 3)
            .map((each) => `take ${grouped(each.take)} from heap ${each.heap}`)
            .join(', or ')}${winning.length > 3 ? ` (and ${others(winning, 3)} more)` : ''}.`,
    );
  }

  /** Takes back the person's last move and the answer to it. */
  function takeBack(): void {
    if (answer === undefined) return;
    const mine = answer.turns.findLastIndex(({ player }) => player === 'you');
    const made = answer.turns.slice(0, mine).map((turn) => turn.move);
    ask({ moves: movesText(made) }, 'push');
  }

  function judge(match: AbortSignal): void {
    const { heaps: sizes, misere, first, moves } = state();
    const asked = { game: definition, heaps: sizes, misere, first, moves, review: true };
    judged((until) => getJson<MatchAnswer>('match', asked, AbortSignal.any([until, match])));
  }

  const settings = controls(
    () => begin(),
    field('heaps', heaps),
    field(
      'level',
      select(LEVELS, state().level, (level) => note({ level })),
    ),
    field('first', beginner),
    field('rule', rule),
    h('button', { type: 'submit' }, 'Start'),
    button('Random heaps', () => random(), { class: 'quiet' }),
  );
  fill(place, settings, problem, says, board, h('div', { class: 'row' }, hint, undo), review, log);
  signal.addEventListener('abort', () => clearTimeout(thinking));
  if (state().heaps === undefined) random();
  else ask({}, 'replace');
}

function movesText(moves: readonly HeapMove[]): string | undefined {
  return moves.length === 0 ? undefined : moves.map(({ heap, take }) => `${heap}:${take}`).join(',');
}

/** How many moves win besides those that are named. */
function others(winning: readonly HeapMove[], named: number): string {
  return winning.length < LISTED ? grouped(winning.length - named) : 'many';
}

/** Every turn with what it was worth. */
function reviewTable(turns: readonly ReviewedTurn[]): HTMLElement {
  const worth = ({ move, winning }: ReviewedTurn): string => {
    if (winning.length === 0) return 'no move won';
    const isWinning = winning.some(({ heap, take }) => heap === move.heap && take === move.take);
    if (isWinning)
      return winning.length === 1 ? 'the only move that won' : `won, as did ${others(winning, 1)} more`;
    const [best] = winning;
    return `lost the win: take ${grouped(best.take)} from heap ${best.heap}${winning.length > 1 ? ` (or ${others(winning, 1)} more)` : ''}`;
  };
  const headings = [h('span', { class: 'unseen' }, 'turn'), 'player', 'heaps', 'move', 'worth'];
  const rows = turns.map((turn, i) => [
    i + 1,
    turn.player === 'you' ? 'you' : 'computer',
    turn.before.map(grouped).join(' '),
    `take ${grouped(turn.move.take)} from heap ${turn.move.heap}`,
    worth(turn),
  ]);
  return h(
    'section',
    { class: 'review' },
    h('h2', {}, 'How it went'),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Review' },
      table(headings, rows, { class: 'plain' }),
    ),
  );
}
