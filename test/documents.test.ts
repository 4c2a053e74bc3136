/**
 * Console blocks of documents are what a terminal shows, apart from times and from notes on values that are not stored. A line of three
 * dots stands for the rest of an output.
 */
import { describe, expect, it } from 'vitest';
import { bash, takeaway, type Finished } from './support/cli.js';
import { commandsOf } from './support/documents.js';
import { temporaryFolder } from './support/temporary.js';

/** Both ways to call the program. */
const SHELL = 'takeaway() { $T "$@"; }; npx() { "$@"; }';

/** Runs a line in bash, or within this process if it is a single command. */
function run(line: string, cwd: string): Promise<Finished> {
  const command = /^(?:npx )?takeaway (.*)$/.exec(line)?.[1];
  if (command === undefined || /[|<>']/.test(command.replaceAll(/"[^"]*"/g, '')))
    return bash(`${SHELL}\n${line}`, { cwd });
  const words = Array.from(command.matchAll(/"[^"]*"|\S+/g), ([word]) => word.replaceAll('"', ''));
  return takeaway(words, { cwd });
}

function linesOf(output: string): string[] {
  return output
    .trimEnd()
    .replaceAll(/\b\d[\d.]* (?:ms|s|min \d+ s)\b/g, 'a while')
    .split('\n')
    .filter((line) => !line.startsWith('Not stored: '))
    .map((line) => line.trimEnd());
}

describe.each(['README.md', 'docs/START.md', 'docs/HOWTO.md', 'docs/GAMES.md'])('%s', (page) => {
  it('shows real output', { tags: 'slow' }, async () => {
    const commands = commandsOf(page);
    expect(commands.length).toBeGreaterThan(2);
    const cwd = temporaryFolder();
    for (const { command, output } of commands) {
      const { stdout, stderr, code } = await run(command, cwd);
      const shown = linesOf(output);
      const printed = linesOf(stderr + stdout);
      const isWhole = shown.at(-1) !== '...';
      const lines = isWhole ? printed : [...printed.slice(0, shown.length - 1), '...'];
      expect({ command, code, lines }).toEqual({ command, code: 0, lines: shown });
    }
  });
});
