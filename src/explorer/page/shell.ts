/** What stands around every view: choosing a game, the list of views, the heading. */
import type { GameFacts, GamesAnswer } from '../contract.js';
import { h } from './dom.js';
import { grouped } from './format.js';
import { addressWith, go } from './state.js';
import { lackOf, VIEWS, type View } from './views.js';

let input: HTMLInputElement | undefined;

/** A field for the text of a game, with the catalogue and what is stored as suggestions. */
export function gameChooser(): { element: HTMLElement; suggest: (games: GamesAnswer) => void } {
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
  input = text;
  // A list of suggestions shows only those that fit what is there.
  text.addEventListener('focus', () => text.select());
  const submit = (event: Event): void => {
    event.preventDefault();
    const game = text.value.trim();
    if (game !== '') go({ game, from: null, to: null, heaps: null, moves: null, x: null, y: null });
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
      for (const { game, description, stored } of games) {
        if (/:[A-Z]/.test(game)) continue;
        const held = Object.keys(stored).length > 0 ? ' (stored)' : '';
        list.append(h('option', { value: game, label: `${description ?? 'a set of your own'}${held}` }));
      }
    },
  };
}

gameChooser.show = (text: string): void => {
  if (input !== undefined && document.activeElement !== input) input.value = text;
};

/** The views in groups, as links; those that write where that is allowed, or one of them is shown. */
export function navigation(current: string, game: GameFacts | undefined, canWrite: boolean): HTMLElement[] {
  const views = VIEWS.filter(
    ({ name, isForWriting }) => isForWriting !== true || canWrite || name === current,
  );
  const groups = [...new Set(views.map(({ group }) => group))];
  return groups.map((group) =>
    h(
      'div',
      { class: 'group' },
      h('h2', {}, group),
      h(
        'ul',
        {},
        views
          .filter((view) => view.group === group)
          .map((view) =>
            h(
              'li',
              { class: game !== undefined && lackOf(view, game) !== undefined ? 'lacking' : undefined },
              h(
                'a',
                {
                  href: addressWith({ view: view.name, from: null, to: null }),
                  'aria-current': view.name === current ? 'page' : undefined,
                },
                view.title,
              ),
            ),
          ),
      ),
    ),
  );
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
      storedText(game),
      period !== null && h('span', { class: 'chip' }, `period ${grouped(period.period)}`),
      closedForm !== null && h('span', { class: 'chip' }, 'closed form'),
      Object.values(oeis).map((number) => oeisLink(number)),
    ),
    h('p', { class: 'lead' }, view.lead),
  ];
}

function storedText({ series }: GameFacts): HTMLElement {
  const most = Math.max(series.cold.stored, series.nim.stored);
  return most > 0
    ? h('span', { class: 'chip' }, `stored to ${grouped(most)}`)
    : h('span', { class: 'chip' }, 'nothing stored yet');
}

/** A number of the OEIS as a link to it. */
export function oeisLink(number: string): HTMLElement {
  return h(
    'a',
    { class: 'oeis', href: `https://oeis.org/${number}`, target: '_blank', rel: 'noopener noreferrer' },
    number,
  );
}
