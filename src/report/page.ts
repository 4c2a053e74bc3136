/** The page of a report: one HTML document that loads nothing. */
import { documentOf, markup, prose, raised, type Html } from './parts/html.js';
import { STYLE } from './style.js';

export interface Provenance {
  /** Passed in, so that the same store gives the same report. */
  readonly date: Date;
  /** Versions of takeaway, Node and so on. */
  readonly versions: Readonly<Record<string, string>>;
}

export interface DrawnSection {
  readonly id: string;
  readonly heading: string;
  readonly blocks: readonly (Html | DrawnFigure)[];
}

/** A figure for a wide page and for a phone, or the reason why there is none. */
export type DrawnFigure =
  | { readonly wide: string; readonly phone: string; readonly caption: string; readonly command: string }
  | { readonly missing: string };

export interface Page {
  readonly title: string;
  readonly sections: readonly DrawnSection[];
  readonly commands: readonly string[];
  readonly provenance: Provenance;
  /** Outlines of characters that figures refer to. */
  readonly glyphs: string;
}

export function pageOf(page: Page): string {
  const { title, sections, commands, provenance } = page;
  let figures = 0;
  const parts = sections.map((section) => sectionOf(section, () => ++figures));
  const plotted = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => ('command' in block ? [block.command] : [])),
  );
  const links = [...sections.map(({ id, heading }) => [id, heading]), ['again', 'Reproducing this page']].map(
    ([id, heading]) => markup`<li><a href="#${id}">${heading}</a></li>`,
  );
  const body = markup`<body>
${{ html: `<svg class="glyphs" width="0" height="0" aria-hidden="true">${page.glyphs}</svg>` }}
<header>
<h1>${title}</h1>
<nav aria-label="Sections"><ul>${links}</ul></nav>
</header>
<main>
${parts}
${againSection(commands, plotted, provenance)}
</main>
</body>`;
  return documentOf(title, STYLE, body);
}

function sectionOf({ id, heading, blocks }: DrawnSection, next: () => number): Html {
  return markup`<section id="${id}">
<h2>${heading}</h2>
${blocks.map((block) => ('html' in block ? block : figureOf(block, next)))}
</section>`;
}

function figureOf(figure: DrawnFigure, next: () => number): Html {
  if ('missing' in figure) return prose(figure.missing);
  return markup`<figure>
<div class="drawn on-wide">${{ html: figure.wide }}</div>
<div class="drawn on-phone">${{ html: figure.phone }}</div>
<figcaption>Figure ${next()}. ${raised(figure.caption)}</figcaption>
</figure>`;
}

function againSection(
  commands: readonly string[],
  figures: readonly string[],
  { date, versions }: Provenance,
): Html {
  const made = date
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
  return markup`<section id="again">
<h2>Reproducing this page</h2>
<pre><code>${[...commands, ...figures].join('\n')}</code></pre>
<p>Made ${made} by ${Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}. <code>takeaway analyze ... --format csv</code> prints the tables in full.</p>
</section>`;
}
