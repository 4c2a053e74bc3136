/** Overview: the game in words, its first positions as a strip, what is stored, and the commands that go on. */
import type { GameFacts, SeriesName } from '../../contract.js';
import { fill, h, rowHead, table } from '../dom.js';
import { grouped } from '../format.js';
import { command } from '../parts/messages.js';
import type { ViewName } from '../address.js';
import { linkTo } from '../state.js';
import { oeisLink } from '../parts/oeis.js';
import type { Context } from '../view.js';

/** Views to go on with. */
const CARDS: readonly (readonly [view: ViewName, title: string, words: string])[] = [
  ['raster', 'See the stripes', 'Positions as coloured cells in rows of any width.'],
  ['play', 'Play a match', 'Against the computer, with hints.'],
  ['positions', 'Read the positions', 'Any known position below 2⁵³.'],
  ['residues', 'Count residue classes', 'Find a modulus that separates the cold positions.'],
];
/** Below this position the facts have every cold position, unless they have more than this many. */
const SURELY_LISTED = 2 ** 16;
const MOST_LISTED = 12;
/** Positions of the strip. */
const STRIP = 46;

export function show(place: HTMLElement, { facts, follow, lackOf }: Context): void {
  const update = (): void => draw(place, facts(), lackOf);
  follow(update);
  update();
}

function draw(place: HTMLElement, game: GameFacts, lackOf: Context['lackOf']): void {
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
      h('ul', { class: 'cards' }, CARDS.filter(([view]) => lackOf(view) === undefined).map(card)),
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
  const numbers = isWhole ? listed(first, 'or') : `${first.slice(0, 12).join(', ')}, and so on`;
  const rule = `Two players take turns removing tokens from a heap. A move takes ${numbers}. Whoever cannot move loses.`;
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

/** 1, 3 or 4. */
function listed(numbers: readonly number[], last: 'or' | 'and'): string {
  const words = numbers.map(grouped);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)!}`;
}

/** The game is known when only few positions are cold: those below some position. */
function fewCold(end: number, firstCold: readonly number[]): string {
  const isShort = end <= SURELY_LISTED && firstCold.length <= MOST_LISTED;
  return isShort
    ? `Only ${listed(firstCold, 'and')} ${firstCold.length === 1 ? 'is' : 'are'} cold; from every other position the player to move wins.`
    : `No position from ${grouped(end)} on is cold: the player to move wins.`;
}

function strategyOf({ periods, closedForm, firstCold }: GameFacts): (Node | string)[] {
  const period = periods.outcome ?? periods.nim;
  // With period 1 all are alike, and not all can be cold. Nim-values that grow leave 0 behind.
  if (period?.period === 1 && period.saltus === 0) return [fewCold(period.preperiod, firstCold)];
  if (period !== null && period.saltus > 0) return [fewCold(period.preperiod + period.period, firstCold)];
  if (period !== null) {
    const { preperiod, period: length } = period;
    const residues = [
      ...new Set(firstCold.filter((n) => n >= preperiod && n < preperiod + length).map((n) => n % length)),
    ].sort((a, b) => a - b);
    const from = preperiod === 0 ? '' : ` from ${grouped(preperiod)} on`;
    const isListed = length <= 60 && residues.length > 0 && preperiod + length <= (firstCold.at(-1) ?? 0);
    return [
      `Outcomes repeat with period ${grouped(length)}${from}. `,
      isListed
        ? `Leave your opponent a heap with a remainder of ${listed(residues, 'or')} after division by ${length}.`
        : 'Whoever knows one period knows the game.',
      closedForm !== null ? ` The nim-values have a closed form: ${closedForm}.` : '',
    ];
  }
  if (closedForm !== null) return [`The nim-values have a closed form: ${closedForm}.`];
  return [
    'No rule is known that says which positions are cold: they have to be computed. Take so many tokens that a cold position is left, where you can; the ',
    h('a', { href: linkTo('positions') }, 'positions'),
    ' list every such move.',
  ];
}

function card([view, title, words]: (typeof CARDS)[number]): HTMLElement {
  return h('li', {}, h('a', { href: linkTo(view) }, h('strong', {}, title), h('span', {}, words)));
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
    return [rowHead(NAMES[name]), stored > 0 ? `below ${grouped(stored)}` : 'nothing', known];
  });
  return table(['Series', 'Stored', 'Known here'], rows, { class: 'plain' });
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
