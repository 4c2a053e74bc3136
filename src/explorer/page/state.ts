/** The state of the page, all of it in the address: a link shows what was seen, and Back goes back. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { parseAddress, printAddress, withValues, withView, type Address } from './address.js';
import type { How, ViewProps } from './view.js';

/** Browsers refuse to rewrite their address hundreds of times in some seconds, as a slider would. */
const WRITE_MS = 250;

const now = signal(parseAddress(location.search));
let timer: ReturnType<typeof setTimeout> | undefined;

export const address: ReadonlySignal<Address> = now;

export const linkTo: ViewProps['link'] = (view, change = {}) =>
  printAddress(withView(now.value, view, change));

export const linkToGame: ViewProps['linkToGame'] = (game) =>
  printAddress(withView({ ...now.value, game }, 'overview'));

/** What changes the values of a view as long as that view of that game is shown. */
export function noting({ game, view }: Address): ViewProps['note'] {
  return (change, how = 'replace') => {
    const { game: shown, view: name } = now.peek();
    if (game === shown && view === name) go(withValues(now.peek(), change), how);
  };
}

/** Goes where a link of the page leads. The theme stays, and so do a frame and a story that the link does not go on with. */
export function goTo(link: URL): void {
  const { theme, isEmbedded, story } = now.peek();
  const next = parseAddress(link.search);
  go({ ...next, theme, isEmbedded, story: next.story ?? story });
}

/** Goes to an address; where that is shown already, nothing happens. */
export function go(next: Address, how: How = 'push'): void {
  if (printAddress(next) === printAddress(now.peek())) return;
  if (how === 'push') {
    write();
    now.value = next;
    history.pushState(null, '', printAddress(next));
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
  if (text !== location.search) history.replaceState(null, '', text);
}

addEventListener('pagehide', write);
addEventListener('popstate', () => {
  clearTimeout(timer);
  timer = undefined;
  now.value = parseAddress(location.search);
});
// Older addresses, and those with more in them than they say.
write();
