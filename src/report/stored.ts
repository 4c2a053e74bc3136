/** The section of a report about the stored series and the missing sections. */
import type { GameInfo, SeriesInfo } from '../engine/reading/info.js';
import { withCommas, typesetWhole } from '../words/typeset.js';
import type { DrawnSection } from './page.js';
import { markup, table, type Table } from './parts/html.js';

export type Lacking = readonly (readonly [heading: string, reason: string])[];

type StoredEntry = [series: keyof GameInfo['series'], info: SeriesInfo];

export function seriesOf({ series }: GameInfo): StoredEntry[] {
  return (Object.entries(series) as StoredEntry[]).filter(([, { frontier }]) => frontier > 0);
}

/** Returns a table with a column for each series; rows without any value are left out. */
function storedTable(info: GameInfo): Table {
  const series = seriesOf(info);
  const facts: readonly (readonly [name: string, of: (info: SeriesInfo) => string])[] = [
    ['Positions below', ({ frontier }) => typesetWhole(frontier)],
    ['Cold positions', ({ coldCount }) => withCommas(coldCount)],
    [
      'Largest nim-value',
      ({ largestNimValue }) => (largestNimValue === undefined ? '' : withCommas(largestNimValue)),
    ],
    [
      'Largest remoteness',
      ({ largestRemoteness }) => (largestRemoteness === undefined ? '' : withCommas(largestRemoteness)),
    ],
    ['Blocks', ({ blocks }) => withCommas(blocks)],
    ['Bytes', ({ bytes }) => withCommas(bytes)],
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

/** Groups headings by reason, so that each reason is given once. */
function headingsByReason(lacking: Lacking): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [heading, reason] of lacking) found.set(reason, [...(found.get(reason) ?? []), heading]);
  return found;
}
