/** Play: a match against the computer. Its whole state, the moves too, is in the address; the server says what follows. */
import type { HeapMove, Level, MatchAnswer, NewMatch, Player, ReviewedTurn } from '../../contract.js';
import { getJson } from '../api.js';
import { button, controls, field, fill, h, select } from '../dom.js';
import { count, grouped } from '../format.js';
import { heapElement } from '../parts/heaps.js';
import { command, loading, showError } from '../parts/messages.js';
import { ruleField } from '../parts/rule.js';
import { get, getFlag, note } from '../state.js';
import type { Context } from '../views.js';

const LEVELS: readonly (readonly [Level, string])[] = [
  ['random', 'random'],
  ['easy', 'easy'],
  ['medium', 'medium'],
  ['hard', 'hard'],
  ['perfect', 'perfect'],
];
/** The computer seems to think, so that one sees what it does. */
const THINKING_MS = 650;

export function show(place: HTMLElement, { game, signal }: Context): void {
  const board = h('div', { class: 'board' });
  const says = h('p', { class: 'says', role: 'status' });
  const log = h('div', {});
  const problem = h('div', {});
  const heaps = h('input', { name: 'heaps', value: get('heaps') ?? '', placeholder: 'such as 7 15 30' });
  let isLeft = false;

  const level = (): string => get('level') ?? 'medium';
  const first = (): Player => (get('first') === 'computer' ? 'computer' : 'you');
  const moves = (): string[] => (get('moves') ?? '').split(',').filter((move) => move !== '');
  const parameters = (): Record<string, string | boolean | null> => ({
    game: game.definition,
    heaps: get('heaps'),
    misere: getFlag('misere'),
    first: first(),
    moves: get('moves'),
  });

  async function begin(given?: string): Promise<void> {
    isLeft = false;
    fill(says, loading('Choosing heaps'));
    try {
      const chosen =
        given === undefined || given.trim() === ''
          ? (
              await getJson<NewMatch>(
                'match/new',
                { game: game.definition, misere: getFlag('misere'), first: first() },
                signal,
              )
            ).heaps.join(' ')
          : given.trim();
      heaps.value = chosen;
      note({ heaps: chosen, moves: null }, 'push');
      await turn();
    } catch (error) {
      fill(says);
      showError(problem, error);
    }
  }

  /** Shows the match as the address has it, and lets the computer move where it is its turn. */
  async function turn(): Promise<void> {
    try {
      fill(problem);
      let answer = await getJson<MatchAnswer>('match', parameters(), signal);
      draw(answer);
      if (answer.winner === null && answer.next === 'computer') {
        const before = get('moves');
        await new Promise((resolve) => setTimeout(resolve, THINKING_MS));
        if (signal.aborted || isLeft || get('moves') !== before) return;
        answer = await getJson<MatchAnswer>('match', { ...parameters(), reply: level() }, signal);
        if (get('moves') !== before) return;
        note({ moves: answer.turns.map(({ move }) => moveText(move)).join(',') });
        draw(answer);
      }
      if (answer.winner !== null) await end();
    } catch (error) {
      showError(problem, error);
    }
  }

  function draw({ heaps: now, takes, next, winner, turns, command: text }: MatchAnswer): void {
    const isMine = winner === null && next === 'you';
    const largest = Math.max(...now, 1);
    fill(
      board,
      now.map((size, i) =>
        heapElement(
          i + 1,
          size,
          takes[i],
          largest,
          isMine ? (amount) => move({ heap: i + 1, take: amount }) : undefined,
        ),
      ),
    );
    const last = turns.at(-1);
    const told =
      last === undefined
        ? ''
        : `${last.player === 'you' ? 'You took' : 'The computer took'} ${grouped(last.move.take)} from heap ${last.move.heap}. `;
    fill(
      says,
      told,
      winner !== null ? outcome(winner) : isMine ? 'Your move.' : 'The computer is thinking …',
    );
    fill(log, command(text, 'the same in the terminal'));
  }

  function outcome(winner: Player): string {
    const misere = getFlag('misere') ? ' (in misere play who moves last loses)' : '';
    return winner === 'you' ? `You win${misere}.` : `The computer wins${misere}.`;
  }

  function move(chosen: HeapMove): void {
    note({ moves: [...moves(), moveText(chosen)].join(',') }, 'push');
    void turn();
  }

  async function hint(): Promise<void> {
    try {
      const { winning } = await getJson<MatchAnswer>('match', { ...parameters(), hint: true }, signal);
      if (winning === null) return;
      fill(
        says,
        winning.length === 0
          ? 'No move wins against best play. Take little, and wait for a mistake.'
          : `You can win: ${winning
              .slice(0, 3)
              .map((each) => `take ${grouped(each.take)} from heap ${each.heap}`)
              .join(', or ')}${winning.length > 3 ? ` (and ${grouped(winning.length - 3)} more)` : ''}.`,
      );
    } catch (error) {
      showError(problem, error);
    }
  }

  /** Takes back the person's last move and the answer to it. */
  function undo(): void {
    const made = moves();
    const mine = made.findLastIndex((_, i) => (i % 2 === 0) === (first() === 'you'));
    if (mine === -1) return;
    note({ moves: made.slice(0, mine).join(',') }, 'push');
    void turn();
  }

  async function end(): Promise<void> {
    const { review } = await getJson<MatchAnswer>('match', { ...parameters(), review: true }, signal);
    if (review !== null) log.prepend(reviewTable(review));
  }

  const settings = controls(
    () => void begin(heaps.value),
    field('heaps', heaps),
    field(
      'level',
      select(LEVELS, level(), (value) => note({ level: value === 'medium' ? null : value })),
    ),
    field(
      'first',
      select(
        [
          ['you', 'you begin'],
          ['computer', 'the computer begins'],
        ],
        first(),
        (value) => {
          note({ first: value === 'you' ? null : value });
          void begin(heaps.value);
        },
      ),
    ),
    ruleField(() => void begin(heaps.value)),
    h('button', { type: 'submit' }, 'Start'),
    button('Random heaps', () => void begin(), { class: 'quiet' }),
  );
  const actions = h(
    'div',
    { class: 'row' },
    button('Hint', () => void hint()),
    button('Undo', undo),
  );
  fill(place, settings, problem, says, board, actions, log);
  signal.addEventListener('abort', () => (isLeft = true));
  if (get('heaps') === null) void begin();
  else void turn();
}

