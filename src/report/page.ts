/** The page of a report: one HTML document that loads nothing. Separate from what it says, which sections.ts writes. */
import { markup, table, type Html, type Table } from './html.js';
import { STYLE } from './style.js';

/** Where and when a report was made. */
export interface Provenance {
  /** Handed in, so that the same store gives the same report. */
  readonly date: Date;
  /** The versions of what made it, e.g. of takeaway and Node. */
  readonly versions: Readonly<Record<string, string>>;
}

/** A section with its figures drawn. */
export interface DrawnSection {
  readonly id: string;
  readonly heading: string;
  readonly sentences: readonly string[];
  readonly figures: readonly DrawnFigure[];
  readonly tables: readonly Table[];
}

/** A figure, or why there is none. */
export type DrawnFigure = { readonly svg: string; readonly command: string } | { readonly missing: string };

export interface Page {
  readonly game: string;
  readonly about: readonly string[];
  readonly stored: Table;
  /** The hash of the values of each stored series. */
  readonly hashes: readonly (readonly [series: string, hash: string])[];
  readonly sections: readonly DrawnSection[];
  readonly commands: readonly string[];
  readonly provenance: Provenance;
}

/** The HTML document. */
export function pageOf(page: Page): string {
  const { game, about, sections, commands, provenance } = page;
  const title = `Subtraction game ${game}`;
  let figures = 0;
  const parts = sections.map((section) =>
    sectionOf(section, () => {
      figures++;
      return figures;
    }),
  );
  const links = [
    ['stored', 'What is stored'],
    ...sections.map(({ id, heading }) => [id, heading]),
    ['again', 'To make it again'],
  ].map(([id, heading]) => markup`<li><a href="#${id}">${heading}</a></li>`);
  const document = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="takeaway">
<title>${title}</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<header>
<h1>${title}</h1>
${about.map((sentence) => markup`<p class="lead">${sentence}</p>`)}
<nav aria-label="Sections"><ul>${links}</ul></nav>
</header>
<main>
${storedSection(page)}
${parts}
${againSection(commands, provenance)}
</main>
</body>
</html>
`;
  return document.html;
}

function storedSection({ stored, hashes }: Page): Html {
  return markup`<section id="stored">
<h2>What is stored</h2>
${table(stored)}
<p>SHA-256 of the values, which depends on nothing but the game and the frontier:</p>
<dl>
${hashes.map(([series, hash]) => markup`<dt>${series}</dt><dd class="hash">${hash}</dd>`)}
</dl>
</section>`;
}

function sectionOf({ id, heading, sentences, figures, tables }: DrawnSection, next: () => number): Html {
  return markup`<section id="${id}">
<h2>${heading}</h2>
${sentences.map((sentence) => markup`<p>${sentence}</p>`)}
${figures.map((figure) =>
  'missing' in figure
    ? markup`<p>${figure.missing}</p>`
    : markup`<figure>
${{ html: figure.svg }}
<figcaption>Figure ${next()}. <code>${figure.command}</code></figcaption>
</figure>`,
)}
${tables.map(table)}
</section>`;
}

function againSection(commands: readonly string[], { date, versions }: Provenance): Html {
  const made = date
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
  return markup`<section id="again">
<h2>To make it again</h2>
<pre><code>${commands.join('\n')}</code></pre>
<p>Made ${made} by ${Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}. Tables that leave rows out are whole in <code>takeaway analyze ... --format csv</code>.</p>
</section>`;
}
