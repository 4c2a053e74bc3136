/** Heaps as tokens that one can click, or as a bar where they are many. */
import { button, controls, h } from '../dom.js';
import { grouped, readNumber } from '../format.js';

/** The server lists so many numbers to take, and so many moves that win. */
export const LISTED = 1000;
/** More tokens than this are shown as a bar. */
const MOST_TOKENS = 120;
/** Numbers that may be taken, as buttons; of more the first ones, and any other can be written. */
const MOST_BUTTONS = 14;

/** A heap with what may be taken from it; `take` is undefined where it is not the person's turn. */
export function heapElement(
  index: number,
  size: number,
  takes: readonly number[],
  largest: number,
  take: ((amount: number) => void) | undefined,
): HTMLElement {
  const allowed = new Set(takes);
  return h(
    'section',
    { class: 'heap', 'aria-label': `Heap ${index} with ${size}` },
    h('h3', {}, `Heap ${index}`, h('span', { class: 'size' }, grouped(size))),
    size <= MOST_TOKENS ? tokens(size, allowed, take) : bar(size, largest),
    buttons(index, takes, take),
  );
}

/** A token stands for taking it and all after it, where that may be taken. */
function tokens(
  size: number,
  allowed: ReadonlySet<number>,
  take: ((amount: number) => void) | undefined,
): HTMLElement {
  const place = h('div', { class: 'tokens', 'aria-hidden': 'true' });
  const mark = (amount: number): void => {
    for (const [i, token] of [...place.children].entries())
      token.classList.toggle('marked', i >= size - amount);
  };
  for (let i = 0; i < size; i++) {
    const amount = size - i;
    const canTake = take !== undefined && allowed.has(amount);
    const token = h('span', {
      class: canTake ? 'token open' : 'token',
      title: canTake ? `take ${amount}` : undefined,
    });
    if (canTake) {
      token.addEventListener('click', () => take(amount));
      token.addEventListener('pointerenter', () => mark(amount));
      token.addEventListener('pointerleave', () => mark(0));
    }
    place.append(token);
  }
  return place;
}

function bar(size: number, largest: number): HTMLElement {
  const filled = h('span', {});
  filled.style.width = `${Math.max(1, (100 * size) / largest)}%`;
  return h('div', { class: 'bar', 'aria-hidden': 'true' }, filled);
}

function buttons(
  index: number,
  takes: readonly number[],
  take: ((amount: number) => void) | undefined,
): HTMLElement {
  if (takes.length === 0) return h('p', { class: 'hint' }, 'Nothing can be taken.');
  const isAll = takes.length <= MOST_BUTTONS;
  // The largest ones are known where all are listed.
  const last = isAll || takes.length >= LISTED ? [] : takes.slice(-2);
  const shown = isAll ? takes : [...takes.slice(0, MOST_BUTTONS - last.length), ...last];
  return h(
    'div',
    { class: 'row takes', role: 'group', 'aria-label': `Take from heap ${index}` },
    h('span', { class: 'label' }, 'take'),
    shown.map((amount) =>
      button(grouped(amount), () => take?.(amount), {
        disabled: take === undefined,
        'aria-label': `Take ${amount} from heap ${index}`,
      }),
    ),
    !isAll && anyNumber(index, take),
  );
}

/** A field for any number: whether it may be taken is for the server to say. */
function anyNumber(index: number, take: ((amount: number) => void) | undefined): HTMLElement {
  const disabled = take === undefined;
  const number = h('input', {
    inputmode: 'numeric',
    placeholder: 'or another',
    'aria-label': `Any number to take from heap ${index}`,
    disabled,
  });
  const submit = (): void => {
    const amount = readNumber(number.value);
    number.setAttribute('aria-invalid', String(amount === undefined));
    if (amount !== undefined) take?.(amount);
  };
  return controls(
    submit,
    number,
    h(
      'button',
      { type: 'submit', class: 'plain', 'aria-label': `Take that from heap ${index}`, disabled },
      'Take',
    ),
  );
}
