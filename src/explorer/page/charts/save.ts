/** Saving what the page itself has drawn: a figure as SVG or PNG, a canvas as PNG. */
import { route, type Parameters } from '../api.js';
import { h } from '../dom.js';
import { colour } from '../theme.js';

/** Pixels of a PNG for each of the page. */
const SCALE = 2;
const INHERITED = ['fill', 'stroke', 'font-size', 'font-family', 'color', 'stroke-width', 'fill-opacity'];

/** A link that saves what a route answers. */
export function download(words: string, path: string, parameters: Parameters): HTMLElement {
  return h('a', { class: 'button', download: true, href: route(path, parameters) }, words);
}

function saveBlob(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  h('a', { href, download: name.replaceAll(/[^\w.-]+/g, '-') }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** The figure as a document that needs no style of the page. */
function svgOf(place: Element): { text: string; width: number; height: number } {
  const shown = place.querySelector('svg')!;
  const copy = shown.cloneNode(true) as SVGSVGElement;
  const originals = [shown, ...shown.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll<SVGElement>('*')].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of INHERITED) element.setAttribute(name, style.getPropertyValue(name));
  });
  const { width, height } = shown.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', String(width));
  ground.setAttribute('height', String(height));
  ground.setAttribute('fill', colour('card'));
  copy.prepend(ground);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export function saveSvg(place: Element, name: string): void {
  saveBlob(new Blob([svgOf(place).text], { type: 'image/svg+xml' }), `${name}.svg`);
}

export function savePng(place: Element, name: string): void {
  const { text, width, height } = svgOf(place);
  const image = new Image();
  image.addEventListener('load', () => {
    const canvas = h('canvas', { width: SCALE * width, height: SCALE * height });
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    saveCanvas(canvas, name);
  });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

export function saveCanvas(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => {
    if (blob !== null) saveBlob(blob, `${name}.png`);
  });
}
