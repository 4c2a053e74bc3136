/**
 * Syncs that fail in the system itself, one after the other, those of SQLite inside a COMMIT among them: exit code 6,
 * nothing announced that is not stored, nothing removed that is needed. The system calls are made to fail by strace.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { MAIN } from '../support/cli.js';
import { extendOnce, hashes } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

const TO = 4096;
const hasStrace = spawnSync('strace', ['-V']).status === 0;

/** Extends a store, with the n-th call of each thread failing; whether one did. */
function extendWithFailure(
  folder: string,
  call: string,
  n: number,
): { code: number; stderr: string; failed: number } {
  const log = join(temporaryFolder(), 'calls');
  const program = [process.execPath, MAIN, 'extend', 'squares', '--series', 'cold', '--to', String(TO)];
  const { status, stderr } = spawnSync(
    'strace',
    [
      ...['-f', '-qq', '-o', log, '-e', `trace=${call}`, '-e', `inject=${call}:error=EIO:when=${n}`],
      ...[...program, '--threads', '1', '--progress', 'json', '--store', folder],
    ],
    { encoding: 'utf8', env: { ...process.env, UV_THREADPOOL_SIZE: '1' } },
  );
  const failed = readFileSync(log, 'utf8').split('INJECTED').length - 1;
  return { code: status ?? -1, stderr, failed };
}

describe('a sync that fails', () => {
  it.skipIf(!hasStrace).each(['fsync', 'fdatasync'])(
    '(%s, each in turn) is an error of the disk, and loses nothing (skipped without strace)',
    { tags: 'slow' },
    async (call) => {
      const base = temporaryFolder();
      await extendOnce(base, 'squares', { to: 1500, series: 'cold' });
      const whole = temporaryFolder();
      await extendOnce(whole, 'squares', { to: TO, series: 'cold' });
      let failures = 0;
      for (let n = 1; ; n++) {
        const folder = temporaryFolder();
        cpSync(base, folder, { recursive: true });
        const { code, stderr, failed } = extendWithFailure(folder, call, n);
        const announced = stderr.includes('"event":"block"');
        const reader = await openStore(folder, { readOnly: true });
        const frontier = reader.info('squares')[0].series.cold?.frontier;
        expect(await reader.verify(), `${call} ${n}: ${stderr}`).toMatchObject({ ok: true, problems: [] });
        reader.close();
        if (failed === 0) {
          expect({ code, announced, frontier }, stderr).toEqual({ code: 0, announced: true, frontier: TO });
          break;
        }
        failures++;
        expect({ code, announced }, `${call} ${n}: ${stderr}`).toEqual({ code: 6, announced: false });
        await extendOnce(folder, 'squares', { to: TO, series: 'cold' });
        expect(await hashes(folder, 'squares')).toEqual(await hashes(whole, 'squares'));
      }
      // Those of the block and its folder are fsync; SQLite may use either.
      expect(failures).toBeGreaterThanOrEqual(call === 'fsync' ? 2 : 0);
    },
  );
});
