/** What the page says when something cannot be shown, and commands to copy. */
import { AskError, isAbort, LostError } from '../api.js';
import { button, fill, h } from '../dom.js';
import { address, again, go } from '../state.js';

/** Milliseconds between looks whether a server that has gone is back. */
const LOOK_MS = 2000;

/** An error as a box: what was expected, what was found, what helps. Nothing for work that was given up. */
export function showError(place: Element, thrown: unknown): void {
  if (isAbort(thrown)) return;
  fill(place, errorBox(thrown));
}

export function errorBox(thrown: unknown): HTMLElement {
  const retry = h('p', {}, button('Try again', again));
  if (thrown instanceof LostError) {
    const words = 'The explorer does not answer. Is it still running? When it is back, this page goes on.';
    const box = h('div', { class: 'notice error', role: 'alert' }, h('p', {}, words), retry);
    goOnAfter(box);
    return box;
  }
  if (!(thrown instanceof AskError)) {
    return h('div', { class: 'notice error', role: 'alert' }, h('p', {}, String(thrown)), retry);
  }
  const { subject, expected, found, help, remedy } = thrown.error;
  const helpful = remedy?.command ?? null;
  return h(
    'div',
    { class: 'notice error', role: 'alert' },
    h(
      'p',
      {},
      h('strong', {}, subject),
      expected !== null && `: expected ${expected}`,
      found !== null && `, found ${found}`,
      '.',
    ),
    help !== null && h('p', {}, help),
    remedy?.do === 'did-you-mean' && suggestion(String(remedy.name)),
    helpful !== null && h('p', {}, 'This helps:'),
    helpful !== null && command(helpful),
    thrown.status >= 500 && retry,
  );
}

/** Shows the view again once the server answers, as long as the box is there. */
function goOnAfter(box: HTMLElement): void {
  const look = async (): Promise<void> => {
    if (!box.isConnected) return;
    try {
      await fetch('icon.svg', { method: 'HEAD', cache: 'no-store' });
    } catch {
      setTimeout(() => void look(), LOOK_MS);
      return;
    }
    again();
  };
  setTimeout(() => void look(), LOOK_MS);
}

function suggestion(name: string): HTMLElement {
  return h(
    'p',
    {},
    'Did you mean ',
    button(name, () => go({ ...address(), game: name }), { class: 'inline' }),
    '?',
  );
}

/** A command as one line, with a button that copies it. */
export function command(text: string, does?: string): HTMLElement {
  const copy = button('Copy', () => void copyText(), { class: 'quiet', 'aria-label': 'Copy this command' });
  async function copyText(): Promise<void> {
    await navigator.clipboard.writeText(text);
    copy.textContent = 'Copied';
    setTimeout(() => (copy.textContent = 'Copy'), 1500);
  }
  return h(
    'div',
    { class: 'command' },
    does !== undefined && h('span', { class: 'does' }, does),
    h('div', { class: 'line' }, h('code', { tabindex: 0 }, text), copy),
  );
}

/** That something is on its way; said to a screen reader too. */
export function loading(words = 'Loading'): HTMLElement {
  return h('p', { class: 'loading', role: 'status' }, `${words} …`);
}
