/** The README's console blocks are what the program prints, but for times and the method's speed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bash } from './support/cli.js';
import { temporaryFolder } from './support/temporary.js';

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

/** The commands of all console blocks, in order, each with the output that follows it. */
function sessions(): { command: string; output: string }[] {
  const blocks = [...README.matchAll(/```console\n([^]*?)```/g)].map((match) => match[1]);
  return blocks.flatMap((block) =>
    block.split(/^\$ /m).flatMap((part) => {
      const [command, ...lines] = part.trimEnd().split('\n');
      return command === '' ? [] : [{ command, output: lines.join('\n').trimEnd() }];
    }),
  );
}

const withoutTimes = (text: string): string =>
  text.replace(/in [\d.]+ (s|min \d+ s)$/gm, 'in a while').trimEnd();

describe('README', () => {
  it('shows real output', async () => {
    const store = temporaryFolder();
    expect(sessions().length).toBeGreaterThan(2);
    for (const { command, output } of sessions()) {
      const line = command.replaceAll('npx takeaway', '$T');
      const { stdout, code } = await bash(line, { env: { TAKEAWAY_STORE: store } });
      expect(code).toBe(0);
      expect(withoutTimes(stdout)).toBe(withoutTimes(output));
    }
  });
});
