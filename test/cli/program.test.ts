/** The program as a whole: help, version, completion, the self-test, and how fast a query starts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bash, json, takeaway } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';

const COMMANDS = [
  'extend',
  'query',
  'range',
  'export',
  'info',
  'verify',
  'analyze',
  'plot',
  'report',
  'games',
  'selftest',
  'rebuild',
  'copy',
  'import',
  'completion',
];

describe('help', () => {
  it('comes without a command, and lists them all', async () => {
    const bare = await takeaway([]);
    expect(bare).toMatchObject({ code: 0, stderr: '' });
    for (const name of COMMANDS) expect(bare.stdout).toContain(`\n  takeaway ${name}`);
    expect((await takeaway(['--help'])).stdout).toBe(bare.stdout);
  });

  it.each(COMMANDS)('of %s has examples before options', async (name) => {
    const { stdout, code } = await takeaway([name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^takeaway ${name}.*\\n\\n.*\\n\\nExamples:\\n {2}takeaway ${name}`));
    expect(stdout.indexOf('Examples:')).toBeLessThan(stdout.indexOf('Options:'));
    for (const option of ['--store', '--json', '--quiet', '--help']) expect(stdout).toContain(option);
  });
});

describe('version', () => {
  it('is that of the package', async () => {
    const path = join(import.meta.dirname, '../../package.json');
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
    expect(await takeaway(['--version'])).toEqual({
      code: 0,
      signal: null,
      stdout: `${version}\n`,
      stderr: '',
    });
  });
});

describe('completion', () => {
  it('of bash completes commands, games, options and values', async () => {
    const complete = async (...words: string[]): Promise<string[]> => {
      const quoted = words.map((word) => `'${word}'`).join(' ');
      const line = `source <($T completion bash); COMP_WORDS=(takeaway ${quoted}); COMP_CWORD=${words.length}
        _takeaway; echo "\${COMPREPLY[@]}"`;
      return (await bash(line)).stdout.trim().split(' ');
    };
    expect(await complete('ex')).toEqual(['extend', 'export']);
    expect(await complete('query', 'squ')).toEqual(['squares']);
    expect(await complete('extend', 'squares', '--ser')).toEqual(['--series']);
    expect(await complete('extend', 'squares', '--series', '')).toEqual([
      'cold',
      'nim',
      'remoteness',
      'both',
    ]);
    expect(await complete('export', 'squares', '--format', 'arrow')).toEqual(['arrow', 'arrow-stream']);
    expect(await complete('completion', '')).toContain('zsh');
  });

  it('of zsh uses the same', async () => {
    const { stdout } = await takeaway(['completion', 'zsh']);
    expect(stdout).toContain('bashcompinit');
    expect(await json(['completion', 'bash'])).toMatchObject({ shell: 'bash' });
  });
});

describe('selftest', () => {
  it('passes, cleans up, and reports as JSON', async () => {
    const folder = temporaryFolder();
    const { stdout, code } = await takeaway(['selftest'], { env: { TMPDIR: folder } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n\d+ checks passed, 0 failed, [\d.]+ s\n$/);
    const { stdout: left } = await bash(`ls -A ${folder}`);
    expect(left).toBe('');
    const report = await json<{ ok: boolean; checks: { name: string; ok: boolean }[] }>(['selftest']);
    expect(report.ok).toBe(true);
    expect(stdout.match(/^ok /gm)).toHaveLength(report.checks.length);
  });
});

describe('starting', () => {
  const preload = pathToFileURL(join(import.meta.dirname, '../support/refuse-imports.mjs'));
  const env = { NODE_OPTIONS: `--import=${preload.href}` };

  it('a query, info or games loads neither Arrow nor the progress bar', async () => {
    const at = ['--store', temporaryFolder()];
    await json(['extend', 'squares', '--to', '100', ...at]);
    for (const args of [['query', 'squares', '5'], ['info'], ['games']]) {
      expect(await takeaway([...args, ...at], { env })).toMatchObject({ code: 0, stderr: '' });
    }
    const arrow = await takeaway(['export', 'squares', '--format', 'arrow', ...at], { env });
    expect(arrow).toMatchObject({ code: 1 });
    expect(arrow.stderr).toMatch(/^takeaway: loaded apache-arrow\nThis should not happen\. TAKEAWAY_DEBUG=1/);
  });
});
