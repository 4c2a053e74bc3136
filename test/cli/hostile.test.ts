/**
 * Input that would act on a terminal or bury it: from arguments, file names, set files, catalogs and labels of block files.
 * It is shown escaped, and cut, in data for people and in messages alike.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { jsonLine, visible, visibleLines } from '../../src/words/visible.js';
import { encodeBlock } from '../../src/columnar/block-file.js';
import { columnOfBits } from '../../src/columnar/layout.js';
import { TakeawayError } from '../../src/common/errors.js';
import { sha256 } from '../../src/common/sha256.js';
import { shortened } from '../../src/common/shown.js';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { blockFileName } from '../../src/store/files/store-folder.js';
import { reseal } from '../support/digests.js';
import { IS_LONG } from '../support/seed.js';
import { fileFolder, takeaway, takeawayProcess, type Finished } from '../support/cli.js';

/** All of C0 but the null byte, which no argument can have, DEL, all of C1, marks of direction, and some of private use. */
const ACTING = [
  ...Array.from({ length: 0x1f }, (_, i) => i + 1),
  ...Array.from({ length: 0x21 }, (_, i) => i + 0x7f),
  ...[0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
  ...[0xe000, 0xe001, 0xe002, 0xe003, 0xe004, 0xe005, 0xf8ff],
].map((code) => String.fromCharCode(code));
/** Short enough not to be cut; the newline would forge a line. */
const HOSTILE = '\u001b[31mred\u009b0m\u202edetrevni\u2066\n\rforged\u007f';

const folder = fileFolder();
const plain = join(folder, 'plain');

beforeAll(async () => {
  const { code, stderr } = await takeaway(['extend', '{1,3,4}', '--to', '1000', '--store', plain]);
  expect(code, stderr).toBe(0);
});

/** Fails when what was printed could act on a terminal. `lines` are those that stderr may have. */
function expectVisible({ stdout, stderr }: Finished, lines = 1): void {
  for (const text of [stdout, stderr]) {
    for (const character of ACTING) if (character !== '\n') expect(text).not.toContain(character);
    expect(text).not.toMatch(/^forged/m);
  }
  expect(stderr.split('\n').length - 1, stderr).toBeLessThanOrEqual(lines);
}

describe('a character that acts on a terminal', () => {
  it('is written out, each of them, and nothing else is', () => {
    expect(visible('\u001b[2J\u0000\n\t\u007f\u0085\u061c\u200e\u202e\u2069')).toBe(
      '\\x1b[2J\\x00\\x0a\\x09\\x7f\\x85\\u061c\\u200e\\u202e\\u2069',
    );
    for (const character of ACTING) expect(visible(`a${character}b`)).toMatch(/^a\\(x..|u....)b$/);
    const others = 'squares {1,3} é 漢字 🎲 \\ " \u00a0';
    expect(visible(others)).toBe(others);
    expect(visibleLines('a\nb\u001b')).toBe('a\nb\\x1b');
  });

  it('turns nothing into a colour, and colours stay', async () => {
    const env = { FORCE_COLOR: '1' };
    const { stderr } = await takeaway(['query', '\ue001squ\ue005\u{1f400}', '5'], { env });
    expect(stderr).toMatch(/^\u001b\[1;31mtakeaway:\u001b\[0m /);
    expect(stderr).toContain('\\ue001squ\\ue005\u{1f400}');
    expect(stderr.split('\u001b')).toHaveLength(3);
  });

  it(
    'in a folder leaves out the command of a remedy, which no shell would take back',
    { tags: 'slow' },
    async () => {
      const args = ['query', 'squares', '6e10', '--store', join(folder, 'a\nb'), '--json'];
      const { stderr } = await takeaway(args);
      const { error } = JSON.parse(stderr.trimEnd().split('\n').at(-1)!) as {
        error: { remedy: { command: string | null } };
      };
      expect(error.remedy.command).toBeNull();
      const said = (await takeaway(args.slice(0, -1))).stderr;
      expect(said).toContain('Extend the series cold to 60_000_000_001');
      expect(said).not.toMatch(/--store|x0a/);
    },
  );

  it('stands in JSON as JSON has it', () => {
    const value = { a: ACTING.join(''), b: ['\u0000'] };
    const line = jsonLine(value);
    expect(JSON.parse(line)).toEqual(value);
    for (const character of ACTING) expect(line).not.toContain(character);
  });
});

describe('a message', () => {
  it('shows 200 characters of what it quotes, with the length', () => {
    expect(shortened('x'.repeat(200))).toBe('x'.repeat(200));
    expect(shortened('x'.repeat(201))).toBe(`${'x'.repeat(200)}... (201 characters)`);
    expect(shortened(`${'x'.repeat(199)}🎲${'x'.repeat(9)}`)).toBe(`${'x'.repeat(199)}... (210 characters)`);
    const long = 'y'.repeat(5000);
    const error = new TakeawayError('usage', '{name} is none of {names}.', { name: long, names: [long] });
    expect(error.facts.name).toBe(`${'y'.repeat(200)}... (5000 characters)`);
    // A list is of our own names.
    expect(error.message).toContain(`none of ${'y'.repeat(2000)}... (5000 characters)`);
    expect(error.message.length).toBeLessThan(2600);
  });

  const long = 'z'.repeat(100_000);
  const set = `{${Array.from({ length: 3000 }, (_, i) => 7 * i + 1).join()}}`;
  it.each([
    [['query', long, '5']],
    [['query', `${long}.txt`, '5']],
    [['query', `file:${long}`, '5']],
    [['query', `{${long}}`, '5']],
    [['query', `squares seed [${long}]`, '5']],
    [['query', `powers-of:${long}`, '5']],
    [['query', 'squares', long]],
    [['query', 'squares', '1', `--${long}`]],
    [[long]],
    [['info', set]],
    [['query', set, '5']],
    [['export', 'squares', '--format', long]],
    [['extend', set, '--to', '5', '--store', long]],
    [['verify', '{1,3,4}', '--store', join(plain, long)]],
  ])('of bad input is short', async (args) => {
    const finished = await takeaway(args);
    expect(finished.stderr).not.toBe('');
    expect(finished.stdout + finished.stderr).not.toContain('z'.repeat(201));
    expect(finished.stderr.length).toBeLessThan(1500);
    const { stderr } = await takeaway([...args, '--json']);
    expect(stderr).not.toContain('z'.repeat(201));
  });
});

describe('an argument', () => {
  it.each([
    [['query', HOSTILE, '5']],
    [['query', `file:${HOSTILE}`, '5']],
    [['query', `{1,${HOSTILE}}`, '5']],
    [['query', `{1}${HOSTILE}`, '5']],
    [['query', `squares hotspots ${HOSTILE}`, '5']],
    [['query', 'squares', HOSTILE]],
    [['extend', 'squares', '--to', HOSTILE]],
    [['extend', 'squares', '--to', '5', '--method', HOSTILE]],
    [['info', `--${HOSTILE}`]],
    [[HOSTILE]],
    [['info', 'squares', HOSTILE]],
    [['import', `/nowhere/${HOSTILE}`]],
    [['plot', '{1,3,4}', 'density', '--output', `/nowhere/${HOSTILE}.svg`, '--store', plain]],
    [['export', '{1,3,4}', '--output', `/nowhere/${HOSTILE}.csv`, '--store', plain]],
    [['info', '--store', HOSTILE]],
    [['analyze', '{1,3,4}', HOSTILE, '--store', plain]],
    [['survey', '--max', '3', '--size', '2', '--output', `/nowhere/${HOSTILE}`]],
  ])('%j is shown escaped', async (args) => {
    for (const json of [[], ['--json']]) {
      const finished = await takeaway([...args, ...json], { cwd: folder });
      expectVisible(finished, 2);
      // Where a text is quoted as JSON, the quotes have escaped some already.
      expect(finished.stdout + finished.stderr).toMatch(/\\(x1b|u001b)\[31mred\\(x9b|u009b)0m\\u202e/);
    }
  });
});

describe('a file', () => {
  const at = (name: string): string => join(folder, name);
  const query = (path: string, run = takeaway): Promise<Finished> =>
    run(['query', `file:${path}`, '1'], { cwd: folder });

  it('that is no regular file is refused at once', { tags: 'slow' }, async () => {
    mkdirSync(at('folder'));
    execFileSync('mkfifo', [at('fifo')]);
    for (const [path, found] of [
      [at('folder'), 'it is a folder'],
      [at('fifo'), 'it is a special file'],
      ['/dev/zero', 'it is a special file'],
      ['/dev/stdin', 'it is a special file'],
      [at('missing'), 'no such file or directory'],
      [join(plain, 'catalog.sqlite', 'x'), 'not a directory'],
    ]) {
      const { code, stdout, stderr } = await query(path, takeawayProcess);
      expect({ code, stdout }, path).toEqual({ code: 2, stdout: '' });
      expect(stderr).toBe(
        `takeaway: The file ${path} cannot be read: ${found}. Check its name and its permissions.\n`,
      );
    }
  });

  it('with more than a set file may have is refused with what was found', async () => {
    writeFileSync(at('line'), `1\n${'7'.repeat(2000)}\n`);
    expect((await query(at('line'))).stderr).toContain('line, line 2, is longer than 1000 characters');
    writeFileSync(at('lines'), 'x'.repeat(20_000_000));
    const { stderr } = await query(at('lines'));
    expect(stderr).toContain('lines, line 1, is longer than 1000 characters');
    expect(stderr.length).toBeLessThan(500);
    execFileSync('truncate', ['--size', '50000000000', at('sparse')]);
    expect((await query(at('sparse'))).stderr).toContain('sparse, line 1, is longer than');
    writeFileSync(at('words'), `1\n${HOSTILE.replaceAll(/[\n\r]/g, '')}\n`);
    const words = await query(at('words'));
    expectVisible(words);
    expect(words.stderr).toContain('words, line 2, has ');
  });

  it.each([
    ['1 5\n2 7\n9\n', 'line 3, has one number, but line 1 has two numbers'],
    ['# set\n5\n\n2 7\n', 'line 4, has two numbers, but line 2 has one number'],
    ['1 5\n4 7\n', 'the 2 indices from 1 to 4 have gaps'],
    ['1 5\nx 7\n', 'line 2, has "x" where integers belong'],
  ])('with %j is no b-file', async (text, message) => {
    writeFileSync(at('mixed'), text);
    const { code, stderr } = await query(at('mixed'));
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('a hostile store', () => {
  const hostile = join(folder, `store ${HOSTILE.replaceAll('\n', '')}`);

  /** A copy of the plain store with a change of its catalog. */
  function changed(sql: string, ...parameters: unknown[]): string {
    rmSync(hostile, { recursive: true, force: true });
    cpSync(plain, hostile, { recursive: true });
    const db = openSqlite(join(hostile, 'catalog.sqlite'));
    expect(db.prepare(sql).run(...parameters).changes).toBeGreaterThan(0);
    // As somebody does who means harm: what rows say is shown although their digests are right.
    if (!sql.includes('digest')) reseal(db);
    db.close();
    return hostile;
  }

  const COMMANDS = [
    ['info'],
    ['info', '--json'],
    ['games'],
    ['verify'],
    ['verify', '--repair', '--json'],
    ['query', '{1,3,4}', '5'],
    ['copy', 'copied'],
  ];

  it.each([
    ['UPDATE game SET key = ?', HOSTILE],
    ['UPDATE game SET key = ?', HOSTILE.repeat(1000)],
    ['UPDATE game SET definition = ?', HOSTILE],
    ['UPDATE series SET name = ? WHERE id = 1', HOSTILE],
    ['UPDATE block SET method = ?', HOSTILE],
    ['UPDATE block SET digest = ?', HOSTILE],
    ['UPDATE series SET digest = ?', HOSTILE],
    ['UPDATE block SET file = ? WHERE series_id = 1', HOSTILE],
    ['UPDATE block SET sha256 = ? WHERE series_id = 1', HOSTILE.repeat(3).slice(0, 64)],
    ['UPDATE block SET values_sha256 = ? WHERE series_id = 1', HOSTILE.repeat(3).slice(0, 64)],
  ])('%s', async (sql, value) => {
    // In `npm test` some of the commands, other ones for each change.
    const first = sql.length + value.length;
    for (const args of IS_LONG ? COMMANDS : [0, 3, 5].map((i) => COMMANDS[(first + i) % COMMANDS.length])) {
      const at = changed(sql, value);
      // What the files of series say would be held against the catalog, which would hide the rest.
      rmSync(join(at, 'series'), { recursive: true });
      rmSync(join(folder, 'copied'), { recursive: true, force: true });
      const finished = await takeaway([...args, '--store', at], { cwd: folder });
      expectVisible(finished, 4);
      expect([0, 2, 3, 4], `${args.join(' ')}: ${finished.stderr}`).toContain(finished.code);
      expect(finished.stderr.length).toBeLessThan(3000);
    }
  });

  it('of block files whose labels are hostile', async () => {
    const values = columnOfBits(new Uint8Array(8), 64);
    const { file } = encodeBlock({ game: HOSTILE, series: 'cold', start: 1024, stop: 1088 }, values);
    rmSync(hostile, { recursive: true, force: true });
    cpSync(plain, hostile, { recursive: true });
    const name = blockFileName({ start: 1024, stop: 1088 }, sha256(file));
    writeFileSync(join(hostile, '1', name), file);
    mkdirSync(join(hostile, '9'));
    writeFileSync(join(hostile, '9', name), file);
    writeFileSync(
      join(hostile, 'series', '9.json'),
      JSON.stringify({ game: HOSTILE, series: 'cold', definition: HOSTILE }),
    );
    for (const args of [['info'], ['verify'], ['extend', 'squares', '--to', '5'], ['rebuild']]) {
      expectVisible(await takeaway([...args, '--store', hostile]), 6);
    }
    expect(readdirSync(hostile)).toContain('orphans');
  });

  it('of a series file that is hostile', async () => {
    rmSync(hostile, { recursive: true, force: true });
    cpSync(plain, hostile, { recursive: true });
    const path = join(hostile, 'series', '1.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('{1,3,4}', JSON.stringify(HOSTILE).slice(1, -1)));
    renameSync(join(hostile, 'catalog.sqlite'), join(hostile, 'kept'));
    for (const args of [['info'], ['rebuild'], ['verify']]) {
      expectVisible(await takeaway([...args, '--store', hostile]), 6);
    }
  });
});
