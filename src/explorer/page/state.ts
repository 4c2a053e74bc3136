/** The state of the page, all of it in the address: a link shows what was seen, and Back goes back. */

type Change = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What changing the state does to the history: one more entry, or the same one. */
type How = 'push' | 'replace';

const listeners: (() => void)[] = [];

/** A value of the address; null where it has none. */
export function get(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}

export function getNumber(name: string, otherwise: number): number {
  const text = get(name);
  const value = text === null || text === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : otherwise;
}

export function getFlag(name: string): boolean {
  return get(name) === '1';
}

/** The address after a change; null removes a value. */
export function addressWith(change: Change): string {
  const parameters = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === undefined || value === false || value === '') parameters.delete(name);
    else parameters.set(name, value === true ? '1' : String(value));
  }
  return `/?${parameters.toString()}`;
}

/** Changes values without showing the view again: for what a view does to itself. */
export function note(change: Change, how: How = 'replace'): void {
  const address = addressWith(change);
  if (address === location.pathname + location.search) return;
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

/** Changes values and shows what they say. */
export function go(change: Change): void {
  note(change, 'push');
  for (const listener of listeners) listener();
}

/** Goes to an address of this page. */
export function goTo(address: string): void {
  history.pushState(null, '', address);
  for (const listener of listeners) listener();
}

/** Calls a listener whenever the page has to show something else. */
export function onGo(listener: () => void): void {
  listeners.push(listener);
  addEventListener('popstate', listener);
}
