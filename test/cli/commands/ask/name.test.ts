/** `takeaway name`: names of a store are games in every command; and the digests that keys of large sets end with. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { coldByDefinition, finiteGame } from '../../../../src/index.js';
import { openSqlite } from '../../../../src/store/catalog/sqlite.js';
import { json, takeaway } from '../../../support/cli.js';
import { reseal } from '../../../support/digests.js';
import { temporaryFolder } from '../../../support/temporary.js';

let folder: string;
let at: readonly string[];

beforeEach(() => {
  folder = temporaryFolder();
  at = ['--store', join(folder, 'store')];
});

const names = (): Promise<unknown> => json(['name', ...at]);

describe('a name', () => {
  it('is a game in every command, also as a part of one', { tags: 'slow' }, async () => {
    const file = join(folder, 'p-1.txt');
    writeFileSync(file, '1\n2\n4\n6\n10\n# complete below 12\n');
    const said = await takeaway(['name', 'p-1', `file:${file}`, ...at]);
    expect(said).toMatchObject({ code: 0, stdout: '' });
    expect(said.stderr).toContain('p-1 is {1,2,4,6,10} complete below 12.');
    // The set is as it was when it was named.
    writeFileSync(file, '3\n');
    const values = async (game: string): Promise<string> =>
      (await takeaway(['values', game, '--to', '12', ...at])).stdout;
    const meant = '{1,2,4,6,10} complete below 12';
    // No further than the set is known.
    expect((await takeaway(['info', 'p-1', ...at])).stderr).toMatch(/ --to 12\b/);
    expect(await values('p-1')).toBe(await values(meant));
    expect(await values('P-1 | {3}')).toBe(await values(`${meant} | {3}`));
    expect(await values('2*p-1+3')).toBe(await values('{5,7,11,15,23} complete below 27'));
    expect(await values('p-1+1 | 3 * (P-1)')).toBe(await values(`(${meant})+1 | 3*(${meant})`));
    expect(await values('p-1 seed [0,0,5]')).toBe(await values(`${meant} seed [0,0,5]`));
    // A name in the path of a file is none.
    const copy = join(folder, 'set (p-1).txt');
    writeFileSync(copy, '3\n');
    expect(await values(`p-1 | file:${copy}`)).toBe(await values(`${meant} | {3}`));
    const compared = (...words: readonly string[]): Promise<unknown> =>
      json(['compare', ...words, '--to', '12', ...at]);
    expect(await compared('p-1', 'squares')).toEqual(await compared(meant, 'squares'));
    writeFileSync(join(folder, 'games.txt'), 'p-1\nsquares\n');
    expect(await compared('--file', join(folder, 'games.txt'))).toEqual(await compared(meant, 'squares'));
    const cold = coldByDefinition(finiteGame([1, 2, 4, 6, 10]).set, 12).filter(Boolean).length;
    const query = 'SELECT count(*) AS n FROM a.cold';
    expect(await json(['sql', 'a:p-1', query, '--to', '12', ...at])).toEqual([{ n: cold }]);
    await json(['extend', 'p-1', '--to', '12', ...at]);
    expect(await json(['info', 'p-1', ...at])).toMatchObject({ games: [{ game: meant }] });
  });

  it(
    'is shown in place of its game, in messages, headers and commands that can be pasted',
    { tags: 'slow' },
    async () => {
      const file = join(folder, 'tetrahedral.txt');
      const numbers = Array.from({ length: 120 }, (_, k) => ((k + 1) * (k + 2) * (k + 3)) / 6);
      writeFileSync(file, `${numbers.join('\n')}\n`);
      await takeaway(['name', 'tetra', `file:${file}`, ...at]);
      const said = async (...words: readonly string[]): Promise<string> => {
        const { stdout, stderr } = await takeaway([...words, ...at]);
        // Only a line that says what a text means has the key.
        const others = stderr.replace(/^.* is \{.*\.$/gm, '');
        expect(stdout + others).not.toMatch(/<game>|#[0-9a-f]{16}/);
        return stdout + stderr;
      };
      const next = await said('extend', 'tetra', '--to', '5000');
      expect(next).toMatch(/^tetra cold +stored/m);
      expect(next).toMatch(/^ {2}takeaway query tetra 4999 --store/m);
      expect(await said('query', '2*tetra+1', '7')).toContain('the period of 2*tetra+1 in memory');
      expect(await said('query', 'tetra', '1e12')).toMatch(/^takeaway: tetra .*: takeaway period tetra /m);
      expect(await said('export', 'tetra', '--sequence', 'cold', '--terms', '3', '--verbose')).toContain(
        '# Subtraction game tetra: cold positions.',
      );
      expect(await said('oeis', 'tetra', '--sequence', 'gaps')).toContain(
        'takeaway export tetra --sequence gaps',
      );
      expect(await said('values', 'tetra', '--from', '6000', '--to', '6003')).toContain(
        'the period of tetra in memory',
      );
      // A large set without a name is named by its file.
      expect(await said('query', `file:${file}`, '1e12')).toContain(`: takeaway period file:${file} `);
      const game = { name: 'tri', game: '{1,3,4}' };
      await json(['name', game.name, game.game, ...at]);
      expect(await said('query', 'tri', '7')).toContain('tri is {1,3,4}.');
      // Data for programs have the game itself.
      expect(await json(['values', 'tri', '--to', '3', ...at])).toMatchObject({ game: '{1,3,4}' });
      // Other commands show the game that they were given.
      expect(await said('query', '{4,3,1}', '7')).toContain('The game is {1,3,4}.');
    },
  );

  it(
    'is shown in tables, figures and reports, also for a game that was given in full',
    { tags: 'slow' },
    async () => {
      await json(['name', 'tri', '{1,3,4}', ...at]);
      const said = async (...words: readonly string[]): Promise<string> => {
        const { stdout, stderr } = await takeaway([...words, ...at]);
        return stdout + stderr;
      };
      expect(await said('sweep', '{1,3,4}', '--to', '300')).toMatch(/^tri +300 /m);
      for (const words of [['info'], ['info', '{1,3,4}'], ['info', 'tri']])
        expect(await said(...words)).toMatch(/^tri +cold +300 [^]*^tri: nim-values have period 7/m);
      expect(await said('compare', 'tri', '{1,3,4,10}')).toMatch(/^tri and \{1,3,4,10\}: equal /);
      expect(await said('plot', '{1,3,4}', 'raster', '-o', '-', '--format', 'svg')).toMatch(
        /<title>[^<]*: tri</,
      );
      for (const kind of ['report', 'worksheet']) {
        const path = join(folder, `tri-${kind}.html`);
        expect(await said(kind, 'tri', '-o', path)).toContain(path);
        const page = readFileSync(path, 'utf8');
        expect(page).toMatch(/<h1>.*game tri<\/h1>/);
        // A page is read by people who do not have the name.
        expect(page).not.toMatch(/takeaway \w+ tri\b/);
      }
      const root = join(folder, 'store');
      const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
      truncateSync(
        join(
          root,
          files.find((file) => file.endsWith('.arrow'))!,
        ),
        100,
      );
      expect(await said('verify')).toMatch(/^PROBLEM +tri /m);
    },
  );

  it('is listed, given to another game, changed, removed and copied', async () => {
    await json(['name', 'tri', '{3,1,4}', ...at]);
    await json(['name', 'hot', '{1,2} hotspots {5}', ...at]);
    const tri = { name: 'tri', game: '{1,3,4}', definition: '{1,3,4}' };
    const hot = { name: 'hot', game: '{1,2} hotspots {5}', definition: '{1,2} hotspots {5}' };
    expect(await names()).toEqual([hot, tri]);
    expect(await json(['name', 'TRI', ...at])).toEqual([tri]);
    const { stdout } = await takeaway(['games', ...at]);
    expect(stdout).toMatch(/^tri +the name here of \{1,3,4\}/m);
    const parts = await takeaway(['values', 'hot | {4}', ...at]);
    expect(parts.code).toBe(2);
    expect(parts.stderr).toContain('is of a game with hotspots, which cannot be part of another.');
    // A name may stand for what another name means, and does not follow it.
    await json(['name', 'again', 'tri', ...at]);
    const taken = await takeaway(['name', 'tri', '{1,2}', ...at]);
    expect(taken).toMatchObject({ code: 2 });
    expect(taken.stderr).toContain(
      'tri is given to {1,3,4} already. Choose another name, or replace it: --force',
    );
    await json(['name', 'tri', '{1,3,4}', ...at]);
    await json(['name', 'tri', '{1,2}', '--force', ...at]);
    await json(['name', 'rename', 'tri', 'duo', ...at]);
    expect(await names()).toEqual([
      { ...tri, name: 'again' },
      { name: 'duo', game: '{1,2}', definition: '{1,2}' },
      hot,
    ]);
    await json(['extend', 'duo', '--to', '9', ...at]);
    await json(['copy', join(folder, 'copy'), ...at]);
    expect(await json(['name', '--store', join(folder, 'copy')])).toEqual(await names());
    expect(await json(['name', 'remove', 'duo', ...at])).toEqual({ name: null, game: '{1,2}' });
    expect(await names()).toEqual([{ ...tri, name: 'again' }, hot]);
    expect((await takeaway(['verify', ...at])).code).toBe(0);
  });

  it('of a game with hotspots, a seed or the sink convention stands alone', async () => {
    for (const declared of ['hotspots {5}', 'seed [0,2]', 'sink', 'pass']) {
      await json(['name', 'more', `{1,2} ${declared}`, '--force', ...at]);
      expect((await takeaway(['values', 'more', '--to', '9', ...at])).code, declared).toBe(0);
      // The first would be {1,2} with the hotspots 5 and 7.
      for (const game of ['more | {7}', '{7} | more', '2*more', '(more)', 'more hotspots {7}']) {
        const said = await takeaway(['values', game, '--to', '9', ...at]);
        expect(said, `${game}, ${declared}`).toMatchObject({ code: 2, stdout: '' });
        expect(said.stderr).toContain('is of a game with');
      }
    }
  });

  it('that means something else, or is none, is refused and nothing is kept', async () => {
    for (const name of [
      'squares',
      'SQUARES',
      'primes-1',
      'A000290',
      'k',
      'powers-of',
      'sink',
      'pass',
      'file',
      'survey',
      'all',
    ])
      expect((await takeaway(['name', name, '{1}', ...at])).stderr, name).toMatch(/has a meaning already/);
    for (const name of ['a,b', '1st', 'x'.repeat(61), 'a b', 'a|b'])
      expect((await takeaway(['name', name, '{1}', ...at])).stderr, name).toMatch(
        /must be a letter, and then/,
      );
    const refusals = [
      [['', '{1}'], /<name> needs a value/],
      [['new', '{1,x}'], /has "x" where/],
      [['remove', 'new'], /No game of this store is called new\. It has no names\./],
      [['rename', 'new', 'newer'], /No game of this store is called new/],
      [['new'], /No game of this store is called new/],
      [['new', '--remove'], /--remove is gone. Write takeaway name remove NAME/],
      [['remove'], /name remove needs <name>/],
    ] as const;
    for (const [words, message] of refusals) {
      const found = await takeaway(['name', ...words, ...at]);
      expect(found.code, words.join(' ')).toBe(2);
      expect(found.stderr, words.join(' ')).toMatch(message);
    }
    expect(await names()).toEqual([]);
  });

  it('is not lost where its file is damaged: that is said, and the file stays', async () => {
    await json(['name', 'tri', '{1,3,4}', ...at]);
    const path = join(folder, 'store', 'names.json');
    const whole = readFileSync(path, 'utf8');
    for (const text of [
      '',
      whole.slice(0, -10),
      '{"format":2,"names":{}}',
      '{"format":1,"names":{"tri":"{1}"}}',
      '[]',
    ]) {
      writeFileSync(path, text);
      for (const words of [['query', 'tri', '5'], ['name', 'other', '{1}'], ['name']]) {
        const found = await takeaway([...words, ...at]);
        expect(found.code, text).toBe(4);
        expect(found.stderr).toContain('Put back a copy of it');
      }
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
    writeFileSync(path, whole);
    const output = await takeaway([
      'export',
      'squares',
      '--to',
      '9',
      '--format',
      'json',
      '-o',
      path,
      '--force',
      ...at,
    ]);
    expect(output.stderr).toMatch(/lies among the files of the store/);
  });

  it('is read from no link, pipe, folder or file that is larger than any: a store may come from anybody', async () => {
    await json(['name', 'tri', '{1,3,4}', ...at]);
    const path = join(folder, 'store', 'names.json');
    const elsewhere = join(folder, 'elsewhere.json');
    writeFileSync(elsewhere, readFileSync(path));
    const copy = join(folder, 'copy');
    const hostile = {
      'it is a link': () => symlinkSync(elsewhere, path),
      'it is a special file': () => execFileSync('mkfifo', [path]),
      'it is a folder': () => mkdirSync(path),
      'it has 1099511627776 bytes': () => {
        writeFileSync(path, '');
        truncateSync(path, 2 ** 40);
      },
    };
    for (const [found, put] of Object.entries(hostile)) {
      rmSync(path, { recursive: true });
      put();
      for (const words of [['query', 'tri', '5'], ['name'], ['name', 'other', '{1}'], ['copy', copy]]) {
        const said = await takeaway([...words, ...at]);
        expect(said.stderr, found).toContain(`names.json is damaged: ${found}.`);
        expect(said.code).toBe(4);
      }
      expect(existsSync(copy)).toBe(false);
    }
    rmSync(path);
  });

  it('stands for the game of its key, never for a file, and never in the place of what it means everywhere', async () => {
    await json(['extend', 'squares', '--to', '9', ...at]);
    const secret = join(folder, 'secret');
    writeFileSync(secret, '1,2');
    const hostile = {
      'p-1': { key: '{1,2}', definition: `file:${secret}` },
      other: { key: '{1,3}', definition: '{1,2}' },
      squares: { key: '{1,2}', definition: '{1,2}' },
    };
    const path = join(folder, 'store', 'names.json');
    writeFileSync(path, JSON.stringify({ format: 1, names: hostile }));
    for (const name of ['p-1', 'other']) {
      const said = await takeaway(['query', name, '5', ...at]);
      expect(said.code, name).toBe(4);
      expect(said.stderr).toContain(
        `has a definition of ${name === 'other' ? '{1,3}' : '{1,2}'} that does not name it`,
      );
    }
    // Every command reads the file.
    const many = Array.from({ length: 10_001 }, (_, i) => [`n${i}`, hostile.other] as const);
    writeFileSync(path, JSON.stringify({ format: 1, names: Object.fromEntries(many) }));
    expect(await takeaway(['games', ...at])).toMatchObject({ code: 4 });
    writeFileSync(path, JSON.stringify({ format: 1, names: hostile }));
    // 2 is cold for squares and hot for {1,2}.
    expect((await takeaway(['query', 'squares', '2', ...at])).stdout).toMatch(/^2: cold/);
  });
});

describe('a digest', () => {
  it('names the stored game whose key ends with it, or one that begins so', async () => {
    const sets = [0, 1].map((more) => Array.from({ length: 150 }, (_, k) => k * k + 3 * k + 1 + more).join());
    for (const set of sets) await json(['extend', `{${set}}`, '--to', '500', ...at]);
    const keys = (await json<{ games: { game: string }[] }>(['info', ...at])).games.map(({ game }) => game);
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      const digest = key.slice(key.indexOf('#'));
      for (const text of [digest, digest.slice(0, 9).toUpperCase()])
        expect(await json(['info', text, ...at])).toMatchObject({ games: [{ game: key }] });
    }
    const ambiguous = await takeaway(['query', '#', '3', ...at]);
    expect(ambiguous.code).toBe(2);
    const none = await takeaway(['query', '#0123456789abcdef', '3', ...at]);
    expect(none.stderr).toContain('No stored game has the digest #0123456789abcdef.');
  });

  it('stands for the game of its key, never for a file: a store may come from anybody', async () => {
    const set = Array.from({ length: 150 }, (_, k) => k * k + 3 * k + 1).join();
    await json(['extend', `{${set}}`, '--to', '500', ...at]);
    const { games } = await json<{ games: { game: string }[] }>(['info', ...at]);
    const digest = games[0].game.slice(games[0].game.indexOf('#'));
    const secret = join(folder, 'secret');
    writeFileSync(secret, '1,2');
    for (const definition of ['{1,2}', `file:${secret}`, `2*FILE:${secret}`]) {
      const db = openSqlite(join(folder, 'store', 'catalog.sqlite'));
      db.prepare('UPDATE game SET definition = ?').run(definition);
      reseal(db);
      db.close();
      const said = await takeaway(['query', digest, '5', ...at]);
      expect(said.code, definition).toBe(4);
      expect(said.stderr).toMatch(/that does not name it|names a file/);
      // A report would be of another game than it says.
      const report = ['report', `{${set}}`, '--output', join(folder, 'report.html')];
      for (const words of definition === '{1,2}' ? [report] : [['info', '--full'], report, ['verify']])
        expect(await takeaway([...words, ...at]), words[0]).toMatchObject({ code: 4 });
    }
  });
});
