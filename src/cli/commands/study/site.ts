/** `takeaway site`: the explorer as a folder for any web server; its page computes in the browser. */
import { refuse } from '../../../common/errors.js';
import { readGame } from '../../../index.js';
import { byteSize, count } from '../../../words/text.js';
import { argument, defineCommand, OPTIONAL_GAME } from '../../command.js';
import { asText } from '../../../words/params.js';
import { sayDone } from '../../terminal/output.js';

export const command = defineCommand({
  examples: [
    ['site public', 'a folder for any web server: the page computes in the browser'],
    ['site public squares --store storage', 'with the stored values of a game beside the page'],
  ],
  positionals: { folder: argument('A new or empty folder', asText), game: OPTIONAL_GAME },
  options: {},
  run: async ({ folder, game, store, ...args }) => {
    if (store === undefined && game !== undefined)
      refuse('The values of a game come from a store. Give its folder with --store.');
    const { writeStaticEdition } = await import('../../../explorer/static-edition.js');
    const stored =
      store === undefined ? undefined : { store, game: game === undefined ? undefined : readGame(game) };
    const { files, bytes } = await writeStaticEdition(folder, stored);
    await sayDone(
      args,
      { folder, files, bytes },
      () => `Wrote ${folder}: ${count(files, 'file')}, ${byteSize(bytes)}. Any web server can host it.`,
    );
  },
});
