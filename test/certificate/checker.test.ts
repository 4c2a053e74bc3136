/** docs/checker.c: it proves certificates from their files alone, and nothing that is false can be proven to it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificateText, type CertificateFileOptions } from '../../src/certificate/certificate-file.js';
import { openStore } from '../../src/index.js';
import { extendOnce } from '../support/store.js';
import { fileFolder } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';

const SOURCE = join(import.meta.dirname, '../../docs/checker.c');
const compiler = ['cc', 'gcc', 'clang'].find((name) => spawnSync(name, ['--version']).status === 0);
const folder = fileFolder();
const program = join(folder, 'checker');

it('has at most 80 lines', () => {
  expect(readFileSync(SOURCE, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(80);
});

/** The certificate of a game, from memory. */
async function textOf(game: string, options?: CertificateFileOptions, at = tmpdir()): Promise<string> {
  const store = await openStore(join(at, 'none'), { readOnly: true });
  try {
    let text = '';
    for await (const part of certificateText(store, game, options)) text += part;
    return text;
  } finally {
    store.close();
  }
}

function check(text: string | Buffer): { code: number | null; lines: string[] } {
  const file = join(folder, 'certificate.txt');
  writeFileSync(file, text);
  const { status, stdout } = spawnSync(program, [file], { encoding: 'latin1' });
  return { code: status, lines: stdout.split('\n').filter((line) => /^(PROVEN|REJECTED)/.test(line)) };
}

interface Parts {
  readonly below: number;
  readonly moves: readonly number[];
  readonly cold: readonly number[];
  readonly period: string[];
}

function partsOf(text: string): Parts {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith('cold '));
  const end = lines.findIndex((line, i) => i > at && !/^\d/.test(line));
  return {
    below: Number(lines[2].split(' ')[1]),
    moves: lines.slice(4, at).map(Number),
    cold: lines.slice(at + 1, end).map(Number),
    period: lines.slice(end, -2),
  };
}

function textFor({ below, moves, cold, period }: Parts): string {
  const lines = [`below ${below}`, `moves ${moves.length}`, ...moves, `cold ${cold.length}`, ...cold];
  return ['takeaway certificate 1', 'game forged', ...lines, ...period, 'end', ''].join('\n');
}

/** The cold positions below `stop` by the definition. */
function coldOf(moves: readonly number[], stop: number): boolean[] {
  const isCold: boolean[] = [];
  for (let n = 0; n < stop; n++) isCold.push(!moves.some((s) => s <= n && isCold[n - s]));
  return isCold;
}

/** Whether all that a certificate says is true, by the definition; periods by looking far up. */
function isTrue(text: string): boolean {
  const { below, moves, cold, period } = partsOf(text);
  const far = coldOf(moves, 5 * below + 100);
  if (
    far
      .slice(0, below)
      .flatMap((is, n) => (is ? [n] : []))
      .join() !== cold.join()
  )
    return false;
  if (period.length === 0) return true;
  const [start, length, shift, pairs] = period.flatMap((line) => line.split(' ').slice(1).map(Number));
  const repeats = (from: number, by: number): boolean =>
    far.slice(from, far.length - by).every((is, i) => is === far[from + i + by]);
  if (!repeats(start, length) || (start > 0 && repeats(start - 1, length))) return false;
  for (let by = 1; by < length; by++) if (repeats(start, by)) return false;
  if (period.length === 1) return true;
  const inPeriod = far.slice(start, start + length);
  return inPeriod.filter((is, i) => is && far[start + i + (shift % length)]).length === pairs;
}

const GAMES = ['{1,3,4}', '{1,6,9}', '{2,5,7}', '{6}', '{3,17,20,21}'];

