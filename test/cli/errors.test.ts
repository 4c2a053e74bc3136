/** Errors at the rim: remedies as commands, errors as JSON with one case of each exit code, words that shells take. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { describe, expect, it } from 'vitest';
import { adviceOf, commandOf } from '../../src/words/commands.js';
import { errorText, EXIT_CODES } from '../../src/words/errors.js';
import { TakeawayError } from '../../src/common/errors.js';
import { wordingOf, type Remedy } from '../../src/common/remedies.js';
import { gameWord, shellWord } from '../../src/common/shown.js';
import { json, takeaway } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';

const EXTEND = { do: 'extend', game: '{1,3}', series: 'nim', to: 2 ** 20, orPeriod: false } as const;

/** Each remedy, its advice on the command line, and the command that it is. */
const WORDED: readonly (readonly [Remedy, advice: string, command: string | undefined])[] = [
  [
    EXTEND,
    `Run 'takeaway extend "{1,3}" --series nim --to 2^20' to store it.`,
    'takeaway extend "{1,3}" --series nim --to 2^20',
  ],
  [
    { ...EXTEND, series: 'both', to: 9, orPeriod: true },
    `Run 'takeaway extend "{1,3}" --to 9' to store it, or 'takeaway period "{1,3}"' to know every position.`,
    'takeaway extend "{1,3}" --to 9',
  ],
  [
    { do: 'find-period', game: 'odd', limit: null },
    "Run 'takeaway period odd' to find its period.",
    'takeaway period odd',
  ],
  [
    { do: 'find-period', game: 'odd', limit: 400 },
    "Run 'takeaway period odd --limit 400' to look at so many values, which may be too few.",
    'takeaway period odd --limit 400',
  ],
  [
    { do: 'find-period', game: 'odd', series: 'nim', limit: 400 },
    "Run 'takeaway period odd --series nim --limit 400' to look at so many values, which may be too few.",
    'takeaway period odd --series nim --limit 400',
  ],
  [
    { do: 'query', game: 'odd', positions: [7] },
    "'takeaway query odd 7' gives the nim-value.",
    'takeaway query odd 7',
  ],
  [
    { do: 'analyze-values', game: 'odd' },
    "'takeaway analyze odd values' lists those that occur.",
    'takeaway analyze odd values',
  ],
  [
    { do: 'verify', repair: false },
    "Run 'takeaway verify' to see everything that is wrong.",
    'takeaway verify',
  ],
  [
    { do: 'verify', repair: true },
    "Run 'takeaway verify --repair' to recompute it.",
    'takeaway verify --repair',
  ],
  [
    { do: 'migrate' },
    "Run 'takeaway verify --repair' once, which migrates it after a backup.",
    'takeaway verify --repair',
  ],
  [
    { do: 'rebuild' },
    "'takeaway rebuild' recreates the catalog from the block files, and keeps the old one aside.",
    'takeaway rebuild',
  ],
  [{ do: 'choose-store' }, 'Choose another folder with --store or TAKEAWAY_STORE.', undefined],
  [{ do: 'give', option: 'to', value: null }, 'Give one with --to.', undefined],
  [{ do: 'give', option: 'series', value: 'cold' }, 'Use --series cold.', undefined],
  [{ do: 'lower', option: 'to' }, 'Choose a smaller --to.', undefined],
  [{ do: 'retry' }, 'Run the same command again to continue.', undefined],
  [{ do: 'did-you-mean', name: 'nim' }, 'Did you mean nim?', undefined],
  [{ do: 'list-games' }, "'takeaway games' lists the catalogue.", 'takeaway games'],
  [{ do: 'give', option: 'positions', value: 'int64' }, 'Use --positions int64.', undefined],
  [{ do: 'allow', what: 'files' }, 'Allow it with --external-access.', undefined],
  [{ do: 'allow', what: 'memory' }, 'Allow more with --memory SIZE.', undefined],
  [
    { do: 'install', package: 'a-b' },
    "Run 'npm install a-b' where takeaway is installed (with -g where that is global).",
    undefined,
  ],
];