function moveText({ heap, take }: HeapMove): string {
  return `${heap}:${take}`;
}

/** Every turn with what it was worth. */
function reviewTable(turns: readonly ReviewedTurn[]): HTMLElement {
  const worth = ({ move, winning }: ReviewedTurn): string => {
    if (winning.length === 0) return 'no move won';
    const isWinning = winning.some(({ heap, take }) => heap === move.heap && take === move.take);
    if (isWinning)
      return winning.length === 1
        ? 'the only move that won'
        : `won, as did ${grouped(winning.length - 1)} more`;
    const [best] = winning;
    return `lost the win: take ${grouped(best.take)} from heap ${best.heap}${winning.length > 1 ? ` (or ${count(winning.length - 1, 'other')})` : ''}`;
  };
  return h(
    'section',
    { class: 'review' },
    h('h2', {}, 'How it went'),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Review' },
      h(
        'table',
        { class: 'plain' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['', 'player', 'heaps', 'move', 'worth'].map((each) =>
              h('th', { scope: 'col' }, each === '' ? h('span', { class: 'unseen' }, 'turn') : each),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          turns.map((turn, i) =>
            h(
              'tr',
              {},
              h('td', {}, i + 1),
              h('td', {}, turn.player === 'you' ? 'you' : 'computer'),
              h('td', {}, turn.before.map(grouped).join(' ')),
              h('td', {}, `take ${grouped(turn.move.take)} from heap ${turn.move.heap}`),
              h('td', {}, worth(turn)),
            ),
          ),
        ),
      ),
    ),
  );
}
