/** G6: readers beside a writer in another process see a growing, right prefix, and are never held up. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../src/index.js';
import { extendOnce } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

const SCRIPT = join(import.meta.dirname, '../support/processes/extend-process.mjs');
const TO = 150_000;

describe('readers beside a writer', () => {
  it('see a growing prefix whose values are those of a finished store', { tags: 'slow' }, async () => {
    const whole = temporaryFolder();
    await extendOnce(whole, 'squares', { to: TO });
    const reference = await openStore(whole, { readOnly: true });
    let reads = 0;
    // A quick writer may end before it was read often: then another one begins.
    while (reads < 6) {
      const folder = temporaryFolder();
      reads += await readBesideWriter(folder, reference);
      const finished = await openStore(folder, { readOnly: true });
      expect(finished.info('squares')[0].series.nim?.frontier).toBe(TO);
      finished.close();
    }
    reference.close();
  });
});

/** Reads a store while a writer in another process fills it; returns how often there was something to read. */
async function readBesideWriter(folder: string, reference: Store): Promise<number> {
  (await openStore(folder)).close();
  const writer = spawn(process.execPath, [SCRIPT, folder, String(TO), '2048'], { stdio: 'ignore' });
  const ended = once(writer, 'close');
  const seen = { cold: 0, nim: 0 };
  let reads = 0;
  while (writer.exitCode === null) {
    // A fresh store each time: nothing is answered from memory.
    const reader = await openStore(folder, { readOnly: true });
    const stored = reader.info('squares').at(0)?.series ?? {};
    for (const series of ['cold', 'nim'] as const) {
      const frontier = stored[series]?.frontier ?? 0;
      expect(frontier).toBeGreaterThanOrEqual(seen[series]);
      seen[series] = frontier;
      if (frontier === 0) continue;
      const range = { to: frontier };
      expect(await reader.valueHash('squares', series, range)).toBe(
        await reference.valueHash('squares', series, range),
      );
      reads++;
    }
    reader.close();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await ended;
  return reads;
}
