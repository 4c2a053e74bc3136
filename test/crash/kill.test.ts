/** G2, G5: SIGKILL at moments of an extension that the seed chooses; and two writers at once. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { drawIntegers, effort, REPLAY } from '../support/seed.js';
import { extendOnce, hashes } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

const SCRIPT = join(import.meta.dirname, '../support/processes/extend-process.mjs');
const TO = 400_000;
const BLOCK_LENGTH = 16_384;
const KILLS = effort(5, 40);
const FEWEST_KILLS = 3;
/** How many lines each killed writer says first, of which one is a start, and how many milliseconds later it is killed. */
const LINES = drawIntegers(KILLS, 0, 4);
const DELAYS = drawIntegers(KILLS, 0, 15);

interface Run {
  readonly child: ChildProcess;
  readonly lines: () => string[];
  /** Resolves once it has said so many lines, or has ended. */
  readonly hasSaid: (lines: number) => Promise<void>;
  readonly ended: Promise<unknown>;
}

function start(folder: string, to = TO): Run {
  const child = spawn(process.execPath, [SCRIPT, folder, String(to), String(BLOCK_LENGTH)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  const lines = (): string[] => text.split('\n').slice(0, -1);
  const ended = once(child, 'close');
  const hasSaid = async (count: number): Promise<void> => {
    while (lines().length < count && child.exitCode === null && child.signalCode === null)
      await Promise.race([once(child.stdout, 'data'), ended]);
  };
  child.stdout.setEncoding('utf8').on('data', (data: string) => (text += data));
  return { child, lines, hasSaid, ended };
}

describe('SIGKILL', () => {
  it('loses nothing that was announced, and resuming gives the same store', async () => {
    const whole = temporaryFolder();
    await extendOnce(whole, 'squares', { to: TO });
    const expected = await hashes(whole, 'squares');
    let folder = temporaryFolder();
    let kills = 0;
    for (let run = 0; ; run++) {
      const { child, lines, hasSaid, ended } = start(folder);
      if (kills < KILLS) {
        await hasSaid(LINES[run % KILLS]);
        setTimeout(() => child.kill('SIGKILL'), DELAYS[run % KILLS]);
      }
      await ended;
      if (child.signalCode === 'SIGKILL') kills++;

      const reader = await openStore(folder, { readOnly: true });
      const stored = reader.info('squares').at(0)?.series ?? {};
      for (const line of lines()) {
        if (!line.includes(' ')) continue;
        const [series, stop] = line.split(' ');
        expect(stored[series as 'cold' | 'nim']?.frontier, REPLAY).toBeGreaterThanOrEqual(Number(stop));
      }
      expect(await reader.verify(), REPLAY).toMatchObject({ ok: true });
      reader.close();
      if (!lines().includes('done')) continue;
      expect(await hashes(folder, 'squares'), REPLAY).toEqual(expected);
      // A quick writer may end before it is killed: then another one begins anew.
      if (kills >= FEWEST_KILLS) break;
      folder = temporaryFolder();
    }
  });

  it('frees the lock, which refuses a second writer at once while the first lives', async () => {
    const folder = temporaryFolder();
    // Far more than it has time for.
    const { child, hasSaid, ended } = start(folder, 2 ** 28);
    await hasSaid(1);
    await expect(openStore(folder)).rejects.toMatchObject({ code: 'locked' });
    await expect(openStore(folder)).rejects.toThrow(folder);
    child.kill('SIGKILL');
    await ended;
    (await openStore(folder)).close();
  });
});
