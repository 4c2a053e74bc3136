/** Saving: what a route answers, or a canvas as PNG. */
import { route, type Parameters } from '../api.js';
import { h } from '../dom.js';

/** A link that saves what a route answers. */
export function download(words: string, path: string, parameters: Parameters): HTMLElement {
  return h('a', { class: 'button', download: true, href: route(path, parameters) }, words);
}

export function saveCanvas(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => {
    if (blob === null) return;
    const href = URL.createObjectURL(blob);
    h('a', { href, download: `${name.replaceAll(/[^\w.-]+/g, '-')}.png` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  });
}
