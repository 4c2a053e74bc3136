/** Bad input: each kind gets its exit code and a message that says what is wrong and what to do. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { bash, fileFolder, json, takeaway } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';

const folder = fileFolder();
const store = join(folder, 'store');
const at = ['--store', store];

beforeAll(async () => {
  await json(['extend', 'squares', '--to', '1000', ...at]);
});

/** Runs what must fail, and returns its message after checking its exit code and that no data was printed. */
async function failure(code: number, args: readonly string[]): Promise<string> {
  const finished = await takeaway(args);
  expect({ code: finished.code, stdout: finished.stdout }, finished.stderr).toEqual({ code, stdout: '' });
  expect(finished.stderr).toMatch(/^takeaway: .+\n$/);
  return finished.stderr;
}

describe('a subtraction set', () => {
  it.each([
    ['', 'The game is empty. Write a name such as squares or powers-of:3, numbers such as {1,3,4}'],
    ['{}', 'is empty. Give at least one positive integer.'],
    ['{0,1}', 'has 0, but takes positive integers up to 2^53 - 2, the largest position'],
    ['{-1,3}', 'has -1, but takes positive integers up to 2^53 - 2, the largest position'],
    ['{1.5,3}', 'has 1.5, but takes'],
    [
      '{1,9007199254740993}',
      'has 9007199254740993, but takes positive integers up to 2^53 - 2, the largest position',
    ],
    ['{9007199254740991}', 'but takes positive integers up to 2^53 - 2, the largest position'],
    ['{2,3,9007199254740991}', 'has 9007199254740991, but takes'],
    ['all-but{2,9007199254740991}', 'but takes positive integers up to 2^53 - 2'],
    ['interval:9007199254740991', 'to 2^53 - 2, the largest position'],
    ['{1,3,1}', 'has 1 twice. Write each number once.'],
    ['{1,x}', 'has "x" where'],
    ['squres', 'Did you mean squares?'],
    ['file:/nowhere/set.txt', 'The file /nowhere/set.txt cannot be read: '],
  ])('%s', async (game, message) => {
    expect(await failure(2, ['extend', game, '--to', '100', ...at])).toContain(message);
    expect(await failure(2, ['query', game, '5', ...at])).toContain(message);
  });

  it('that is none creates no store', async () => {
    const nowhere = join(folder, 'nowhere');
    await failure(2, ['extend', 'squres', '--to', '100', '--store', nowhere]);
    await failure(2, ['extend', 'squares', '--to', '100', '--method', 'levels', '--store', nowhere]);
    expect(existsSync(nowhere)).toBe(false);
  });

  it('that the shell has split', async () => {
    const message = await failure(2, ['extend', '1', '3', '4', '--to', '100', ...at]);
    expect(message).toContain('Put it in quotes');
  });
});

describe('a number', () => {
  it.each(['abc', '-3', '1.5', '2^53', '9007199254740992', '1e999', '1e-3', '5_', '2^-1', '0x10', ''])(
    '%j',
    async (to) => {
      const message = await failure(2, ['extend', 'squares', '--to', to, ...at]);
      expect(message).toMatch(/^takeaway: --to (must be a whole number from 0 to 2\^53 - 1|needs a value)/);
    },
  );

  it('is read exactly', async () => {
    const message = await failure(3, ['query', 'squares', '9_007_199_254_740_990', ...at]);
    expect(message).toContain('position 9_007_199_254_740_990 is asked for');
    expect(await failure(2, ['query', 'squares', '-3', ...at])).toContain('not -3');
  });

  it('of threads names its range', async () => {
    const args = ['extend', 'squares', '--to', '2000', '--threads', 'abc', ...at];
    expect(await failure(2, args)).toContain('--threads must be a whole number from 1 to 256, not abc.');
  });

  it('above its end', async () => {
    const message = await failure(2, [
      'values',
      '--format',
      'lines',
      'squares',
      '--from',
      '9',
      '--to',
      '5',
      ...at,
    ]);
    expect(message).toContain('The range begins at 9, above its end 5.');
  });
});

describe('a name', () => {
  it('of a method that cannot give the series', async () => {
    const message = await failure(2, ['extend', 'squares', '--to', '2000', '--method', 'sieve', ...at]);
    expect(message).toContain('The method sieve does not give the series nim, as auto, ');
    expect(message).toContain(': --series cold');
  });
});

