/**
 * Cards of the static edition: a picture for the start, each story and each game with a name, and for stories and games a page
 * that networks read for the preview of a link, and that leads people on.
 */
import { rowOfPeriods, usualModulus } from '../common/usual-figures.js';
import { listGames } from '../index.js';
import { CARD_SIZE, cardPng, escapeXml, rulesOf } from '../rim.js';
import { fileWords } from '../words/text.js';
import type { Story } from './contract.js';
import { periodsOf } from './games/facts.js';
import type { Games, OpenGame } from './games/games.js';

/** Cells of a row, at most, and rows of a picture. */
const MAX_COLUMNS = 66;
const ROWS = 70;
/** Colours of hot, cold and unknown cells. */
const COLOURS = ['#efe8da', '#0b5394', '#ffffff'];
/** Leads to what a link shows, or else to what the card is about. */
const OPEN = `location.replace('../' + (location.search || document.querySelector('a').search));\n`;

interface Card {
  /** The name of its files. */
  readonly name: string;
  readonly title: string;
  readonly sentence: string;
  /** The game of its picture. */
  readonly game: string;
  /** Address of what it is about, relative to the page. */
  readonly link: string;
}

const START: Card = {
  ...{ name: 'start', title: 'takeaway', game: 'squares', link: './' },
  sentence: 'Take counters from a heap; whoever cannot move loses. See who wins, and why.',
};

/** Returns the elements of the page's head that describe its card. `site` is the address of the edition. */
export function startPreview(site: string): string {
  return previewOf(site, START, site);
}

/** Yields the files of all cards by name. Cost: some 0.1 s for each card. */
export async function* cardFiles(
  site: string,
  games: Games,
  stories: readonly Story[],
): AsyncGenerator<readonly [name: string, content: Uint8Array]> {
  const encoder = new TextEncoder();
  const address = site.replaceAll(/^https?:\/\/|\/$/g, '');
  yield ['share/open.js', encoder.encode(OPEN)];
  for (const card of [START, ...stories.map(storyCard), ...(await gameCards(games))]) {
    const { name, title, sentence, game } = card;
    const picture = await pictureOf(await games.open(game, ['cold']));
    yield [`share/${name}.png`, await cardPng({ title, sentence, address, picture })];
    if (card !== START) yield [`share/${name}.html`, encoder.encode(pageOf(site, card))];
  }
}

function storyCard({ name, title, lead, steps: [{ address }] }: Story): Card {
  const game = new URLSearchParams(address).get('game')!;
  return { name: `story-${name}`, title, sentence: lead, game, link: `${address}&story=${name}.1` };
}

async function gameCards(games: Games): Promise<Card[]> {
  const listed = listGames([], await games.source.names());
  // Forms of families, such as powers-of:B, are no games.
  const named = listed.map(({ game }) => game).filter((game) => !/:[A-Z]/.test(game));
  return Promise.all(
    named.map(async (title) => {
      const [rule] = rulesOf(games.parse(await games.source.meant(title)));
      const sentence = rule.replace('Two players take turns. ', '');
      const link = `?${new URLSearchParams({ game: title }).toString()}`;
      return { name: fileWords(title), title, sentence, game: title, link };
    }),
  );
}

/** Returns the first positions in rows that show the period, or the stripes of squares. */
async function pictureOf({ game, store, reading, ...open }: OpenGame) {
  const { nim, outcome } = periodsOf({ game, store, reading, ...open });
  const period = outcome ?? nim;
  const width = rowOfPeriods(period, MAX_COLUMNS) ?? usualModulus(period, MAX_COLUMNS);
  const to = Math.min(width * ROWS, reading('cold').reach);
  const values = new Uint8Array(width * ROWS).fill(2, to);
  for await (const run of store.coldPositions(game, { to })) for (const n of run) values[n] = 1;
  return { width, height: ROWS, values, colours: COLOURS };
}

function previewOf(site: string, { name, title, sentence }: Card, url: string): string {
  const properties = {
    ...{ 'og:type': 'website', 'og:site_name': 'takeaway', 'og:url': url },
    ...{ 'og:title': title, 'og:description': sentence },
    ...{ 'og:image': `${site}share/${name}.png`, 'og:image:alt': 'The first positions as cells' },
    ...{ 'og:image:width': String(CARD_SIZE.width), 'og:image:height': String(CARD_SIZE.height) },
  };
  const metas = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${escapeXml(content)}" />`,
  );
  return [...metas, '<meta name="twitter:card" content="summary_large_image" />'].join('\n    ');
}

function pageOf(site: string, card: Card): string {
  const title = escapeXml(card.title);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${title} · takeaway</title>
    ${previewOf(site, card, `${site}share/${card.name}.html`)}
    <script src="open.js" defer></script>
  </head>
  <body>
    <p><a href="../${escapeXml(card.link)}">${title}</a></p>
  </body>
</html>
`;
}
