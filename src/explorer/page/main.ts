/** The page: a header with the game, the list of views, and the view that the address names. */
import type { GamesAnswer } from '../contract.js';
import type { Values, ViewName } from './address.js';
import { AskError, getJson, isAbort, LostError } from './api.js';
import { fill, h } from './dom.js';
import { listen } from './events.js';
import { factsOf, followFacts, loadFacts } from './facts.js';
import { loading, showError } from './parts/messages.js';
import { gameChooser, heading, navigation } from './shell.js';
import { address, goTo, note, onChange } from './state.js';
import { applyTheme, themeButton } from './theme.js';
import { lackOf, type Context } from './view.js';
import { viewNamed } from './views.js';

const chooser = gameChooser();
const menu = navigation();
const head = h('div', { class: 'head' });
const view = h('section', { id: 'view', tabindex: -1 });
const main = h('main', {}, head, view);
let shown: AbortController | undefined;
let games: GamesAnswer | undefined;

function start(): void {
  const header = h(
    'header',
    { class: 'top' },
    h('a', { class: 'brand', href: './' }, h('span', { 'aria-hidden': 'true' }, '●●○'), ' takeaway'),
    chooser.element,
    themeButton(),
  );
  fill(document.getElementById('app')!, header, h('div', { class: 'frame' }, menu.element, main));
  onChange({ show: () => void show(), noted: showMenu });
  document.addEventListener('click', followInside);
  followFacts(() => {
    showHead();
    void loadGames();
  });
  void show();
  listen();
}

/** What there is to choose from, and whether games may be extended. */
async function loadGames(): Promise<void> {
  try {
    games = await getJson<GamesAnswer>('games', {});
  } catch {
    // The view says when the server does not answer; with the next one this is asked again.
    return;
  }
  chooser.suggest(games);
  showMenu();
}

/** The list of views, with the one that is shown in sight. */
function showMenu(): void {
  const now = address();
  menu.show(now, factsOf(now.game), games?.canWrite === true);
}

/** The heading with what is known now. */
function showHead(): void {
  const { game, view: name } = address();
  const facts = factsOf(game);
  if (facts !== undefined) fill(head, heading(viewNamed(name), facts));
  showMenu();
}

/** Links of the page go on inside it. */
function followInside(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (
    url.origin !== location.origin ||
    url.pathname !== location.pathname ||
    link.target !== '' ||
    url.hash !== ''
  )
    return;
  event.preventDefault();
  goTo(url);
}

function contextOf<Name extends ViewName>(signal: AbortSignal): Context<Name> {
  const { game, values } = address();
  let facts = factsOf(game)!;
  return {
    // What was left keeps what it had.
    facts: () => (facts = factsOf(game) ?? facts),
    lackOf: (name) => lackOf(viewNamed(name), facts),
    follow: (update) => followFacts(update, signal),
    state: () => (signal.aborted ? values : address().values) as Values<Name>,
    note: (change, how = 'replace') => {
      if (!signal.aborted) note<Name>(change, how);
    },
    signal,
  };
}

async function show(): Promise<void> {
  applyTheme();
  shown?.abort();
  const controller = new AbortController();
  shown = controller;
  const { signal } = controller;
  const { game, view: name } = address();
  const record = viewNamed(name);
  document.title = `${record.title} · ${game} · takeaway`;
  showMenu();
  menu.reveal();
  chooser.show(game);
  if (games === undefined) void loadGames();
  try {
    if (factsOf(game) === undefined) {
      fill(view, loading(`Looking at ${game}`));
      await loadFacts(game, signal);
    }
    if (isOver(signal)) return;
    main.dataset.view = name;
    showHead();
    const lack = lackOf(record, factsOf(game)!);
    if (lack !== undefined) {
      fill(view, h('p', { class: 'notice' }, lack));
      return;
    }
    const loaded = await record.load();
    if (isOver(signal)) return;
    view.className = `view-${name}`;
    fill(view);
    await loaded.show(view, contextOf(signal));
  } catch (error) {
    if (signal.aborted || isAbort(error)) return;
    if (factsOf(game) === undefined) fill(head, h('h1', {}, problemTitle(error)));
    showError(view, error);
  }
}

/** What is wrong when nothing is known of a game, as a heading. */
function problemTitle(error: unknown): string {
  if (error instanceof LostError) return 'No answer';
  return error instanceof AskError && error.status === 400 ? 'No such game' : 'This game cannot be shown';
}

/** Whether something else is shown by now. */
function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}

start();
