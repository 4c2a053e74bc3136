/** The section of a report that says what is stored of the game, and what the page has not. */
import type { GameInfo, SeriesInfo } from '../engine/reading/info.js';
import { grouped, wholeNumber } from '../words/typeset.js';
import type { DrawnSection } from './page.js';
import { markup, table, type Table } from './parts/html.js';

/** Sections that a page has not, and why. */
export type Lacking = readonly (readonly [heading: string, reason: string])[];

type StoredEntry = [series: keyof GameInfo['series'], info: SeriesInfo];

export function seriesOf({ series }: GameInfo): StoredEntry[] {
  return (Object.entries(series) as StoredEntry[]).filter(([, { frontier }]) => frontier > 0);
}

/** One column a series; facts that no series has are left out. */
function storedTable(info: GameInfo): Table {
  const series = seriesOf(info);
  const facts: readonly (readonly [name: string, of: (info: SeriesInfo) => string])[] = [
    ['Positions below', ({ frontier }) => wholeNumber(frontier)],
    ['Cold positions', ({ coldCount }) => grouped(coldCount)],
    [
      'Largest nim-value',
      ({ largestNimValue }) => (largestNimValue === undefined ? '' : grouped(largestNimValue)),
    ],
    [
      'Largest remoteness',
      ({ largestRemoteness }) => (largestRemoteness === undefined ? '' : grouped(largestRemoteness)),
    ],
    ['Blocks', ({ blocks }) => grouped(blocks)],
    ['Bytes', ({ bytes }) => grouped(bytes)],
    ['Methods', ({ methods }) => methods.join(', ')],
  ];
  return {
    caption: 'Stored series',
    isText: true,
    head: ['', ...series.map(([name]) => name)],
    rows: facts
      .map(([name, of]) => [name, ...series.map(([, each]) => of(each))])
      .filter(([, ...cells]) => cells.some((cell) => cell !== '')),
  };
}

/** What is stored, with the hash of the values of each series. */
export function storedSection(
  info: GameInfo,
  hashes: readonly (readonly [series: string, hash: string])[],
  lacking: Lacking,
): DrawnSection {
  const block = markup`${table(storedTable(info))}
<p>SHA-256 of the values, which depends on nothing but the game and the frontier:</p>
<dl>
${hashes.map(([series, hash]) => markup`<div><dt>${series}</dt><dd class="hash">${hash}</dd></div>`)}
</dl>
${
  lacking.length === 0
    ? []
    : [
        markup`<p>Not on this page:</p>
<ul>${[...headingsByReason(lacking)].map(([reason, headings]) => markup`<li>${headings.join('; ')}: ${reason}.</li>`)}</ul>`,
      ]
}`;
  return { id: 'stored', heading: 'What is stored', blocks: [block] };
}

/** The headings that share a reason, so that it is said once. */
function headingsByReason(lacking: Lacking): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [heading, reason] of lacking) found.set(reason, [...(found.get(reason) ?? []), heading]);
  return found;
}
