/** What passes on what is seen: its link, a frame for another page, a citation. */
import type { GameFacts } from '../../contract.js';
import { printAddress, type Address } from '../address.js';
import { isStatic } from '../edition.js';
import { grouped } from '../format.js';
import { Copy } from './words.js';

/** The version of the program, which the build puts here. */
declare const PROGRAM_VERSION: string;

export function Share({ now, facts }: { now: Address; facts: GameFacts }) {
  const link = (address: Address): string => new URL(printAddress(address), location.href).href;
  const here = link(now);
  const frame = `<iframe src="${link({ ...now, isEmbedded: true }).replaceAll('&', '&amp;')}" title="${facts.game.replaceAll(/[&"<]/g, '')}" width="800" height="600"></iframe>`;
  return (
    <span class="share">
      <Copy text={here} words="Copy link" what="to what is shown" />
      <Copy
        text={citationOf(facts, PROGRAM_VERSION, here)}
        words="Cite"
        what="what is shown: copy the citation"
      />
      {/* The server lets no other page frame it. */}
      {isStatic() && <Copy text={frame} words="Embed" what="what is shown: copy a frame" />}
    </span>
  );
}

/** The game, how far it is known, by what, and where. */
function citationOf({ game, series }: GameFacts, program: string, link: string): string {
  const known = [
    ['outcomes', series.cold],
    ['nim-values', series.nim],
  ] as const;
  const ranges = known
    .filter(([, { reach }]) => reach > 0)
    .map(([name, { frontier, rule }]) =>
      rule === null ? `${name} below ${grouped(frontier)}` : `${name} of every position by ${rule}`,
    );
  return `takeaway ${program}, subtraction game ${game}: ${ranges.join(', ')}. ${link}`;
}
