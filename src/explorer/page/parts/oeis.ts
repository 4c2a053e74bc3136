/** Links to the OEIS. */
import { h } from '../dom.js';

/** A number of the OEIS as a link to it. */
export function oeisLink(number: string): HTMLElement {
  return h(
    'a',
    { class: 'oeis', href: `https://oeis.org/${number}`, target: '_blank', rel: 'noopener noreferrer' },
    number,
  );
}
