/** `extend`: what it stores and says, progress for machines, and stopping it. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json, takeaway } from '../../../support/cli.js';
import { temporaryFolder } from '../../../support/temporary.js';

interface Event {
  readonly event: string;
  readonly series: string;
  readonly stop: number;
}

interface Info {
  readonly games: { readonly series: Record<string, { readonly frontier: number }> }[];
}

const someNumber = expect.any(Number) as unknown;

/** The events on stderr; a line that is still arriving is none. */
const eventsOf = (stderr: string): Event[] =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Event);

describe('extend', () => {
  it('stores, summarizes and says what to ask next', async () => {
    const store = join(temporaryFolder(), 'store');
    const { stdout, code } = await takeaway(['extend', 'squares', '--to', '2^12', '--store', store]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^squares cold {2}stored 0 to 4096 \(1 block\) by shifted-positions in \d+\.\d s$/m,
    );
    expect(stdout).toMatch(/^squares nim {3}stored 0 to 4096 \(1 block\) by dynamic-programming in/m);
    expect(stdout).toContain(`\n  takeaway query squares 4095 --store ${store}\n`);
  });

  it('proposes no export of gigabytes', { tags: 'slow' }, async () => {
    const words = ['extend', 'squares', '--series', 'cold', '--to', '2^28+1', '--store', temporaryFolder()];
    const { stdout } = await takeaway(words);
    expect(stdout).toContain('\n  takeaway export squares --sequence cold --output cold.parquet --store');
  });

  it('shortens a set of hundreds', async () => {
    const set = Array.from({ length: 300 }, (_, i) => i * i + 1).join(',');
    const { stdout, code } = await takeaway(['extend', set, '--to', '100', '--store', temporaryFolder()]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\{1,\.\.\.,89402\} of 300 #[0-9a-f]{16} cold {2}stored 0 to 100/);
    expect(stdout).toMatch(/\n {2}takeaway query "#[0-9a-f]{16}" 99 --store/);
  });

  it('reports as JSON, and does nothing where it is already', async () => {
    const store = temporaryFolder();
    const common = { from: 0, to: 100, blocks: 1, seconds: someNumber };
    const first = await json(['extend', '{1,3,4}', '--to', '100', '--series', 'nim', '--store', store]);
    expect(first).toEqual({
      game: '{1,3,4}',
      series: [{ ...common, series: 'nim', methods: ['dynamic-programming'] }],
    });
    const again = await json(['extend', '4,3,1', '--to', '100', '--store', store]);
    expect(again).toEqual({
      game: '{1,3,4}',
      series: [
        { ...common, series: 'cold', methods: ['shifted-positions'] },
        { series: 'nim', from: 100, to: 100, blocks: 0, methods: [], seconds: 0 },
      ],
    });
    const { stdout } = await takeaway(['extend', '1,3,4', '--to', '100', '--store', store]);
    expect(stdout).toMatch(/^1,3,4 nim {3}already stored to 100$/m);
  });

  it('prints nothing with --quiet', async () => {
    const args = ['extend', 'squares', '--to', '500', '--quiet', '--store', temporaryFolder()];
    expect(await takeaway(args)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('takes each method, a set from a file, and a second check', async () => {
    const folder = temporaryFolder();
    const set = join(folder, 'set.txt');
    writeFileSync(set, '# small\n3\n1\n4\n');
    const at = ['--store', join(folder, 'store')];
    for (const [method, series, to] of [
      ['sieve', 'cold', '1e3'],
      ['divide-and-conquer', 'cold', '2e3'],
      ['levels', 'nim', '1e3'],
      ['dynamic-programming', 'nim', '2e3'],
    ]) {
      const how = ['--series', series, '--method', method, '--to', to, '--full'];
      await json(['extend', `file:${set}`, ...how, ...at]);
    }
    const { games } = await json<{ games: unknown[] }>(['info', ...at]);
    expect(games).toMatchObject([
      {
        game: '{1,3,4}',
        series: { cold: { methods: ['sieve', 'divide-and-conquer'] }, nim: { largestNimValue: 3 } },
      },
    ]);
  });

  it('announces each block as a JSON event', async () => {
    const args = ['--to', '2^12', '--progress', 'json', '--store', temporaryFolder()];
    const { stderr } = await takeaway(['extend', 'squares', ...args]);
    expect(eventsOf(stderr)).toEqual([
      expect.objectContaining({ event: 'block', series: 'cold', start: 0, stop: 4096, progress: 1 }),
      expect.objectContaining({ event: 'block', series: 'nim', start: 0, stop: 4096, secondsLeft: 0 }),
    ]);
  });
});

describe.each(['SIGINT', 'SIGTERM'] as const)('%s during an extension', (signal) => {
  it('stores what is solved, ends with 130, and the same command goes on', { tags: 'slow' }, async () => {
    const store = temporaryFolder();
    const args = ['extend', 'squares', '--series', 'nim', '--store', store];
    let isSent = false;
    // So far that it has not ended when the signal comes, however late that is.
    const stopped = await takeaway([...args, '--to', '2^30', '--progress', 'json'], {
      onMessage: (stderr, child) => {
        if (isSent || eventsOf(stderr).length === 0) return;
        isSent = true;
        child.kill(signal);
      },
    });
    expect(stopped).toMatchObject({ code: 130, stdout: '' });
    expect(stopped.stderr).toMatch(
      /Interrupted\. Stored of squares: nim to [\d_]+\. Run the same command again to continue\.\n$/,
    );
    const announced = eventsOf(stopped.stderr).at(-1)?.stop ?? 0;
    const { games } = await json<Info>(['info', 'squares', '--store', store]);
    expect(games[0].series.nim.frontier).toBe(announced);

    const to = announced + 100_000;
    const resumed = await json([...args, '--to', String(to)]);
    expect(resumed).toMatchObject({ series: [{ from: announced, to }] });
    expect(await json(['verify', '--store', store])).toMatchObject({ ok: true });
  });
});

describe('a second Ctrl-C', () => {
  it('ends at once and loses nothing that was announced', { tags: 'slow' }, async () => {
    const store = temporaryFolder();
    const args = ['extend', 'squares', '--series', 'nim', '--to', '2^30', '--store', store];
    let isSent = false;
    let second: NodeJS.Timeout | undefined;
    const { code, stderr } = await takeaway([...args, '--progress', 'json'], {
      onMessage: (text, child) => {
        if (!isSent && eventsOf(text).length > 0) isSent = child.kill('SIGINT');
        // Two signals within 200 ms are one.
        if (text.includes('Press Ctrl-C again')) second ??= setTimeout(() => child.kill('SIGINT'), 250);
      },
    });
    clearTimeout(second);
    // Null where the second comes as the process ends by itself, when Node has taken its handlers away.
    expect([130, null]).toContain(code);
    expect(stderr).toContain('Press Ctrl-C again to stop at once.');
    const { games } = await json<Info>(['info', 'squares', '--store', store]);
    // A block may be stored, and the process end before it is announced.
    expect(games[0].series.nim.frontier).toBeGreaterThanOrEqual(eventsOf(stderr).at(-1)?.stop ?? Infinity);
    expect(await json(['verify', '--store', store])).toMatchObject({ ok: true });
  });
});

describe('extend --dry-run', () => {
  it('estimates without a store, and leaves none', async () => {
    const folder = join(temporaryFolder(), 'none');
    const words = ['extend', 'squares', '--to', '2^34', '--series', 'cold', '--dry-run', '--store', folder];
    const { code, stdout } = await takeaway(words);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^squares cold {2}0 to 17_179_869_184\nIt takes about \d+ (second|minute|hour)s? and \d+ MB\.\n$/,
    );
    expect(existsSync(folder)).toBe(false);
    expect(await json(words)).toMatchObject({ game: 'squares', to: 2 ** 34, stored: { cold: 0 } });
  });

  it('says what is stored already, and refuses what an extension would refuse', async () => {
    const store = ['--store', temporaryFolder()];
    await json(['extend', 'cubes', '--to', '100', ...store]);
    const before = await json(['info', ...store]);
    const said = (await takeaway(['extend', 'cubes', '--to', '100', '--dry-run', ...store])).stdout;
    expect(said).toMatch(/already stored to 100\n.*already stored to 100\nNothing is left to compute\.\n$/);
    expect(await json(['info', ...store])).toEqual(before);
    const hotspots = [
      'extend',
      'squares hotspots {0}',
      '--to',
      '9',
      '--series',
      'nim',
      '--dry-run',
      ...store,
    ];
    expect((await takeaway(hotspots)).code).toBe(2);
  });
});

describe('extend --threads and --verbose', () => {
  it('give the same values and print the plans', async () => {
    const at = ['--store', temporaryFolder()];
    const common = ['extend', 'squares', '--series', 'cold', '--method', 'residue-classes', '--verbose'];
    const words = [...common, '--to', '2^16', '--threads', '1'];
    const { stderr, code } = await takeaway([...words, ...at]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^epoch +modulus +chunk +threads +kernel +pairs +estimated +measured$/m);
    const more = [...common, '--to', '2^17', '--threads', '2', '--json'];
    const { plans } = JSON.parse((await takeaway([...more, ...at])).stdout) as {
      plans: { modulus: number }[];
    };
    expect(plans.length).toBeGreaterThan(0);
    for (const threads of ['0', '1.5', 'many']) {
      const refused = await takeaway(['extend', 'squares', '--to', '2^18', '--threads', threads, ...at]);
      expect(refused.code).toBe(2);
    }
  });
});