describe.skipIf(compiler === undefined)(
  `the checker${compiler === undefined ? ' (no C compiler here)' : ''}`,
  () => {
    beforeAll(() => {
      const flags = ['-std=c99', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-O2'];
      const { status, stderr } = spawnSync(compiler!, [...flags, '-o', program, SOURCE], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      expect(status).toBe(0);
    });

    it.each(GAMES)('proves the cold positions, the period and the collisions of %s', async (game) => {
      const text = await textOf(game, { collisions: 2 });
      expect(isTrue(text)).toBe(true);
      const { code, lines } = check(text);
      expect(code).toBe(0);
      expect(lines).toHaveLength(3);
    });

    it.each(['squares', 'primes', 'all-but{2,3}', 'powers-of:2'])(
      'proves the cold positions of %s',
      async (game) => {
        const text = await textOf(game, { to: 1000 });
        expect(isTrue(text)).toBe(true);
        expect(text).not.toContain('period');
        expect(check(text)).toMatchObject({ code: 0, lines: [expect.stringMatching(/^PROVEN/)] });
      },
    );

    it('proves what is known: {1,6,9} has the preperiod 10 and the period 5', async () => {
      expect(await textOf('{1,6,9}')).toBe(
        'takeaway certificate 1\ngame {1,6,9}\nbelow 24\nmoves 3\n1\n6\n9\ncold 9\n0\n2\n4\n7\n12\n14\n17\n19\n22\nperiod 10 5\nend\n',
      );
    });

    it('proves stored positions, and rejects forged ones', { tags: 'slow' }, async () => {
      const at = temporaryFolder();
      await extendOnce(join(at, 'none'), 'squares', { to: 3000, series: 'cold' });
      const text = await textOf('squares', {}, at);
      expect(text).toContain('\nbelow 3000\n');
      expect(check(text).code).toBe(0);
      const { cold, ...rest } = partsOf(text);
      for (let i = 0; i < cold.length; i += 7) {
        for (const forged of [
          cold.toSpliced(i, 1),
          cold.with(i, cold[i] + 1),
          cold.toSpliced(i, 0, cold[i] - 1),
        ])
          expect(check(textFor({ ...rest, cold: forged })).code).toBe(1);
      }
    });

    it.each(GAMES)('rejects %s without a move, with one more, and with another period', async (game) => {
      const parts = partsOf(await textOf(game));
      const { moves, period } = parts;
      const [, start, length] = period[0].split(' ').map(Number);
      const forgeries = [
        ...moves.map((_, i) => ({ ...parts, moves: moves.toSpliced(i, 1) })),
        ...[1, 2, 3, 5, 8].map((more) => ({
          ...parts,
          moves: [...new Set([...moves, more])].sort((a, b) => a - b),
        })),
        ...[1, -1, -start].map((by) => ({ ...parts, period: [`period ${start + by} ${length}`] })),
        ...[1, 2, length / 2, length - 1, length + 1, 2 * length, 0].map((other) => ({
          ...parts,
          period: [`period ${start} ${other}`],
        })),
        // One position fewer does not prove it.
        { ...parts, below: parts.below - 1, cold: parts.cold.filter((n) => n < parts.below - 1) },
      ];
      for (const forged of forgeries) {
        const text = textFor(forged);
        if (text === textFor(parts)) continue;
        const { code } = check(text);
        // A period may be true and yet not proven; and some moves change nothing.
        if (code === 0) expect(isTrue(text), text).toBe(true);
        if (forged.moves === moves) expect(code, text).toBe(1);
      }
      // A count that does not fit the list.
      expect(check(textFor(parts).replace(/moves \d+\n\d+\n/, `moves ${moves.length}\n`)).code).toBe(1);
    });

    it('rejects a wrong number of collisions, and one without a period', async () => {
      const text = await textOf('{2,5,7}', { collisions: 3 });
      const pairs = Number(/collisions 3 (\d+)/.exec(text)?.[1]);
      for (const wrong of [pairs - 1, pairs + 1, 10 * pairs])
        expect(check(text.replace(/collisions 3 \d+/, `collisions 3 ${wrong}`)).code).toBe(1);
      expect(check(text.replace(/period.*\n/, '')).code).toBe(1);
    });

    it('rejects every file that ends too early, and one that goes on', { tags: 'slow' }, async () => {
      const text = await textOf('{1,6,9}', { collisions: 2 });
      for (let length = 0; length < text.length; length++)
        expect(check(text.slice(0, length)).code, text.slice(0, length)).toBe(1);
      expect(check(`${text}\n`).code).toBe(1);
    });

    it('proves nothing false, whatever bit of a file is another one', { tags: 'slow' }, async () => {
      const right = Buffer.from(await textOf('{1,6,9}', { collisions: 2 }));
      const proven: string[] = [];
      for (let bit = 0; bit < 8 * right.length; bit++) {
        const forged = Buffer.from(right);
        forged[bit >>> 3] ^= 1 << (bit & 7);
        if (check(forged).code !== 0) continue;
        const text = forged.toString('latin1');
        expect(isTrue(text), text).toBe(true);
        proven.push(text.replace(/game .*\n/, ''));
      }
      // All but forged names of the game, and a longer range in which nothing more is cold.
      expect(new Set(proven).size).toBeLessThan(5);
    });
  },
);

describe('a certificate file', () => {
  it.each([
    ['squares hotspots {5}', {}, /^A certificate file has moves and cold positions only/],
    ['{1,2} sink', {}, /has the sink convention as well/],
    ['squares', { to: 100, collisions: 2 }, /none of squares is known/],
    ['{1,3,4}', { to: 10, collisions: 2 }, /which only a certificate up to 11 proves/],
  ])('of %s with %j is refused', async (game, options, message) => {
    await expect(textOf(game, options)).rejects.toThrow(message);
  });
});
