/** Errors at the rim: remedies as commands, errors as JSON with one case of each exit code, words that shells take. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { describe, expect, it } from 'vitest';
import { commandOf, remedyText } from '../../src/words/commands.js';
import { errorText, EXIT_CODES } from '../../src/words/errors.js';
import { TakeawayError } from '../../src/common/errors.js';
import { adviceOf, type Remedy } from '../../src/common/remedies.js';
import { gameWord, shellWord } from '../../src/common/shown.js';
import { json, takeaway } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';

const EXTEND = { do: 'extend', game: '{1,3}', series: 'nim', to: 2 ** 20, orPeriod: false } as const;

/** Each remedy, its advice, and what to type on the command line. */
const WORDED: readonly (readonly [Remedy, advice: string, typed: string | undefined])[] = [
  [EXTEND, 'Extend the series nim to 1_048_576 first', 'takeaway extend "{1,3}" --series nim --to 2^20'],
  [
    { ...EXTEND, series: 'both', to: 9, orPeriod: true },
    'Extend the game to 9 first, or find a period, which gives every position',
    'takeaway extend "{1,3}" --to 9 or takeaway period "{1,3}"',
  ],
  [{ do: 'find-period', game: 'odd', limit: null }, 'Find its period first', 'takeaway period odd'],
  [
    { do: 'find-period', game: 'odd', series: 'nim', limit: 400 },
    'Look for it in up to 400 values, which may be too few',
    'takeaway period odd --series nim --limit 400',
  ],
  [{ do: 'query', game: 'odd', positions: [7] }, 'Query position 7 instead', 'takeaway query odd 7'],
  [{ do: 'analyze-values', game: 'odd' }, 'List the values that occur', 'takeaway analyze odd values'],
  [{ do: 'verify', repair: false }, 'Check the store for everything that is wrong', 'takeaway verify'],
  [{ do: 'verify', repair: true }, 'Recompute damaged blocks', 'takeaway verify --repair'],
  [
    { do: 'migrate' },
    'Open the store for writing once, which migrates it after a backup',
    'takeaway verify --repair',
  ],
  [
    { do: 'rebuild' },
    'Rebuild the catalog from the block files, which keeps the old one aside',
    'takeaway rebuild',
  ],
  [{ do: 'choose-store' }, 'Choose another folder for the store', '--store FOLDER'],
  [{ do: 'give', option: 'to', value: null }, 'Give a value for "to"', '--to N'],
  [{ do: 'give', option: 'series', value: 'cold' }, 'Set "series" to cold', '--series cold'],
  [{ do: 'lower', option: 'to' }, 'Choose a smaller value for "to"', '--to N'],
  [{ do: 'replace' }, 'Choose another name, or replace it', '--force'],
  [{ do: 'retry' }, 'Do the same again to continue.', undefined],
  [{ do: 'did-you-mean', name: 'nim' }, 'Did you mean nim?', undefined],
  [{ do: 'list-games' }, 'See the list of games', 'takeaway games'],
  [{ do: 'allow', what: 'files' }, 'Allow access to files', '--external-access'],
  [{ do: 'allow', what: 'memory' }, 'Allow more memory', '--memory SIZE'],
  [
    { do: 'install', package: 'a-b' },
    'Install the package a-b where takeaway is installed',
    'npm install a-b',
  ],
];

describe('a remedy', () => {
  it.each(WORDED)('%j is a sentence, and something to type where there is', (remedy, advice, typed) => {
    expect(remedyText(remedy, undefined)).toBe(typed === undefined ? advice : `${advice}: ${typed}`);
    expect(commandOf(remedy, undefined)).toBe(
      typed?.startsWith('takeaway') === true ? typed.split(' or ')[0] : undefined,
    );
  });

  it.each(WORDED)('%j names no command and no option to callers of the library', (remedy, advice) => {
    const sentence = adviceOf(remedy);
    expect(sentence).toBe(/[.?]$/.test(advice) ? advice : `${advice}.`);
    expect(sentence).not.toMatch(/takeaway (?!is)[a-z]+ |--/);
  });

  it('has the store that was given in each of its commands', () => {
    expect(remedyText({ ...EXTEND, orPeriod: true }, 'my store').match(/ --store "my store"/g)).toHaveLength(
      2,
    );
    expect(commandOf({ do: 'verify', repair: true }, 's')).toBe('takeaway verify --repair --store s');
  });

  it('stands after the problem, in whose sentences facts stand', () => {
    const facts = { n: 12_345, names: ['a', 'b'], lacking: undefined };
    const error = new TakeawayError('usage', 'No {n} of {names}, {other}.', facts, {
      remedy: { do: 'list-games' },
      otherwise: 'Not said.',
    });
    expect(error.problem).toBe('No 12_345 of a, b, {other}.');
    expect(error.message).toBe('No 12_345 of a, b, {other}. See the list of games.');
    expect(errorText(error, undefined)).toBe(`${error.problem} See the list of games: takeaway games`);
    expect(error.facts).toEqual({ n: 12_345, names: ['a', 'b'] });
    expect(new TakeawayError('usage', 'It.', {}, { otherwise: 'So.' }).message).toBe('It. So.');
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
  const keys = ['code', 'exitCode', 'message', 'remedy', 'facts'];
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
      message: '--series cannot be "nimm". Did you mean nim?',
      remedy: { do: 'did-you-mean', name: 'nim', command: null },
      facts: { subject: '--series', value: 'nimm', choices: ['cold', 'nim', 'remoteness', 'both'] },
    });
  });

  it('data on stdout leaves no place for JSON, which is usage', async () => {
    expect(await jsonError(['export', 'squares', '--format', 'csv'])).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('Give --output FILE') as string,
    });
  });

  it('what the parser refuses is usage', async () => {
    expect(await jsonError(['query', 'squares'])).toMatchObject({
      code: 'usage',
      facts: { command: 'query', arguments: '<game> <positions..>', given: ['squares'] },
    });
    expect(await jsonError(['quary'])).toMatchObject({ remedy: { do: 'did-you-mean', name: 'query' } });
  });

  it('not-stored is 3, with the command that stores it', async () => {
    const store = temporaryFolder();
    expect(await jsonError(['query', 'squares', '6e10', '--quiet', '--store', store])).toEqual({
      code: 'not-stored',
      exitCode: 3,
      message: expect.stringContaining('Extend the series cold to 60_000_000_001 first') as string,
      facts: expect.any(Object) as object,
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
      error: { code: 'internal', exitCode: 1, facts: { reason: 'x is not a function' }, remedy: null },
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
