/** HTML of a report. All text is escaped here. */
import { LOWERED, SUPERSCRIPT } from '../../figures/font/glyphs.js';
import { escapeXml } from '../../figures/render.js';

/** HTML that needs no escaping. */
export interface Html {
  readonly html: string;
}

/** A table; the first cell of a row heads it. */
export interface Table {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether cells are words, aligned left, instead of numbers, aligned right. */
  readonly isText?: boolean;
  /** Whether all rows are shown, however many. */
  readonly isWhole?: boolean;
}

/** Rows shown at each end of a long table. */
const SHOWN_ROWS = 6;

/** Returns HTML from a template: values are escaped unless they are HTML; lists are joined. */
export function markup(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: strings.reduce((text, string, i) => `${text}${render(values[i - 1])}${string}`) };
}

type Value = string | number | Html | readonly Html[];

function render(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeXml(String(value));
  return 'html' in value ? value.html : value.map(render).join('\n');
}

/** Returns escaped text with `<sup>` for superscripts. */
export function raised(text: string): Html {
  const html = escapeXml(text).replaceAll(
    SUPERSCRIPT,
    (run) => `<sup>${Array.from(run, (character) => LOWERED.get(character) ?? character).join('')}</sup>`,
  );
  return { html };
}

/** Returns an HTML document that loads nothing. */
export function documentOf(title: string, style: string, body: Html): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="takeaway">
<title>${title}</title>
<style>${{ html: style }}</style>
</head>
${body}
</html>
`.html;
}

export function prose(text: string): Html {
  return markup`<p>${raised(text)}</p>`;
}

/** Returns a table that scrolls if it is wider than the page; a long one lacks its middle. */
export function table({ caption, head, rows, isText = false, isWhole = false }: Table): Html {
  const isLong = !isWhole && rows.length > 2 * SHOWN_ROWS + 1;
  const first = isLong ? rows.slice(0, SHOWN_ROWS) : rows;
  const last = isLong ? rows.slice(-SHOWN_ROWS) : [];
  const left = rows.length - first.length - last.length;
  const gap =
    left === 0 ? [] : [markup`<tr class="gap"><td colspan="${head.length}">${left} more rows</td></tr>`];
  return markup`<div class="wide" role="region" aria-label="${caption}" tabindex="0">
<table class="${isText ? 'words' : 'numbers'}">
<caption>${caption}</caption>
<thead><tr>${head.map((name) => (name === '' ? markup`<td></td>` : markup`<th scope="col">${name}</th>`))}</tr></thead>
<tbody>
${[...first.map(row), ...gap, ...last.map(row)]}
</tbody>
</table>
</div>`;
}

function row([name, ...cells]: readonly string[]): Html {
  return markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`;
}
