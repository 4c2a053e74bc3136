/** `takeaway export` as one types it: formats by endings, flags, folders, and nothing left by Ctrl-C. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFolder, json, takeaway, type Finished } from '../../../support/cli.js';
import { extendOnce } from '../../../support/store.js';
import { readArrow, readNpy, readParquet } from '../../../support/tables.js';

const folder = fileFolder();
const store = join(folder, 'store');
const GAME = 'interval:300';
const file = (name: string): string => join(folder, name);
const bytes = (name: string): Uint8Array => new Uint8Array(readFileSync(file(name)));
const run = (...args: string[]): Promise<Finished> => takeaway(['export', GAME, '--store', store, ...args]);

beforeAll(() => extendOnce(store, GAME, { to: 1000, blockLength: 64 }));

describe('the ending of the output', () => {
  it.each([
    ['out.feather', 'arrow', (name: string) => readArrow(bytes(name)).columns['n'].length],
    ['out.parquet', 'parquet', async (name: string) => (await readParquet(bytes(name))).columns['n'].length],
    ['out.npy', 'npy', (name: string) => readNpy(bytes(name)).values.length],
    ['out.tsv', 'tsv', (name: string) => readFileSync(file(name), 'utf8').split('\n').length - 2],
    ['out.ndjson', 'jsonl', (name: string) => readFileSync(file(name), 'utf8').split('\n').length - 1],
  ])('of %s means %s', async (name, format, rows) => {
    const written = await json<object>(['export', GAME, '--store', store, '-o', file(name)]);
    expect(written).toMatchObject({ output: file(name), series: 'nim', format, bytes: bytes(name).length });
    expect(await rows(name)).toBe(1000);
  });
});

describe('a flag', () => {
  it('takes the cold positions themselves, of the series that has them', async () => {
    expect((await run('--sequence', 'cold', '--format', 'csv')).stdout).toBe('n\n0\n301\n602\n903\n');
    const refused = await run('--sequence', 'cold', '--series', 'nim', '--format', 'csv');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(': --series cold')]);
  });

  it('leaves the positions out, or has them as int32', async () => {
    const options = ['--from', '299', '--to', '302', '--format', 'csv'];
    expect((await run('--positions', 'none', ...options)).stdout).toBe('nim_value\n299\n300\n0\n');
    const gone = await run('--no-positions', ...options);
    expect([gone.code, gone.stderr]).toEqual([
      2,
      'takeaway: --no-positions is gone. Write takeaway export GAME --positions none\n',
    ]);
    expect((await run('--positions', 'int32', '-o', file('narrow.parquet'))).code).toBe(0);
    expect((await readParquet(bytes('narrow.parquet'))).types['n']).toBe('INT32');
    const wide = await run('--positions', 'int32', '--to', '2^31', '--from', '2^31', '-o', file('e.csv'));
    expect(wide.code).toBe(0);
    const refused = await run(
      '--positions',
      'int32',
      '--from',
      '2^31',
      '--to',
      '2147483649',
      '-o',
      file('never.csv'),
    );
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(': --positions int64')]);
    expect(existsSync(file('never.csv'))).toBe(false);
  });

  it('replaces a file, which is an error without it', async () => {
    expect((await run('-o', file('again.csv'), '--to', '2')).code).toBe(0);
    expect((await run('-o', file('again.csv'), '--to', '1')).code).toBe(2);
    expect((await run('-o', file('again.csv'), '--to', '1', '--force')).code).toBe(0);
    expect(bytes('again.csv')).toHaveLength(16);
  });

  it.each([
    [['--force', '--format', 'csv'], '--output FILE'],
    [['--part-length', '7'], '--output DIR'],
    [['--part-length', '7', '--format', 'csv', '-o', 'x'], 'Choose one of arrow, parquet.'],
    [['--sparse', '-o', 'x.npy'], '--sequence cold'],
  ])('%j is refused without what it needs', async (args, expected) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(expected)]);
  });
});

describe('a folder', () => {
  it('has Parquet unless something else is said, and is replaced with --force', async () => {
    const args = ['--part-length', '400', '-o', file('parts')];
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([0, expect.stringContaining('nim as parquet in 3 files')]);
    expect(readdirSync(file('parts')).sort()).toEqual([
      '0000000000000000-0000000000000400.parquet',
      '0000000000000400-0000000000000800.parquet',
      '0000000000000800-0000000000001000.parquet',
    ]);
    expect((await run(...args)).code).toBe(2);
    const again = await json<object>([
      'export',
      GAME,
      '--store',
      store,
      ...args,
      '--force',
      '--format',
      'arrow',
    ]);
    expect(again).toMatchObject({ format: 'arrow', files: 3 });
  });
});

describe('the flags together', () => {
  it('write a folder of cold positions in compressed Arrow', async () => {
    const flags = ['--sequence', 'cold', '--part-length', '400', '--compress', '--format', 'arrow'];
    const { code, stderr } = await run(...flags, '-o', file('cold-parts'));
    expect([code, stderr]).toEqual([0, expect.stringContaining('cold as arrow in 3 files')]);
    const parts = readdirSync(file('cold-parts')).sort();
    // The reader of the tests takes no compressed batches; those of test/interop do.
    expect(parts).toHaveLength(3);
    const refused = await run(...flags.slice(0, -2), '--format', 'parquet', '-o', file('other'));
    expect([refused.code, existsSync(file('other'))]).toEqual([2, false]);
  });
});

describe('Ctrl-C', () => {
  it.each([
    ['a file', ['--format', 'csv']],
    ['a Parquet file', ['--format', 'parquet']],
    ['a folder', ['--part-length', '2_000_000']],
  ])('leaves nothing of %s', async (_, args) => {
    const name = `stopped-${args[1]}`;
    const begun = (): string[] => readdirSync(folder).filter((found) => found.startsWith('stopped'));
    let look: NodeJS.Timeout | undefined;
    const stopped = await takeaway(
      ['export', GAME, '--store', store, '--to', '2^40', '-o', file(name), ...args],
      {
        // It has said that positions come from a rule; the output is begun soon.
        onMessage: (_, child) => {
          look ??= setInterval(() => {
            if (begun().length === 0) return;
            clearInterval(look);
            child.kill('SIGINT');
          }, 10);
        },
      },
    );
    clearInterval(look);
    expect([stopped.code, stopped.stderr]).toEqual([130, expect.stringContaining('was removed')]);
    expect(begun()).toEqual([]);
  });
});
