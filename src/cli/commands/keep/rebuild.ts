/** `takeaway rebuild`: a catalog from the block files alone. */
import { rebuildStore } from '../../../index.js';
import type { Rebuilt } from '../../../rim.js';
import { EXIT_CODES } from '../../../words/errors.js';
import { defineCommand, repeated } from '../../command.js';
import { asText } from '../../../words/params.js';
import { storeFolder } from '../../own-games.js';
import { sayFound } from '../../store.js';
import { linesText, printDone, say } from '../../terminal/output.js';
import { gameWord, shortened } from '../../../common/shown.js';
import { commandText } from '../../../words/commands.js';
import { count } from '../../../words/text.js';

export const command = defineCommand({
  examples: [
    ['rebuild', 'make the catalog again; the old one, if any, is kept aside'],
    ['rebuild file:set.txt', 'the same, with a game whose text no file of the store has'],
  ],
  positionals: {
    games: repeated('Games whose definitions no file of the store has (of version 2 or older)', asText),
  },
  options: {},
  run: async ({ games, store: folder, json, quiet }) => {
    const rebuilt = await rebuildStore(storeFolder(folder), { games });
    if (!json) {
      sayFound(rebuilt.left);
      for (const states of rebuilt.lostStates) sayLost(states, folder);
    }
    await printDone({ json, quiet }, rebuilt, () => describe(rebuilt));
    const isWhole =
      rebuilt.lostStates.length === 0 && rebuilt.left.every(({ outcome }) => outcome === 'covered');
    if (!isWhole) process.exitCode = EXIT_CODES.corrupt;
  },
});

/** Reports a lost period with the command that finds it again. */
function sayLost(
  { game, definition, quantity, reason }: Rebuilt['lostStates'][number],
  store: string | undefined,
): void {
  const run = commandText(['period', gameWord(definition, game)], store);
  const states = `The states of the ${quantity} period of ${shortened(game)}`;
  say(`${states} cannot be used: ${reason}. Run '${run}' to find it again.`);
}

function describe({ series, blocks, oldCatalog }: Rebuilt): string {
  const lines = [`The catalog has ${count(blocks, 'block')} of ${series} series, from the block files.`];
  if (oldCatalog !== null) lines.push(`The old catalog is kept as ${oldCatalog}.`);
  return linesText(lines);
}
