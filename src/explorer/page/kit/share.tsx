/** Buttons that share the view: a link, a frame for another page, a citation. */
import type { GameFacts } from '../../contract.js';
import { printAddress, type Address } from '../address.js';
import { isStatic } from '../edition.js';
import { withCommas, ruleWords } from '../format.js';
import { Copy } from './words.js';

/** The version of the program, defined by the build. */
declare const PROGRAM_VERSION: string;

export function Share({ now, facts }: { now: Address; facts: GameFacts }) {
  // Readers have a theme of their own.
  const link = (address: Address): string =>
    new URL(printAddress({ ...address, theme: undefined }), location.href).href;
  const here = link(now);
  const command = facts.commands
    .at(0)
    ?.command.replace(/^takeaway extend (.*?) --to \S+/, 'takeaway explore $1');
  const frame = `<iframe src="${link({ ...now, isEmbedded: true }).replaceAll('&', '&amp;')}" title="${facts.game.replaceAll(/[&"<]/g, '')}" width="800" height="600"></iframe>`;
  return (
    <span class="share">
      {isHere ? (
        <>
          <Copy text={here} words="Copy link for this machine" what="to what is shown" />
          {command !== undefined && (
            <Copy text={command} words="Copy command" what="that opens this game elsewhere" />
          )}
        </>
      ) : (
        <Copy text={here} words="Copy link" what="to what is shown" />
      )}
      <Copy
        text={citationOf(facts, PROGRAM_VERSION, isHere ? undefined : here)}
        words="Cite"
        what="what is shown: copy the citation"
      />
      {/* The server forbids frames. */}
      {isStatic() && <Copy text={frame} words="Embed" what="what is shown: copy a frame" />}
    </span>
  );
}

/** Whether links lead to this machine only. */
const isHere = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** Returns the game, its known ranges with their rules, and the link if readers can follow it. */
function citationOf({ game, series }: GameFacts, program: string, link: string | undefined): string {
  const known = [
    ['outcomes', series.cold],
    ['nim-values', series.nim],
  ] as const;
  const ranges = known
    .filter(([, { reach }]) => reach > 0)
    .map(([name, { frontier, rule }]) =>
      rule === null
        ? `${name} below ${withCommas(frontier)}`
        : `${name} of every position by ${ruleWords(rule)}`,
    );
  return `takeaway ${program}, subtraction game ${game}: ${ranges.join(', ')}.${link === undefined ? '' : ` ${link}`}`;
}
