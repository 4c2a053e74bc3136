// npm run bench -- games [--only primes]: every named game with infinitely many numbers, cold and nim, against the C program that is
// faster for it, at the first power of two where that takes half a second of the processor, but 2^26 at most. Processor seconds (user
// and system) of whole processes, storing included; two threads here. What the C program prints is compared.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATALOGUE } from '../../dist/game/sets/catalogue.js';
import { printTable, seconds } from '../support/print.mjs';
import { CLI, processorSeconds } from '../support/process.mjs';
import { compileBaselines, printedOf, setOf } from './peers.mjs';

const [FIRST, LAST] = [14, 26];
const ENOUGH = 0.5;
/** Numbers of a set that the C programs have room for. */
const MOST_NUMBERS = 2 ** 22;
const TEXTBOOK = { cold: 'sieve', nim: 'mex' };

/** The least size at which the faster of the programs takes long enough, and what it takes there. */
async function sizeFor(game, series, folder) {
  for (let log2 = FIRST; ; log2++) {
    const stop = 2 ** log2;
    const { file, name, count } = setOf(game, stop, folder);
    // Shifting the set pays where it is dense.
    let by = count > stop / 64 ? 'shifted' : TEXTBOOK[series];
    let words = [String(stop), file, ...(by === 'shifted' && series === 'cold' ? ['cold'] : [])];
    let there = await processorSeconds(join(folder, by), words).catch(() => undefined);
    if (there === undefined) {
      // shifted.c has room for 256 values.
      [by, words] = [TEXTBOOK[series], [String(stop), file]];
      there = await processorSeconds(join(folder, by), words);
    }
    if (there >= ENOUGH || log2 === LAST || count > MOST_NUMBERS)
      return { by, log2, stop, words, name, there };
  }
}

/** Runs every game, or one, by both. */
export async function benchGames(_, only) {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-games-'));
  try {
    compileBaselines(folder);
    const rows = [];
    for (const { name: game, set } of CATALOGUE) {
      if ((only !== undefined && game !== only) || set.largest !== Infinity) continue;
      for (const series of ['cold', 'nim']) {
        const { by, log2, stop, words, name, there } = await sizeFor(game, series, folder);
        const store = join(folder, 'store');
        rmSync(store, { recursive: true, force: true });
        const what = ['extend', name, '--series', series, '--to', String(stop), '--threads', '2'];
        const here = await processorSeconds(process.execPath, [CLI, ...what, '--quiet', '--store', store]);
        const expected = execFileSync(join(folder, by), words, { encoding: 'utf8' }).trim();
        if ((await printedOf(by, store, name, series)) !== expected)
          throw new Error(`${game} ${series}: other values`);
        rows.push([
          `${series} ${game} to 2^${log2}`,
          by,
          seconds(there),
          seconds(here),
          (there / here).toFixed(1),
        ]);
      }
    }
    printTable(['run', 'by', 'C', 'takeaway', 'C / takeaway'], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