describe('a remedy', () => {
  it.each(WORDED)('%j is a sentence, and a command where it is one', (remedy, advice, command) => {
    expect(adviceOf(remedy, undefined)).toBe(advice);
    expect(commandOf(remedy, undefined)).toBe(command);
  });

  it.each(WORDED)('%j names no command and no option to callers of the library', (remedy) => {
    const advice = wordingOf(remedy).advice(remedy);
    expect(advice).toMatch(/^[A-Z].*[.?]$/);
    expect(advice).not.toMatch(/takeaway|--/);
  });

  it('has the store that was given in each of its commands', () => {
    expect(adviceOf({ ...EXTEND, orPeriod: true }, 'my store').match(/ --store "my store"'/g)).toHaveLength(
      2,
    );
    expect(commandOf({ do: 'verify', repair: true }, 's')).toBe('takeaway verify --repair --store s');
  });

  it('stands after what is known besides', () => {
    const parts = { subject: 'It', found: 'this', help: 'So it is.', remedy: { do: 'retry' } } as const;
    const error = new TakeawayError('usage', parts);
    expect(error.message).toBe('It: found this. So it is. Do the same again to continue.');
    expect(errorText(error, undefined)).toBe(
      'It: found this. So it is. Run the same command again to continue.',
    );
  });
});

describe('a word of a command', () => {
  it.each([
    ['squares', 'squares'],
    ['powers-of:3', 'powers-of:3'],
    ['./a/set_1.txt', './a/set_1.txt'],
    ['{1,3,4}', '"{1,3,4}"'],
    ['1,3,4', '"1,3,4"'],
    ['squares seed [0,1]', '"squares seed [0,1]"'],
    ["it's", `"it's"`],
    ['C:\\my games\\', '"C:\\my games\\\\"'],
    ['a$b', `'a$b'`],
    ['', '""'],
  ])('%s', (word, quoted) => {
    expect(shellWord(word)).toBe(quoted);
  });

  it.each(['{1,3,4}', '1,3,4', 'a b', "it's", 'a$HOME`b`', 'x\\y\\', 'say "so"', 'it\'s "$x"'])(
    '%s reaches a program as it is from bash',
    (word) => {
      const program = 'process.stdout.write(process.argv[1])';
      const line = `"${process.execPath}" -e '${program}' -- ${shellWord(word)}`;
      expect(execFileSync('bash', ['-c', line], { encoding: 'utf8' })).toBe(word);
    },
  );

  it('stands for a game too long to show', () => {
    expect(gameWord(`{${'1234,'.repeat(60)}9}`)).toBe('<game>');
  });
});

interface JsonError {
  readonly error: Readonly<Record<string, unknown>> & { readonly code: keyof typeof EXIT_CODES };
}

/** The error that a command prints with --json, after checking all that every one has. */
async function jsonError(args: readonly string[]): Promise<JsonError['error']> {
  const { code, stdout, stderr } = await takeaway([...args, '--json']);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^\{.+\}\n$/);
  const { error } = JSON.parse(stderr) as JsonError;
  const keys = ['code', 'exitCode', 'subject', 'expected', 'found', 'help', 'remedy'];
  expect(Object.keys(error)).toEqual(keys);
  expect(error.exitCode).toBe(code);
  expect(code).toBe(EXIT_CODES[error.code]);
  return error;
}

