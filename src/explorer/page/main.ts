/** The page: a header with the game, the list of views, and the view that the address names. */
import type { GameFacts, GamesAnswer } from '../contract.js';
import { getJson, isAbort } from './api.js';
import { fill, h } from './dom.js';
import { gameChooser, heading, navigation } from './shell.js';
import { loading, showError } from './parts/messages.js';
import { addressWith, get, goTo, note, onGo } from './state.js';
import { applyTheme, themeButton } from './theme.js';
import { lackOf, viewNamed } from './views.js';

/** What is shown where the address names no game. */
const FIRST_GAME = 'squares';

const header = h('header', { class: 'top' });
const nav = h('nav', { class: 'views', 'aria-label': 'Views' });
const head = h('div', { class: 'head' });
const view = h('section', { id: 'view', tabindex: -1 });
const main = h('main', {}, head, view);
let shown: AbortController | undefined;
let known: GameFacts | undefined;
let knownText: string | undefined;
let canWrite = false;

async function start(): Promise<void> {
  fill(document.getElementById('app')!, header, h('div', { class: 'frame' }, nav, main));
  const chooser = gameChooser();
  fill(
    header,
    h('a', { class: 'brand', href: '/' }, h('span', { 'aria-hidden': 'true' }, '●●○'), ' takeaway'),
    chooser.element,
    themeButton(),
  );
  onGo(() => void show());
  document.addEventListener('click', followInside);
  void getJson<GamesAnswer>('games', {})
    .then((games) => {
      chooser.suggest(games);
      canWrite = games.canWrite;
      if (canWrite) showMenu();
    })
    .catch(() => undefined);
  await show();
}

/** The list of views, with the one that is shown in sight. */
function showMenu(): void {
  fill(nav, navigation(viewNamed(get('view')).name, known, canWrite));
  nav.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Links of the page go on inside it. */
function followInside(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname !== '/' || link.target !== '' || url.hash !== '') return;
  event.preventDefault();
  goTo(url.pathname + url.search);
}

async function show(): Promise<void> {
  applyTheme();
  shown?.abort();
  const controller = new AbortController();
  shown = controller;
  const { signal } = controller;
  const text = get('game') ?? FIRST_GAME;
  const record = viewNamed(get('view'));
  document.title = `${record.title} · ${text} · takeaway`;
  showMenu();
  gameChooser.show(text);
  try {
    if (knownText !== text || known === undefined) {
      fill(view, loading(`Looking at ${text}`));
      known = await getJson<GameFacts>('game', { game: text }, signal);
      knownText = text;
    }
    if (isOver(signal)) return;
    main.dataset.view = record.name;
    fill(head, heading(record, known));
    showMenu();
    const lack = lackOf(record, known);
    if (lack !== undefined) {
      fill(view, h('p', { class: 'notice' }, lack));
      return;
    }
    const loaded = await record.load();
    if (isOver(signal)) return;
    view.className = `view-${record.name}`;
    fill(view);
    await loaded.show(view, { game: known, signal });
  } catch (error) {
    if (signal.aborted || isAbort(error)) return;
    if (known === undefined || knownText !== text) {
      fill(head, h('h1', {}, 'No such game'));
      known = undefined;
    }
    showError(view, error);
  }
}

/** Whether something else is shown by now. */
function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** Asks for the game again: something was stored. */
export function forget(): void {
  known = undefined;
  knownText = undefined;
}

addEventListener('takeaway-stored', forget);
if (get('game') === null) note({ game: FIRST_GAME });
if (location.pathname !== '/') history.replaceState(null, '', addressWith({}));
void start();
