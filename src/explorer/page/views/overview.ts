/** Overview: the game in words, its first positions as a strip, what is stored, and the commands that go on. */
import type { GameFacts, SeriesName } from '../../contract.js';
import { fill, h } from '../dom.js';
import { grouped } from '../format.js';
import { command } from '../parts/messages.js';
import { addressWith } from '../state.js';
import { oeisLink } from '../shell.js';
import type { Context } from '../views.js';

/** Positions of the strip. */
const STRIP = 46;

export function show(place: HTMLElement, { game }: Context): void {
  fill(
    place,
    h(
      'section',
      { class: 'prose' },
      h('p', {}, ruleOf(game)),
      game.firstCold.length > 0 && h('p', {}, coldOf(game)),
    ),
    strip(game),
    h('section', {}, h('h2', {}, 'Strategy'), h('p', {}, strategyOf(game))),
    h(
      'section',
      {},
      h('h2', {}, 'Look closer'),
      h(
        'ul',
        { class: 'cards' },
        card('raster', 'See the stripes', 'Positions as coloured cells in rows of any width.'),
        card('play', 'Play a match', 'Against the computer, with hints.'),
        card('positions', 'Read the positions', 'Any position below 2⁵³ that is known.'),
        card('residues', 'Count residue classes', 'Find a modulus that separates the cold positions.'),
      ),
    ),
    h('section', {}, h('h2', {}, 'What is known'), seriesTable(game), oeisList(game)),
    h(
      'section',
      {},
      h('h2', {}, 'On the command line'),
      game.commands.map(({ command: text, does }) => command(text, does)),
    ),
  );
}

function ruleOf({ subtrahends, hasHotspots, hasSeed }: GameFacts): string {
  const { first, isWhole } = subtrahends;
  const listed = isWhole
    ? first.join(', ').replace(/, (\d+)$/, ' or $1')
    : `${first.slice(0, 12).join(', ')}, and so on`;
  const rule = `Two players take turns removing tokens from a heap. A move takes ${listed}. Who cannot move loses.`;
  if (hasHotspots) return `${rule} Some positions are declared hot in advance.`;
  return hasSeed ? `${rule} The first nim-values are given in advance.` : rule;
}

function coldOf({ firstCold }: GameFacts): (Node | string)[] {
  const listed = firstCold.slice(0, 16).join(', ');
  return [
    h('strong', {}, 'Cold'),
    ` positions, from which the player to move loses: ${listed}${firstCold.length >= 16 ? ', …' : '.'}`,
  ];
}

/** The first positions as cells with their nim-values, cold ones marked by shape too. */
function strip({ firstCold, firstNim, series }: GameFacts): HTMLElement {
  const length = Math.min(STRIP, series.cold.reach);
  const cold = new Set(firstCold);
  // Beyond the last cold position that is listed nothing is claimed.
  const known = firstNim.length > 0 ? length : Math.min(length, (firstCold.at(-1) ?? 0) + 1);
  return h(
    'ol',
    { class: 'strip', start: 0, 'aria-label': 'The first positions, with nim-values where they are known' },
    Array.from({ length: known }, (_, n) => {
      const isCold = cold.has(n) || firstNim[n] === 0;
      return h(
        'li',
        { class: isCold ? 'cold' : 'hot' },
        h('span', { class: 'n' }, n),
        h('span', { class: 'value' }, firstNim[n] ?? (isCold ? '●' : '')),
        h('span', { class: 'unseen' }, isCold ? ' cold' : ' hot'),
      );
    }),
  );
}

function strategyOf({ periods, closedForm, firstCold }: GameFacts): (Node | string)[] {
  const period = periods.outcome ?? periods.nim;
  if (period !== null && period.saltus === 0) {
    const { preperiod, period: length } = period;
    const residues = [
      ...new Set(firstCold.filter((n) => n >= preperiod && n < preperiod + length).map((n) => n % length)),
    ].sort((a, b) => a - b);
    const from = preperiod === 0 ? '' : ` from ${grouped(preperiod)} on`;
    const isListed = length <= 60 && residues.length > 0 && preperiod + length <= (firstCold.at(-1) ?? 0);
    return [
      `Outcomes repeat with period ${grouped(length)}${from}. `,
      isListed
        ? `Leave your opponent a heap with a remainder of ${residues.join(', ').replace(/, (\d+)$/, ' or $1')} on division by ${length}.`
        : 'Whoever knows one period knows the game.',
      closedForm !== null ? ` The nim-values have a closed form: ${closedForm}.` : '',
    ];
  }
  if (closedForm !== null) return [`The nim-values have a closed form: ${closedForm}.`];
  return [
    'No rule is known that says which positions are cold: they have to be computed. Take so many tokens that a cold position is left, where you can; the ',
    h('a', { href: addressWith({ view: 'positions' }) }, 'positions'),
    ' list every such move.',
  ];
}

function card(view: string, title: string, words: string): HTMLElement {
  return h('li', {}, h('a', { href: addressWith({ view }) }, h('strong', {}, title), h('span', {}, words)));
}

const NAMES: Readonly<Record<SeriesName, string>> = {
  cold: 'Outcomes',
  nim: 'Nim-values',
  remoteness: 'Remoteness',
};

function seriesTable({ series }: GameFacts): HTMLElement {
  const rows = (Object.keys(NAMES) as SeriesName[]).map((name) => {
    const { stored, frontier, rule, origin } = series[name];
    const known =
      rule !== null
        ? `every position, by ${rule}`
        : frontier === 0
          ? 'nothing'
          : `below ${grouped(frontier)}${origin === 'memory' ? ', computed for this page' : ''}`;
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, NAMES[name]),
      h('td', {}, stored > 0 ? `below ${grouped(stored)}` : 'nothing'),
      h('td', {}, known),
    );
  });
  return h(
    'table',
    { class: 'plain' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, 'Series'),
        h('th', { scope: 'col' }, 'Stored'),
        h('th', { scope: 'col' }, 'Known here'),
      ),
    ),
    h('tbody', {}, rows),
  );
}

const OEIS_NAMES = {
  set: 'subtraction set',
  nim: 'nim-values',
  cold: 'cold positions',
  remoteness: 'remoteness',
  records: 'first position of each nim-value',
} as const;

function oeisList({ oeis }: GameFacts): HTMLElement | null {
  const entries = Object.entries(oeis) as [keyof typeof OEIS_NAMES, string][];
  if (entries.length === 0) return null;
  return h(
    'p',
    {},
    'In the OEIS: ',
    entries.flatMap(([what, number], i) => [i > 0 && ', ', oeisLink(number), ` (${OEIS_NAMES[what]})`]),
    '.',
  );
}
