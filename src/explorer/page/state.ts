/** The state of the page, all of it in the address: a link shows what was seen, and Back goes back. */
import {
  parseAddress,
  printAddress,
  withValues,
  withView,
  type Address,
  type Change,
  type ViewName,
} from './address.js';

/** What a change does to the history: one more entry, or the same one. */
export type How = 'push' | 'replace';

/** Browsers refuse to rewrite their address hundreds of times in some seconds, as a slider would. */
const WRITE_MS = 250;

let now = parseAddress(location.search);
let timer: ReturnType<typeof setTimeout> | undefined;
const showing: (() => void)[] = [];
const noting: (() => void)[] = [];

/** What the address says. */
export function address(): Address {
  return now;
}

/** A link to a view of the game that is shown. */
export function linkTo<Name extends ViewName>(view: Name, change: Change<Name> = {}): string {
  return printAddress(withView(now, view, change));
}

/** Changes values of the view that is shown, without showing it again: for what a view does to itself. */
export function note<Name extends ViewName>(change: Change<Name>, how: How): void {
  set(withValues(now, change), how);
}

/** Changes the theme, which every view has. */
export function noteTheme(theme: Address['theme']): void {
  set({ ...now, theme }, 'replace');
}

/** Goes to an address and shows what it says; where that is shown already, nothing happens. */
export function go(next: Address): void {
  if (set(next, 'push')) again();
}

/** Goes where a link of the page leads. The theme stays as it is. */
export function goTo(link: URL): void {
  go({ ...parseAddress(link.search), theme: now.theme });
}

/** Shows anew what the address says. */
export function again(): void {
  for (const listener of showing) listener();
}

/** Calls `show` whenever the page has to show something else, and `noted` after every change of the address. */
export function onChange({ show, noted }: { show: () => void; noted: () => void }): void {
  showing.push(show);
  noting.push(noted);
}

function set(next: Address, how: How): boolean {
  if (printAddress(next) === printAddress(now)) return false;
  if (how === 'push') {
    write();
    now = next;
    history.pushState(null, '', printAddress(now));
  } else {
    now = next;
    if (timer === undefined) {
      write();
      timer = setTimeout(write, WRITE_MS);
    }
  }
  for (const listener of noting) listener();
  return true;
}

/** Has the browser show the address as it is now. */
function write(): void {
  clearTimeout(timer);
  timer = undefined;
  const text = printAddress(now);
  if (text !== location.pathname + location.search) history.replaceState(null, '', text);
}

addEventListener('pagehide', write);
addEventListener('popstate', () => {
  clearTimeout(timer);
  timer = undefined;
  now = parseAddress(location.search);
  again();
});
// Older addresses, and those with more in them than they say.
write();
