/** Blocks encoded in a thread beside the solver: the same bytes, in order; and what a crash of the thread is told as. */
import { describe, expect, it, vi } from 'vitest';
import { Encoder, encoderFor } from '../../../src/engine/extending/encoding.js';
import { encode } from '../../../src/store/encoding.js';
import { extendOnce, hashes } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

const LABEL = { game: '{1,3}', series: 'nim', start: 64, stop: 128 } as const;

describe('the encoder', () => {
  it('gives what encoding here gives, for values that lie inside a larger memory', async () => {
    const around = Uint8Array.from({ length: 200 }, (_, i) => i & 3);
    const encoder = new Encoder();
    try {
      // Each has other values than the one before, of which the thread shares the memory.
      for (const [start, length] of [
        [100, 64],
        [10, 128],
        [7, 64],
      ]) {
        const label = { ...LABEL, stop: LABEL.start + length };
        const values = { width: 8, length, bytes: around.subarray(start, start + length) } as const;
        const encoded = await encoder.encode({ label, values });
        const expected = encode({ label, values });
        expect({ ...encoded, file: Buffer.from(encoded.file) }).toEqual({
          ...expected,
          file: Buffer.from(expected.file),
        });
      }
    } finally {
      await encoder.end();
    }
    expect(around[100]).toBe(100 & 3);
  });

  it('raises internal when its thread crashes, and goes on raising', async () => {
    const encoder = new Encoder();
    const values = { width: 8, length: 64, bytes: new Uint8Array(64) } as const;
    // No such column: encoding raises in the thread, which ends.
    const label = { ...LABEL, series: 'none' as 'nim' };
    for (let time = 0; time < 2; time++) {
      await expect(encoder.encode({ label, values })).rejects.toMatchObject({ code: 'internal' });
    }
    await encoder.end();
  });

  it('takes a thread for many full blocks alone, and never with one thread', async () => {
    expect(encoderFor('nim', 8 * 2 ** 20, 2)).toBeUndefined();
    expect(encoderFor('nim', 2 ** 30, 1)).toBeUndefined();
    const encoder = encoderFor('nim', 8 * 2 ** 20 + 1, 2);
    expect(encoder).toBeInstanceOf(Encoder);
    await encoder?.end();
  });

  it(
    'stores the same values as an extension by one thread does, and leaves no thread behind',
    { tags: 'slow' },
    async () => {
      const encodeBeside = vi.spyOn(Encoder.prototype, 'encode');
      const end = vi.spyOn(Encoder.prototype, 'end');
      const found = [];
      for (const threads of [1, 2]) {
        const folder = temporaryFolder();
        const to = 8 * 2 ** 20 + 100;
        await extendOnce(folder, '{1,2,3}', { to, series: 'nim', method: 'closed-form', threads });
        found.push(await hashes(folder, '{1,2,3}'));
      }
      expect(found[1]).toEqual(found[0]);
      expect(encodeBeside).toHaveBeenCalledTimes(9);
      expect(end).toHaveBeenCalledTimes(1);
      vi.restoreAllMocks();
    },
  );
});
