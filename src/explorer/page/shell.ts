/** What stands around every view: choosing a game, the list of views, the heading. */
import type { GameFacts, GamesAnswer, PeriodFacts } from '../contract.js';
import { printAddress, withGame, withView, type Address } from './address.js';
import { fill, h } from './dom.js';
import { grouped } from './format.js';
import { address, go } from './state.js';
import { oeisLink } from './parts/oeis.js';
import { lackOf, type View } from './view.js';
import { VIEWS } from './views.js';

interface Chooser {
  readonly element: HTMLElement;
  readonly suggest: (games: GamesAnswer) => void;
  /** Shows the text of a game, unless someone is about to write another. */
  readonly show: (text: string) => void;
}

/** A field for the text of a game, with the catalogue and what is stored as suggestions. */
export function gameChooser(): Chooser {
  const list = h('datalist', { id: 'games' });
  const text = h('input', {
    name: 'game',
    list: 'games',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-label': 'Game: a name, a set such as {1,3,4}, or all-but:2,3',
    placeholder: 'squares, {1,3,4}, all-but:2,3 …',
  });
  // A list of suggestions shows only those that fit what is there.
  text.addEventListener('focus', () => text.select());
  const submit = (event: Event): void => {
    event.preventDefault();
    const game = text.value.trim();
    if (game !== '' && game !== address().game) go(withGame(address(), game));
  };
  text.addEventListener('change', submit);
  const element = h(
    'form',
    { class: 'chooser', role: 'search', onsubmit: submit },
    h('span', { class: 'label', 'aria-hidden': 'true' }, 'Game'),
    text,
    list,
  );
  return {
    element,
    suggest: ({ games }) => {
      const options = games
        .filter(({ game }) => !/:[A-Z]/.test(game))
        .map(({ game, description, stored }) => {
          const held = Object.keys(stored).length > 0 ? ' (stored)' : '';
          return h('option', { value: game, label: `${description ?? 'a set of your own'}${held}` });
        });
      fill(list, options);
    },
    show: (game) => {
      if (document.activeElement !== text) text.value = game;
    },
  };
}

interface Menu {
  readonly element: HTMLElement;
  /** Marks the view that is shown and those that the game lacks; the links go on from the address. */
  readonly show: (now: Address, facts: GameFacts | undefined, canWrite: boolean) => void;
  /** Scrolls the view that is shown into sight. */
  readonly reveal: () => void;
}

/** The views in groups, as links; those that write where that is allowed, or one of them is shown. */
export function navigation(): Menu {
  const links = VIEWS.map((view) => {
    const link = h('a', {}, view.title);
    return { view, link, item: h('li', {}, link) };
  });
  const groups = [...new Set(VIEWS.map(({ group }) => group))].map((group) => {
    const items = links.filter(({ view }) => view.group === group);
    const element = h(
      'div',
      { class: 'group' },
      h('h2', {}, group),
      h(
        'ul',
        {},
        items.map(({ item }) => item),
      ),
    );
    return { items, element };
  });
  const element = h(
    'nav',
    { class: 'views', 'aria-label': 'Views' },
    groups.map((group) => group.element),
  );
  return {
    element,
    show: (now, facts, canWrite) => {
      for (const { view, link, item } of links) {
        const isCurrent = view.name === now.view;
        link.href = printAddress(withView(now, view.name));
        if (isCurrent) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
        item.classList.toggle('lacking', facts !== undefined && lackOf(view, facts) !== undefined);
        item.hidden = view.isForWriting === true && !canWrite && !isCurrent;
      }
      for (const group of groups) group.element.hidden = group.items.every(({ item }) => item.hidden);
    },
    reveal: () =>
      element.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }),
  };
}

/** The name of the game, its facts in a line, and what the view shows. */
export function heading(view: View, game: GameFacts): HTMLElement[] {
  const { periods, closedForm, oeis } = game;
  const period = periods.nim ?? periods.outcome;
  return [
    h('h1', {}, h('span', { class: 'game' }, game.game), h('span', { class: 'view' }, view.title)),
    h(
      'p',
      { class: 'facts' },
      game.description !== null && h('span', {}, game.description),
      h('span', { class: 'chip' }, storedWords(view, game)),
      period !== null && h('span', { class: 'chip' }, periodWords(period)),
      closedForm !== null && h('span', { class: 'chip' }, 'closed form'),
      Object.values(oeis).map((number) => oeisLink(number)),
    ),
    h('p', { class: 'lead' }, view.lead),
  ];
}

/** How far the values are stored that the view needs, or else any. */
function storedWords({ needs }: View, { series }: GameFacts): string {
  const most = Math.max(needs === undefined ? series.cold.stored : 0, series.nim.stored);
  return most > 0 ? `stored to ${grouped(most)}` : 'nothing stored yet';
}

function periodWords({ period, saltus }: PeriodFacts): string {
  return `period ${grouped(period)}${saltus > 0 ? `, saltus ${grouped(saltus)}` : ''}`;
}
