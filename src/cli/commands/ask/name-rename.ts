/** `takeaway name rename`: gives a game another name. */
import { shortened } from '../../../common/shown.js';
import { renameGame } from '../../../rim.js';
import { argument, defineCommand } from '../../command.js';
import { asText } from '../../../words/params.js';
import { withStore, WRITING } from '../../store.js';
import { sayDone } from '../../terminal/output.js';

export const command = defineCommand({
  examples: [['name rename p-1 primes-less-1', 'another name for the same game']],
  positionals: { name: argument('The name', asText), renamed: argument('The new name', asText) },
  options: {},
  run: async ({ name, renamed, ...args }) => {
    const { key } = await withStore(args, WRITING, (store) => renameGame(store, name, renamed));
    const now = renamed.toLowerCase();
    await sayDone(args, { name: now, game: key }, () => `${now} is ${shortened(key)}.`);
  },
});
