/** Data on stdout that end before they are whole: the reader is told. */
import { afterEach, expect, it, vi } from 'vitest';
import { writeOut } from '../../src/cli/outputs.js';
import { failure } from '../../src/common/errors.js';

afterEach(() => vi.restoreAllMocks());

/** What is said on stderr where so many chunks come before an error. */
async function saidAfter(chunks: number): Promise<string> {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const how = { store: undefined, json: false, quiet: true, progress: undefined };
  const format = { name: 'csv', describe: '', endings: [], isBinary: false };
  const error = failure('not-stored', 'The rest is not stored.');
  // eslint-disable-next-line @typescript-eslint/require-await
  const written = writeOut('export', { output: '-', format }, how, async function* () {
    for (let i = 0; i < chunks; i++) yield new Uint8Array(1);
    throw error;
  });
  await expect(written).rejects.toBe(error);
  return stderr.mock.calls.join('');
}

it('is said where some were written, and only there', async () => {
  expect(await saidAfter(2)).toBe('The output is incomplete.\n');
  vi.restoreAllMocks();
  expect(await saidAfter(0)).toBe('');
});
