/** Sums: heaps of one's choice, their nim-values in binary, the nim-sum, and every winning move. */
import type { SumReport } from '../../contract.js';
import { getJson } from '../api.js';
import { controls, field, fill, h, rowHead, table } from '../dom.js';
import { count, grouped } from '../format.js';
import { command } from '../parts/messages.js';
import { ruleSelect } from '../parts/rule.js';
import { resource } from '../resource.js';
import { linkTo } from '../state.js';
import type { Context } from '../view.js';

const USUAL = '7 15 30';
/** Winning moves that are listed. */
const MOST_MOVES = 200;

export function show(place: HTMLElement, { facts, state, note, signal }: Context<'sums'>): void {
  const { heaps = USUAL, misere } = state();
  const says = h('div', {});
  const answer = h('div', { 'aria-live': 'polite' });
  const input = h('input', { name: 'heaps', value: heaps, 'aria-describedby': 'sum-hint' });
  const solved = resource<{ heaps: string; sum: SumReport }>({
    ...{ place: answer, says, words: 'Solving', signal },
    show: ({ heaps: sizes, sum }) =>
      fill(
        answer,
        verdict(sum),
        sumTable(sizes.split(/[\s,]+/), sum),
        moveList(sum),
        h('p', {}, h('a', { href: linkTo('play', { heaps: sizes }) }, 'Play from here')),
        command(sum.command),
      ),
    clear: () => fill(answer),
  });

  function solve(): void {
    const { heaps: sizes = USUAL, misere: isMisere } = state();
    const parameters = { game: facts().definition, heaps: sizes, misere: isMisere };
    solved(
      async (until) => ({ heaps: sizes, sum: await getJson<SumReport>('sum', parameters, until) }),
      JSON.stringify(parameters),
    );
  }
  const submit = (): void => {
    note({ heaps: input.value.trim() });
    solve();
  };

  fill(
    place,
    controls(
      submit,
      field('heaps', input),
      field(
        'rule',
        ruleSelect(misere, (isMisere) => {
          note({ misere: isMisere });
          solve();
        }),
      ),
      h('button', { type: 'submit' }, 'Solve'),
      h('span', { id: 'sum-hint', class: 'hint' }, 'Sizes separated by spaces, such as 7 15 30 or 1e6.'),
    ),
    says,
    answer,
  );
  input.addEventListener('change', submit);
  solve();
}

function verdict({ winner, nimSum, moveCount, moreMoves }: SumReport): HTMLElement {
  const wins = winner === 'next' ? 'The player to move wins' : 'The player who has just moved wins';
  const atLeast = moreMoves === undefined ? '' : 'at least ';
  const how = winner === 'next' ? `, by ${atLeast}${count(moveCount, 'move')}` : '; no move helps';
  return h(
    'p',
    { class: `verdict ${winner}` },
    h('strong', {}, wins),
    `${how}. The nim-sum is ${grouped(nimSum)}.`,
  );
}

/** Nim-values below each other in binary: each column of the sum is 1 where an odd number of heaps has a 1. */
function sumTable(heaps: readonly string[], { nimValues, nimSum }: SumReport): HTMLElement {
  const width = Math.max(1, ...[...nimValues, nimSum].map((value) => value.toString(2).length));
  const binary = (value: number): HTMLElement =>
    h('td', { class: 'binary' }, value.toString(2).padStart(width, '0'));
  const rows = nimValues.map((value, i) => [rowHead(i + 1), heaps[i], grouped(value), binary(value)]);
  const foot = [rowHead('nim-sum', { colspan: 2 }), grouped(nimSum), binary(nimSum)];
  const headings = ['heap', 'size', 'nim-value', 'in binary'];
  return h('div', { class: 'scroll' }, table(headings, rows, { class: 'plain sums' }, foot));
}

function moveList({ moves, moveCount, winner }: SumReport): HTMLElement | null {
  if (winner === 'previous' || moves.length === 0) return null;
  const more = moveCount - MOST_MOVES;
  return h(
    'section',
    {},
    h('h2', {}, 'Winning moves'),
    h(
      'ul',
      { class: 'chips' },
      moves
        .slice(0, MOST_MOVES)
        .map(({ heap, take }) => h('li', {}, `take ${grouped(take)} from heap ${heap}`)),
      more > 0 && h('li', {}, `and ${grouped(more)} more`),
    ),
  );
}