describe('what is not stored', () => {
  it('names the command that stores it', async () => {
    expect(await failure(3, ['query', 'squares', '6e10', '--quiet', ...at])).toMatch(
      /Extend the series cold to 60_000_000_001 first \(takes about .*: takeaway extend squares --series cold --to 60000000001 --store /,
    );
    expect(
      await failure(3, ['values', '--format', 'lines', 'squares', '--to', '2e8', '--quiet', ...at]),
    ).toContain(`: takeaway extend squares --series nim --to 200000000 --store ${at[1]}`);
    expect(await failure(3, ['export', 'cubes', '--format', 'csv', ...at])).toContain(
      'takeaway extend cubes --series nim --to 2^20 ',
    );
  });

  it('is said of a range without an end that starts there', async () => {
    const commands = [
      ['export', 'squares', '--format', 'csv', '--series', 'cold'],
      ['analyze', 'squares', 'density'],
      ['analyze', 'squares', 'gaps'],
    ];
    for (const command of commands) {
      expect(await failure(3, [...command, '--from', '5000', ...at])).toContain(
        'squares (cold) is stored below 1000, and position 5000 is asked for. Extend the series cold',
      );
    }
    const endless = await failure(2, ['export', 'odd', '--format', 'csv', '--from', '5000', ...at]);
    expect(endless).toContain('The range has no end: nothing of odd is stored there');
  });
});

describe('a store', () => {
  it('that is a file, or lies in one', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await failure(6, ['info', '--store', file])).toContain('must be a folder, not a file.');
    expect(await failure(6, ['extend', 'squares', '--to', '9', '--store', file])).toContain('not a file');
    expect(await failure(6, ['info', '--store', join(file, 'x')])).toContain(
      'cannot be used: not a directory.',
    );
  });

  it('of a newer version', async () => {
    const newer = temporaryFolder();
    await json(['extend', 'squares', '--to', '9', '--store', newer]);
    const db = openSqlite(join(newer, 'catalog.sqlite'));
    db.pragma('user_version = 99');
    db.close();
    for (const args of [['info'], ['extend', 'squares', '--to', '10']]) {
      const message = await failure(7, [...args, '--store', newer]);
      expect(message).toMatch(/has version 99, written by a newer takeaway/);
    }
  });

  it('whose catalog is none', async () => {
    const broken = temporaryFolder();
    writeFileSync(
      join(broken, 'catalog.sqlite'),
      'not a database, but long enough to look like one'.repeat(99),
    );
    expect(await failure(4, ['info', '--store', broken])).toContain('is damaged: file is not a database.');
  });

  it('that another process writes to', async () => {
    const busy = temporaryFolder();
    await json(['extend', 'squares', '--to', '9', '--store', busy]);
    const lock = openSqlite(join(busy, 'lock.sqlite'));
    lock.exec('BEGIN EXCLUSIVE');
    try {
      const message = await failure(5, ['extend', 'squares', '--to', '20', '--store', busy]);
      expect(message).toContain('Another process is writing to the store');
      expect(await json(['query', 'squares', '5', '--store', busy])).toHaveLength(1);
    } finally {
      lock.close();
    }
  });

  it('with a damaged block, which is named, and repaired on request', async () => {
    const damaged = temporaryFolder();
    await json(['extend', 'squares', '--to', '9000', '--series', 'nim', '--store', damaged]);
    const name = readdirSync(damaged, { recursive: true, encoding: 'utf8' }).find((file) =>
      file.endsWith('.arrow'),
    );
    const path = join(damaged, name ?? '');
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(path, bytes);

    expect(await failure(4, ['query', 'squares', '5', '--store', damaged])).toContain(path);
    const found = await takeaway(['verify', '--store', damaged]);
    expect(found.code).toBe(4);
    expect(found.stdout).toMatch(/^PROBLEM {2}squares nim 0-9000: .*SHA-256/);
    expect(found.stdout).toContain('1 problem left, 0 blocks good.');
    const report = await takeaway(['verify', '--json', '--store', damaged]);
    expect(report.code).toBe(4);
    expect(JSON.parse(report.stdout)).toMatchObject({
      ok: false,
      blocks: 1,
      problems: [{ game: 'squares', series: 'nim', start: 0, stop: 9000, repaired: false }],
    });
    const repaired = await takeaway(['verify', '--repair', '--store', damaged]);
    expect(repaired.stdout).toContain('Checked 1 block: 1 problem, all repaired.');
    expect(repaired.code).toBe(0);
    expect(await json(['verify', '--store', damaged])).toMatchObject({ ok: true, problems: [] });
  });

  it('that is not there is not made by a repair', async () => {
    const missing = join(folder, 'missing');
    const { code, stdout } = await takeaway(['verify', '--repair', '--store', missing]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Nothing is stored.\n' });
    expect(existsSync(missing)).toBe(false);
  });

  it('of an older version is migrated by a repair', async () => {
    const old = temporaryFolder();
    cpSync(join(import.meta.dirname, '../fixtures/store-v1'), old, { recursive: true });
    expect(await failure(7, ['info', '--store', old])).toContain(': takeaway verify --repair');
    expect(await json(['verify', '--repair', '--store', old])).toMatchObject({ ok: true });
    expect(await json(['query', 'squares', '34', '--store', old])).toMatchObject([{ cold: true }]);
  });

  it.skipIf(!existsSync('/proc/self'))('where no folder can be made', async () => {
    const message = await failure(6, ['extend', 'squares', '--to', '9', '--store', '/proc/x/y']);
    expect(message).toContain('The store /proc/x/y cannot be used: no such file or directory.');
  });
});

