/** docs/CLI.md has every command with its options, and no others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMON_OPTIONS } from '../../src/cli/command.js';
import { COMMANDS } from '../../src/cli/commands.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/CLI.md'), 'utf8');
const [opening, ...rest] = PAGE.split(/^## /m);
const SECTIONS = new Map(rest.map((text) => [text.slice(0, text.indexOf('\n')), text]));
const SHARED = SECTIONS.get('For every command')!;

const optionsIn = (text: string): string[] => [...text.matchAll(/--([a-z][a-z-]*)/g)].map(([, name]) => name);

describe.each(COMMANDS.map((entry) => ({ name: entry.name, entry })))('$name', ({ name, entry }) => {
  const section = SECTIONS.get(name);

  it('is in the table at the top, and has a section', () => {
    expect(opening).toContain(`| [\`${name}\`](#${name.replace(' ', '-')})`);
    expect(section).toBeDefined();
  });

  it('has its options in its section, in one that this links to, or in the one for every command', async () => {
    const { options } = await entry.load();
    const linked = [...(section ?? '').matchAll(/\(#([a-z-]+)\)/g)].map(([, other]) =>
      SECTIONS.get(other.replace('-', ' ')),
    );
    const told = new Set(optionsIn([section, SHARED, ...linked].join('\n')));
    expect(Object.keys(options).filter((option) => !told.has(option))).toEqual([]);
  });

  it('has every option that its section lists', async () => {
    const { options } = await entry.load();
    const listed = [...(section ?? '').matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) => optionsIn(cell));
    expect(listed.filter((option) => !Object.hasOwn(options, option))).toEqual([]);
  });
});

it('has the options of every command', () => {
  const told = new Set(optionsIn(SHARED));
  expect(Object.keys(COMMON_OPTIONS).filter((option) => !told.has(option))).toEqual([]);
});
