/** `takeaway rebuild`: a catalog from the block files alone. */
import { rebuildStore } from '../../../index.js';
import type { Rebuilt } from '../../../rim.js';
import { EXIT_CODES } from '../../../words/errors.js';
import { asText, defineCommand, repeated } from '../../command.js';
import { sayFound, storeFolder } from '../../store.js';
import { writeData, writeJson } from '../../terminal/output.js';
import { asLines, count } from '../../../words/text.js';

export const command = defineCommand({
  examples: [
    ['rebuild', 'make the catalog again; the old one, if any, is kept aside'],
    ['rebuild file:set.txt', 'the same, with a game of the store whose text no file of it has'],
  ],
  positionals: {
    games: repeated('Games whose definitions no file of the store has (of version 2 or older)', asText),
  },
  options: {},
  run: async ({ games, store: folder, json, quiet }) => {
    const rebuilt = await rebuildStore(storeFolder(folder), { games });
    if (json) await writeJson(rebuilt);
    else {
      sayFound(rebuilt.left);
      if (!quiet) await writeData(describe(rebuilt));
    }
    if (rebuilt.left.some(({ outcome }) => outcome !== 'covered')) process.exitCode = EXIT_CODES.corrupt;
  },
});

function describe({ series, blocks, oldCatalog }: Rebuilt): string {
  const lines = [`The catalog has ${count(blocks, 'block')} of ${series} series, from the block files.`];
  if (oldCatalog !== null) lines.push(`The old catalog is kept as ${oldCatalog}.`);
  return asLines(lines);
}
