/** `takeaway query` where a stored series ends. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nimValuesByDefinition } from '../../../../src/game/definition.js';
import { readGame } from '../../../../src/index.js';
import { fileFolder, json } from '../../../support/cli.js';

const at = ['--quiet', '--store', join(fileFolder(), 'store')];

it('a query around the frontier of nim-values has those of the definition', { tags: 'slow' }, async () => {
  const nim = nimValuesByDefinition(readGame('squares').set, 700);
  await json(['extend', 'squares', '--series', 'cold', '--to', '700', ...at]);
  for (const [frontier] of [...nim.entries()].filter(([n, value]) => n > 400 && value === 0)) {
    await json(['extend', 'squares', '--series', 'nim', '--to', String(frontier), ...at]);
    for (const position of [frontier - 1, frontier, frontier + 1])
      expect(await json(['query', 'squares', String(position), ...at])).toMatchObject([
        { position, cold: nim[position] === 0, nimValue: nim[position] },
      ]);
  }
});
