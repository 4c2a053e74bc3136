/** Buttons that share the view: by the system, as a link, a code to scan, a citation, a frame for another page. */
import { useState } from 'preact/hooks';
import type { GameFacts, GamesAnswer } from '../../contract.js';
import { printAddress, type Address } from '../address.js';
import { orLost } from '../api.js';
import { isStatic, siteAddress } from '../edition.js';
import { games } from '../facts.js';
import { fileWords, withCommas, ruleWords } from '../format.js';
import { useResource } from '../resource.js';
import { Button } from './controls.js';
import { Answered } from './messages.js';
import { Copy } from './words.js';

/** The version of the program, defined by the build. */
declare const PROGRAM_VERSION: string;

export function Share({ now, facts }: { now: Address; facts: GameFacts }) {
  const [isCoded, showCode] = useState(false);
  const here = linkOf(now, cardOf(now, games.value.answer));
  const command = facts.commands
    .at(0)
    ?.command.replace(/^takeaway extend (.*?) --to \S+/, 'takeaway explore $1');
  const frame = `<iframe src="${linkOf({ ...now, isEmbedded: true }).replaceAll('&', '&amp;')}" title="${facts.game.replaceAll(/[&"<]/g, '')}" width="800" height="600"></iframe>`;
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
        <>
          {'share' in navigator && (
            <Button
              class="quiet"
              onClick={() =>
                void navigator.share({ url: here, title: document.title }).catch(() => undefined)
              }
            >
              Share
            </Button>
          )}
          <Copy text={here} words="Copy link" what="to what is shown" />
          <Button class="quiet" aria-expanded={isCoded} onClick={() => showCode(!isCoded)}>
            QR code
          </Button>
        </>
      )}
      <Copy
        text={citationOf(facts, PROGRAM_VERSION, isHere ? undefined : here)}
        words="Cite"
        what="what is shown: copy the citation"
      />
      {/* The server forbids frames. */}
      {isStatic() && <Copy text={frame} words="Embed" what="what is shown: copy a frame" />}
      {isCoded && <Code text={here} />}
    </span>
  );
}

/** Whether links lead to this machine only. */
const isHere = siteAddress() === undefined && /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** Returns a link for other people, who have themes of their own; through the page of a card if there is one. */
function linkOf(address: Address, card = ''): string {
  const search = printAddress({ ...address, theme: undefined });
  return new URL(card + search, siteAddress() ?? location.href).href;
}

/** Returns the page of the card of a story or a game with a name, which only a site that knows its address has. */
function cardOf({ story, game }: Address, listed: GamesAnswer | undefined): string | undefined {
  if (siteAddress() === undefined) return undefined;
  if (story !== undefined) return `share/story-${story.name}.html`;
  const isNamed = listed?.games.some((each) => each.game === game && each.description !== null);
  return isNamed === true ? `share/${fileWords(game)}.html` : undefined;
}
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

/** A link as a code that phones read. */
function Code({ text }: { text: string }) {
  const loaded = useResource('qr', () => orLost(import('qr')));
  return (
    <Answered to={loaded}>
      {({ default: encode }) => (
        <span class="code">
          <img
            alt={`QR code of ${text}`}
            src={`data:image/svg+xml,${encodeURIComponent(encode(text, 'svg'))}`}
          />
        </span>
      )}
    </Answered>
  );
}
