/**
 * Positions: a table scrolled to any n. The scroller holds a stretch of rows around the one looked at, which moves along,
 * so that its height never grows with n; rows are asked for as they come into sight.
 */
import type { PositionRow, PositionsAnswer } from '../../contract.js';
import { getJson } from '../api.js';
import { button, controls, field, fill, h } from '../dom.js';
import { clamp, grouped, readNumber } from '../format.js';
import { command, showError } from '../parts/messages.js';
import type { Context } from '../view.js';

/** Pixels of a row, as in views.css. */
const ROW = 34;
/** Rows of the scroller: some 340 000 pixels, which every browser takes. */
const STRETCH = 10_000;
/** Rows of one answer, and answers that are kept. */
const PAGE = 100;
const MOST_PAGES = 60;
/** From here on numbers need a wide column, on a phone too. */
const FAR = 1e7;

export function show(place: HTMLElement, { facts, follow, state, note, signal }: Context<'positions'>): void {
  const { definition, hasHotspots, hasSeed } = facts();
  const reach = (): number => facts().series.cold.reach;
  const pages = new Map<number, readonly PositionRow[] | null>();
  const asked = new Set<number>();
  const problem = h('div', {});
  const goTo = h('input', { name: 'n', inputmode: 'numeric', placeholder: 'such as 2^20 or 1e15' });
  const body = h('tbody', {});
  const hasNim = facts().series.nim.reach > 0;
  const hasRemoteness = !hasHotspots && !hasSeed;
  const headings = [
    'n',
    'outcome',
    ...(hasNim ? ['nim-value'] : []),
    ...(hasRemoteness ? ['remoteness'] : []),
    'winning moves: take',
  ];
  const table = h(
    'table',
    { class: 'positions' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        headings.map((each) => h('th', { scope: 'col' }, each)),
      ),
    ),
    body,
  );
  const spacer = h('div', { class: 'spacer' }, table);
  const scroller = h(
    'div',
    {
      class: 'scroller card',
      tabindex: 0,
      role: 'region',
      'aria-label': 'Positions. The keys up, down, page up, page down, home and end move.',
    },
    spacer,
  );
  const below = h('div', {});
  const extent = h('span', { class: 'hint' });
  /** The position of the first row of the scroller. */
  let base = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const length = (): number => Math.min(STRETCH, reach() - base);
  const firstInSight = (): number => base + Math.floor(scroller.scrollTop / ROW);

  function showExtent(): void {
    const end = reach();
    table.setAttribute('aria-rowcount', String(end < 2 ** 31 ? end + 1 : -1));
    fill(extent, end > 2 ** 52 ? 'Every position below 2⁵³ is known.' : `Known below ${grouped(end)}.`);
  }

  function moveTo(position: number): void {
    const n = clamp(position, 0, Math.max(0, reach() - 1));
    base = clamp(n - STRETCH / 2, 0, Math.max(0, reach() - STRETCH));
    spacer.style.height = `${(length() + 1) * ROW}px`;
    scroller.scrollTop = (n - base) * ROW;
    render();
  }

  function render(): void {
    if (signal.aborted) return;
    const first = firstInSight();
    const rows = Math.ceil(scroller.clientHeight / ROW) + 1;
    // Near an end of the stretch it moves along, and what is in sight stays where it is.
    const isNearEnd = first - base > STRETCH - 500 && base + STRETCH < reach();
    const isNearStart = first - base < 500 && base > 0;
    if (isNearEnd || isNearStart) {
      moveTo(first);
      return;
    }
    const start = Math.max(base, first - 4);
    const stop = Math.min(base + length(), first + rows + 4);
    table.classList.toggle('far', stop > FAR);
    spacer.style.paddingTop = `${(start - base) * ROW}px`;
    fill(
      body,
      Array.from({ length: Math.max(0, stop - start) }, (_, i) => rowOf(start + i)),
    );
    clearTimeout(timer);
    timer = setTimeout(() => settle(first), 200);
  }

  function settle(first: number): void {
    if (signal.aborted) return;
    note({ n: first === 0 ? undefined : first });
  }

  function rowOf(n: number): HTMLElement {
    const row = known(n);
    const cells =
      row === undefined ? headings.slice(1).map(() => h('td', { class: 'waiting' }, '…')) : cellsOf(row);
    return h(
      'tr',
      { class: row?.cold === true ? 'cold' : undefined, 'aria-rowindex': n < 2 ** 31 ? n + 2 : undefined },
      h('th', { scope: 'row' }, grouped(n)),
      cells,
    );
  }

  function cellsOf({ cold, nimValue, remoteness, moves, moveCount }: PositionRow): HTMLElement[] {
    const more = (moveCount ?? 0) - (moves?.length ?? 0);
    const text =
      moves === null
        ? 'too many options to look through'
        : `${moves.map(grouped).join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`;
    return [
      h('td', {}, h('span', { class: cold ? 'mark cold' : 'mark hot' }, cold ? 'cold' : 'hot')),
      ...(hasNim ? [h('td', {}, nimValue === null ? '–' : grouped(nimValue))] : []),
      ...(hasRemoteness ? [h('td', {}, remoteness === null ? '–' : grouped(remoteness))] : []),
      h('td', { class: 'moves', title: text }, cold ? h('span', { class: 'quiet' }, 'none') : text),
    ];
  }

  function known(n: number): PositionRow | undefined {
    const index = Math.floor(n / PAGE);
    const page = pages.get(index);
    if (page === undefined && !asked.has(index)) void load(index);
    return page?.[n - index * PAGE];
  }

  async function load(index: number): Promise<void> {
    asked.add(index);
    // Who scrolls past does not wait for what was passed.
    await new Promise((resolve) => setTimeout(resolve, 60));
    const first = firstInSight();
    if (signal.aborted || Math.abs(index * PAGE - first) > 4 * PAGE) {
      asked.delete(index);
      return;
    }
    try {
      const answer = await getJson<PositionsAnswer>(
        'positions',
        { game: definition, from: String(index * PAGE), count: PAGE },
        signal,
      );
      pages.set(index, answer.rows);
      if (pages.size > MOST_PAGES) pages.delete(pages.keys().next().value!);
      fill(below, command(answer.command, 'the same on the command line'));
      fill(problem);
    } catch (error) {
      // Asked for again only when someone moves.
      pages.set(index, null);
      showError(problem, error);
    } finally {
      asked.delete(index);
    }
    render();
  }

  const submit = (): void => {
    const n = readNumber(goTo.value);
    goTo.setAttribute('aria-invalid', String(n === undefined));
    if (n === undefined) return;
    fill(
      problem,
      n >= reach() && h('p', { class: 'notice' }, `The positions below ${grouped(reach())} are known.`),
    );
    moveTo(n);
    scroller.focus();
  };
  goTo.addEventListener('change', submit);
  scroller.addEventListener('scroll', render);
  scroller.addEventListener('keydown', (event) => {
    if (event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    moveTo(event.key === 'Home' ? 0 : reach() - 1);
  });
  const observer = new ResizeObserver(() => render());
  observer.observe(scroller);
  signal.addEventListener('abort', () => observer.disconnect());

  fill(
    place,
    controls(
      submit,
      field('go to n', goTo),
      button('Start', () => moveTo(0), { class: 'quiet' }),
      button('End', () => moveTo(reach() - 1), { class: 'quiet' }),
      extent,
    ),
    problem,
    scroller,
    below,
  );
  follow(() => {
    // The last page may have more rows now, and any row a value that it lacked.
    pages.clear();
    showExtent();
    spacer.style.height = `${(length() + 1) * ROW}px`;
    render();
  });
  showExtent();
  moveTo(state().n ?? 0);
}
