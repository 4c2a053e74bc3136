/** `takeaway name remove`: takes a name away from a game. */
import { removeName } from '../../../rim.js';
import { argument, defineCommand } from '../../command.js';
import { asText } from '../../../words/params.js';
import { withStore, WRITING } from '../../store.js';
import { sayDone } from '../../terminal/output.js';

export const command = defineCommand({
  examples: [['name remove p-1', 'only the name: what is stored of the game stays']],
  positionals: { name: argument('The name', asText) },
  options: {},
  run: async ({ name, ...args }) => {
    const { key } = await withStore(args, WRITING, (store) => removeName(store, name));
    await sayDone(args, { name: null, game: key }, () => `${name} is no longer a name.`);
  },
});
