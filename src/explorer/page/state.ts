/** The state of the page, all of it in the address: links reproduce it, and Back undoes. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { parseAddress, printAddress, withValues, withView, type Address } from './address.js';
import type { How, ViewProps } from './view.js';

/** Browsers limit how often the address may be rewritten; a slider would exceed that. */
const WRITE_MS = 250;
/** Changes within this time of each other are one gesture: a drag, a pinch, keys held down. */
const REST_MS = 300;
/** State of the history entries of gestures. */
const GESTURE = 'gesture';

const now = signal(parseAddress(location.search));
const arrivals = signal(0);
let timer: ReturnType<typeof setTimeout> | undefined;
let gesture: ReturnType<typeof setTimeout> | undefined;
/** Gestures that were undone and can be redone. */
let undone = 0;

export const address: ReadonlySignal<Address> = now;

/** Changes when a person follows a link, or goes back or forward; not when a view notes its values. */
export const arrival: ReadonlySignal<number> = arrivals;

export const linkTo: ViewProps['link'] = (view, change = {}) =>
  printAddress(withView(now.value, view, change));

export const linkToGame: ViewProps['linkToGame'] = (game) =>
  printAddress(withView({ ...now.value, game }, 'overview'));

/** Returns a function that changes the values of a view as long as it is shown for that game. */
export function noting({ game, view }: Address): ViewProps['note'] {
  return (change, how = 'gesture') => {
    const { game: shown, view: name } = now.peek();
    if (game === shown && view === name) go(withValues(now.peek(), change), how);
  };
}

/** Follows a link of the page. The theme, a frame, and a story without a step in the link stay. */
export function goTo(link: URL): void {
  const { theme, isEmbedded, story } = now.peek();
  const next = parseAddress(link.search);
  go({ ...next, theme, isEmbedded, story: next.story ?? story });
  arrivals.value++;
}

/** Goes to an address, unless it is shown already. */
export function go(next: Address, how: How = 'push'): void {
  if (printAddress(next) === printAddress(now.peek())) return;
  const goesOn = how === 'gesture' && gesture !== undefined;
  if (how !== 'replace') {
    clearTimeout(gesture);
    gesture = how === 'push' ? undefined : setTimeout(() => (gesture = undefined), REST_MS);
  }
  if (how !== 'replace' && !goesOn) {
    write();
    now.value = next;
    undone = 0;
    history.pushState(how === 'gesture' ? GESTURE : null, '', printAddress(next));
    return;
  }
  now.value = next;
  if (timer !== undefined) return;
  write();
  timer = setTimeout(write, WRITE_MS);
}

/** Writes the current address to the browser. */
function write(): void {
  clearTimeout(timer);
  timer = undefined;
  const text = printAddress(now.peek());
  if (text !== location.search) history.replaceState(history.state, '', text);
}

addEventListener('pagehide', write);
addEventListener('popstate', () => {
  clearTimeout(timer);
  clearTimeout(gesture);
  timer = gesture = undefined;
  now.value = parseAddress(location.search);
  arrivals.value++;
});
/** Ctrl-Z undoes gestures; Ctrl-Y and Ctrl-Shift-Z redo them. Text fields have an undo of their own. */
addEventListener('keydown', (event) => {
  const key = event.key.toLowerCase();
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
  if ((!isRedo && key !== 'z') || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  if ((event.target as Element).matches('input:not([type=range]), textarea')) return;
  if (isRedo ? undone === 0 : history.state !== GESTURE) return;
  event.preventDefault();
  undone += isRedo ? -1 : 1;
  if (isRedo) history.forward();
  else history.back();
});
// Normalizes old and redundant addresses.
write();