describe('with --json', () => {
  it('usage is 2', async () => {
    const at = ['--store', temporaryFolder()];
    expect(await jsonError(['extend', 'squares', '--to', '9', '--series', 'nimm', ...at])).toEqual({
      code: 'usage',
      exitCode: 2,
      subject: '--series',
      expected: 'one of cold, nim, remoteness, both',
      found: '"nimm"',
      help: null,
      remedy: { do: 'did-you-mean', name: 'nim', command: null },
    });
  });

  it('data on stdout leaves no place for JSON, which is usage', async () => {
    expect(await jsonError(['export', 'squares', '--format', 'csv'])).toMatchObject({
      code: 'usage',
      subject: '--json',
      expected: 'an --output FILE to report on',
    });
  });

  it('what the parser refuses is usage', async () => {
    expect(await jsonError(['query', 'squares'])).toMatchObject({
      code: 'usage',
      subject: 'The arguments of query',
      expected: '<game> <positions..>',
      found: 'only squares',
    });
    expect(await jsonError(['quary'])).toMatchObject({ remedy: { do: 'did-you-mean', name: 'query' } });
  });

  it('not-stored is 3, with the command that stores it', async () => {
    const store = temporaryFolder();
    expect(await jsonError(['query', 'squares', '6e10', '--quiet', '--store', store])).toEqual({
      code: 'not-stored',
      exitCode: 3,
      subject: 'squares cold',
      expected: 'position 60000000000 to be stored',
      found: 'nothing stored of this series',
      help: null,
      remedy: {
        do: 'extend',
        game: 'squares',
        series: 'cold',
        to: 60_000_000_001,
        orPeriod: false,
        seconds: expect.any(Number) as number,
        bytes: expect.any(Number) as number,
        command: `takeaway extend squares --series cold --to 60000000001 --store ${store}`,
      },
    });
  });

  it('corrupt is 4', async () => {
    const store = temporaryFolder();
    await json(['extend', 'squares', '--to', '9000', '--series', 'cold', '--store', store]);
    const files = readdirSync(store, { recursive: true, encoding: 'utf8' });
    const path = join(store, files.find((file) => file.endsWith('.arrow')) ?? '');
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(path, bytes);
    expect(
      await jsonError(['values', 'squares', '--series', 'cold', '--to', '6', '--store', store]),
    ).toMatchObject({
      code: 'corrupt',
      remedy: { do: 'verify', repair: true, command: `takeaway verify --repair --store ${store}` },
    });
  });

  it('locked is 5', async () => {
    const store = temporaryFolder();
    await json(['extend', 'squares', '--to', '9', '--store', store]);
    const lock = openSqlite(join(store, 'lock.sqlite'));
    lock.exec('BEGIN EXCLUSIVE');
    try {
      const error = await jsonError(['extend', 'squares', '--to', '20', '--store', store]);
      expect(error).toMatchObject({ code: 'locked', remedy: null });
    } finally {
      lock.close();
    }
  });

  it('io is 6', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(await jsonError(['info', '--store', file])).toMatchObject({
      code: 'io',
      found: 'a file',
      remedy: { do: 'choose-store', command: null },
    });
  });

  it('incompatible is 7', async () => {
    const store = temporaryFolder();
    await json(['extend', 'squares', '--to', '9', '--store', store]);
    const db = openSqlite(join(store, 'catalog.sqlite'));
    db.pragma('user_version = 99');
    db.close();
    expect(await jsonError(['info', '--store', store])).toMatchObject({ code: 'incompatible' });
  });

  it('interrupted is 130', async () => {
    const args = ['extend', 'squares', '--series', 'nim', '--to', '1e8', '--store', temporaryFolder()];
    let isSent = false;
    const { code, stdout, stderr } = await takeaway([...args, '--json', '--progress', 'json'], {
      onMessage: (_, child) => {
        if (!isSent) child.kill('SIGINT');
        isSent = true;
      },
    });
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    const last = stderr.trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ error: { code: 'interrupted', exitCode: 130 } });
  });

  it('what should not happen is 1', () => {
    // The failure itself is imported: no input of a user is known to cause one.
    const script = `
      import { reportFailure } from '../../dist/cli/failure.js';
      process.exitCode = reportFailure(new TypeError('x is not a function'), { json: true });`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
      env: { ...process.env, TAKEAWAY_DEBUG: '' },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'internal', exitCode: 1, subject: 'x is not a function', remedy: null },
    });
  });
});

describe('options of every command', () => {
  it('can stand before it', async () => {
    const at = ['--store', temporaryFolder()];
    expect(await takeaway(['--json', 'info', ...at])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\{"store":/) as unknown,
    });
    expect(await takeaway(['--quiet', 'info', ...at])).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});
