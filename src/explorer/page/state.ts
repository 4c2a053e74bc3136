/** The state of the page, all of it in the address: a link shows what was seen, and Back goes back. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { parseAddress, printAddress, withValues, withView, type Address } from './address.js';
import type { How, ViewProps } from './view.js';

/** Browsers refuse to rewrite their address hundreds of times in some seconds, as a slider would. */
const WRITE_MS = 250;
/** Changes that follow each other faster are one gesture: a drag, a pinch, keys held down. */
const REST_MS = 300;
/** State of the entries of the history that a gesture made. */
const GESTURE = 'gesture';

const now = signal(parseAddress(location.search));
const arrivals = signal(0);
let timer: ReturnType<typeof setTimeout> | undefined;
let gesture: ReturnType<typeof setTimeout> | undefined;
/** Gestures that were undone and can be done again. */
let undone = 0;

export const address: ReadonlySignal<Address> = now;

/** Changes when someone followed a link, or went back or forward; not when a view notes where it is. */
export const arrival: ReadonlySignal<number> = arrivals;

export const linkTo: ViewProps['link'] = (view, change = {}) =>
  printAddress(withView(now.value, view, change));

export const linkToGame: ViewProps['linkToGame'] = (game) =>
  printAddress(withView({ ...now.value, game }, 'overview'));

/** What changes the values of a view as long as that view of that game is shown. */
export function noting({ game, view }: Address): ViewProps['note'] {
  return (change, how = 'gesture') => {
    const { game: shown, view: name } = now.peek();
    if (game === shown && view === name) go(withValues(now.peek(), change), how);
  };
}

/** Goes where a link of the page leads. The theme stays, and so do a frame and a story that the link does not go on with. */
export function goTo(link: URL): void {
  const { theme, isEmbedded, story } = now.peek();
  const next = parseAddress(link.search);
  go({ ...next, theme, isEmbedded, story: next.story ?? story });
  arrivals.value++;
}

/** Goes to an address; where that is shown already, nothing happens. */
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

/** Has the browser show the address as it is now. */
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
/** Ctrl-Z goes back over gestures; Ctrl-Y and Ctrl-Shift-Z go forward again. Fields of text have an undo of their own. */
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
// Older addresses, and those with more in them than they say.
write();
