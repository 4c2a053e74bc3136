/** `takeaway site`: the explorer as a folder for any web server; its page computes in the browser. */
import { refuse } from '../../../common/errors.js';
import { readGame } from '../../../index.js';
import { byteSize, count } from '../../../words/text.js';
import { argument, defineCommand, OPTIONAL_GAME } from '../../command.js';
import { asText, optional, type Parse } from '../../../words/params.js';
import { sayDone } from '../../terminal/output.js';

/** Reads the address of a folder of the web; it ends with a slash. */
const asSite: Parse<string> = (text, subject) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    refuse('{subject} {text} is no address of the web. Give one such as https://example.org/games/.', {
      subject,
      text: JSON.stringify(text),
    });
  return new URL(`${url.origin}${url.pathname.replace(/\/*$/, '/')}`).href;
};

export const command = defineCommand({
  examples: [
    ['site public', 'a folder for any web server: the page computes in the browser'],
    ['site public squares --store storage', 'with the stored values of a game beside the page'],
    [
      'site public --url https://example.org/games/',
      'with a picture for each game and story that people link to',
    ],
  ],
  positionals: { folder: argument('A new or empty folder', asText), game: OPTIONAL_GAME },
  options: {
    url: optional('URL', 'The address that the folder will have, for previews of shared links', asSite),
  },
  run: async ({ folder, game, store, url, ...args }) => {
    if (store === undefined && game !== undefined)
      refuse('The values of a game come from a store. Give its folder with --store.');
    const { writeStaticEdition } = await import('../../../explorer/static-edition.js');
    const stored =
      store === undefined ? undefined : { store, game: game === undefined ? undefined : readGame(game) };
    const { files, bytes } = await writeStaticEdition(folder, stored, url);
    await sayDone(
      args,
      { folder, files, bytes },
      () => `Wrote ${folder}: ${count(files, 'file')}, ${byteSize(bytes)}. Any web server can host it.`,
    );
  },
});
