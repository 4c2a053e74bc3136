/** A fourth series in a copy: its rule and solvers are those of remoteness, and everything that works on series has it. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { remotenessesByDefinition } from '../../src/game/definition.js';
import { readGame } from '../../src/engine/read-game.js';
import { temporaryFolder } from '../support/temporary.js';

const ROOT = join(import.meta.dirname, '../..');
const TO = 3000;

it('a new series is its records: it is stored, checked, exported, asked for in SQL and named by its terms', () => {
  const copy = temporaryFolder();
  const run = (...words: readonly string[]): string =>
    execFileSync(process.execPath, words, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const takeaway = (...words: readonly string[]): string =>
    run('dist/cli/start.js', ...words, '--store', join(copy, 'games'));
  for (const name of ['src', 'build', 'dist', 'migrations', 'package.json', 'tsconfig.json']) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

  /** Adds text before some other of a file, which is there. */
  const insert = (file: string, before: string, text: string): void => {
    const path = join(copy, 'src', file);
    const old = readFileSync(path, 'utf8');
    const at = old.lastIndexOf(before);
    expect(at, file).toBeGreaterThan(0);
    writeFileSync(path, old.slice(0, at) + text + old.slice(at));
  };
  insert('columnar/layout.ts', '} as const', "  delay: { column: 'delay', key: 'delay', isBits: false },\n");
  insert('engine/series/descriptions.ts', '};\n\n/** The series whose', '  delay: undefined as never,\n');
  const descriptions = join(copy, 'src/engine/series/descriptions.ts');
  const text = readFileSync(descriptions, 'utf8');
  const like = text.slice(text.indexOf('  remoteness: {'), text.indexOf('  delay: undefined'));
  writeFileSync(
    descriptions,
    text.replace('  delay: undefined as never,\n', like.replaceAll(/\bremoteness\b(?=[,:])/g, 'delay')),
  );
  insert(
    'engine/reading/sequences.ts',
    '] as const satisfies readonly Sequence[]',
    `  {
    name: 'delay',
    describe: 'delays',
    series: 'delay',
    firstIndex: (from) => from,
    begin: () => ({ take: (run) => integersOf(run.values) }),
  },\n`,
  );
  insert(
    'oeis/entry.ts',
    '  cold: {\n    name',
    '  delay: { name: (set) => `Delays of ${set}.`, terms: (values) => values },\n',
  );
  insert('explorer/page/views/overview.tsx', "  remoteness: 'Remoteness'", "  delay: 'Delay',\n");
  run('node_modules/typescript/bin/tsc', '-p', 'build/tsconfig.json');
  run('build/program.mjs');
  run('node_modules/typescript/bin/tsc', '-p', 'src/explorer/page/tsconfig.json');

  const expected = remotenessesByDefinition(readGame('squares').set, TO);
  takeaway('extend', 'squares', '--series', 'delay', '--to', String(TO));
  expect(takeaway('verify', 'squares')).toContain('all is well');
  const exported = takeaway('export', 'squares', '--series', 'delay', '--format', 'csv', '--output', '-');
  expect(exported).toBe(`n,delay\n${expected.map((value, n) => `${n},${value}\n`).join('')}`);
  const largest = Math.max(...expected);
  const asked = takeaway('sql', 'squares', 'SELECT max(delay) AS most FROM positions', '--json');
  expect(asked).toContain(`{"most":${largest}}`);
  expect(takeaway('info', '--json')).toContain(`"largestDelay":${largest}`);
  const entry = JSON.parse(takeaway('oeis', 'squares', '--sequence', 'delay', '--json')) as { data: string };
  const data = entry.data.split(', ').map(Number);
  expect(data.length).toBeGreaterThan(50);
  expect(data).toEqual(expected.slice(0, data.length));
});
