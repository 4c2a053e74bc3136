/** Programs of OEIS entries, run by the interpreters that are installed: they print the terms of the entries. */
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { oeisEntry, openStore, type Store } from '../../src/index.js';
import { fileFolder } from '../support/cli.js';

const folder = fileFolder();
let store: Store;
beforeAll(async () => {
  store = await openStore(folder, { readOnly: true, compute: { seconds: 30 } });
  return () => store.close();
});

/** What runs the programs of an entry that it is given, by language. Mathematica is not free: its programs are not run. */
const INTERPRETERS = {
  PARI: ['gp', '-q', '-f', '-D', 'colors=no'],
  Python: ['python3', '-'],
} as const;

describe.each(['PARI', 'Python'] as const)('programs in %s', (language) => {
  const [command, ...args] = INTERPRETERS[language];
  const isMissing = spawnSync(command, ['--version']).error !== undefined;

  it.skipIf(isMissing)(`print the terms of their entries (${command})`, async () => {
    const games = ['{1,6,9}', 'all-but{2,3,7}', 'squares', 'primes', 'polynomial:2,-1,0'];
    const expected: string[] = [];
    const lines: string[] = [];
    for (const game of games)
      for (const sequence of ['nim', 'outcomes', 'cold', 'gaps', 'records'] as const) {
        const { data, programs } = await oeisEntry(store, game, sequence);
        expected.push(data);
        lines.push(...programs.find((program) => program.language === language)!.lines);
      }
    const { stdout } = spawnSync(command, args, { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
    const printed = stdout.trim().split('\n');
    expect(printed).toHaveLength(expected.length);
    for (const [i, terms] of expected.map((data) => data.split(', ')).entries()) {
      const found = printed[i].match(/\d+/g)!;
      const common = Math.min(terms.length, found.length);
      // Lists end at position 1000 in the program, and data at 260 characters in the entry.
      expect(common).toBeGreaterThan(0);
      expect(found.slice(0, common), printed[i]).toEqual(terms.slice(0, common));
    }
  });
});