describe('an output', () => {
  it('that exists is left as it is', async () => {
    const output = join(folder, 'mine.csv');
    writeFileSync(output, 'mine');
    const message = await failure(2, ['export', 'squares', '--output', output, ...at]);
    expect(message).toContain(`The output ${output} exists already.`);
    expect(readFileSync(output, 'utf8')).toBe('mine');
  });

  it('that cannot be written', async () => {
    const output = join(folder, 'no', 'such', 'folder.csv');
    expect(await failure(6, ['export', 'squares', '--output', output, ...at])).toContain(
      `There is no folder ${join(folder, 'no', 'such')} for the output ${output}.`,
    );
    mkdirSync(join(folder, 'folder.csv'));
    await failure(2, ['export', 'squares', '--output', join(folder, 'folder.csv'), ...at]);
  });

  it.skipIf(!existsSync('/usr/bin/script'))('in binary to a terminal is refused', async () => {
    const command = `$T export squares --format arrow --store ${store}`;
    const { stdout, code } = await bash(`script -qec "${command}" /dev/null`);
    expect({ code, stdout }).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('A terminal cannot show the format arrow.') as unknown,
    });
  });

  it.skipIf(!existsSync('/usr/bin/script'))(
    'as text acts on no terminal, and is as it is in a pipe',
    async () => {
      const query = `$T sql \\"SELECT chr(27) || 'é' || chr(8238) AS a, 7 AS b\\" --format tsv --store ${store}`;
      const { stdout } = await bash(
        `script -qec "${query}" /dev/null; ${query.replaceAll('\\"', '"')} 2>/dev/null`,
      );
      expect(stdout).toBe('a\tb\r\n\\x1bé\\u202e\t7\r\na\tb\n\u001bé\u202e\t7\n');
    },
  );
});

describe('input without an end', () => {
  it.each([
    ['query', 'query squares -'],
    ['play', 'play squares 30 --quiet'],
  ])('of one line is refused by %s before it is kept', async (_, command) => {
    const line = `head -c 3000000 /dev/zero | tr '\\0' 7 | $T ${command} --store ${at[1]}`;
    const { code, stderr } = await bash(line);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Line 1 of stdin is longer than 65_536 bytes.') as string,
    });
  });
});

describe('values', () => {
  it('of a period that nobody can print are the first hundred', async () => {
    for (const game of ['{4503599627370496}', '{4503599627370495}', 'interval:9007199254740990']) {
      const { code, stdout } = await takeaway(['values', game, '--quiet', ...at]);
      expect(code).toBe(0);
      expect(stdout.trimEnd().split(' ')).toHaveLength(100);
    }
  });

  it('that are too many to print are refused', async () => {
    const args = ['values', '{1,3,4}', '--to', '1e15', '--json', '--quiet', ...at];
    const { code, stdout, stderr } = await takeaway(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Ask for at most 268_435_456');
  });
});

describe('a set from a file', () => {
  it('is said to be finite where positions above it are asked for', async () => {
    const path = join(folder, 'p.txt');
    writeFileSync(path, '2\n3\n5\n7\n');
    const said = 'is a finite set of 4 numbers, the largest 7.';
    const store = ['--store', join(folder, 'of-file')];
    expect((await takeaway(['extend', `file:${path}`, '--to', '100', ...store])).stderr).toContain(said);
    expect((await takeaway(['query', `file:${path}`, '50', ...store])).stderr).toContain(said);
    expect((await takeaway(['query', `file:${path}`, '50', '--quiet', ...store])).stderr).toBe('');
  });
});
