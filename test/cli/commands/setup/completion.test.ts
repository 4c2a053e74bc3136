/** `takeaway completion`: the scripts, run by bash. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { bash, json, takeaway } from '../../../support/cli.js';

describe('completion', () => {
  it('of bash completes commands, games, options and values', async () => {
    const complete = async (...words: string[]): Promise<string[]> => {
      const quoted = words.map((word) => `'${word}'`).join(' ');
      const line = `source <($T completion bash); COMP_WORDS=(takeaway ${quoted}); COMP_CWORD=${words.length}
        _takeaway; echo "\${COMPREPLY[@]}"`;
      return (await bash(line)).stdout.trim().split(' ');
    };
    expect(await complete('ex')).toEqual(['extend', 'expand', 'explore', 'export']);
    expect(await complete('query', 'squ')).toEqual(['squares']);
    expect(await complete('extend', 'squares', '--ser')).toEqual(['--series']);
    // What fits the place: a figure after the game, the values of an option behind its sign.
    expect(await complete('plot', 'squares', 're')).toEqual(['records', 'residues', 'remoteness']);
    expect(await complete('extend', 'squares', '--series=n')).toEqual(['--series=nim']);
    const root = process.cwd();
    expect(await complete('values', `file:${root}/package-`)).toEqual([`file:${root}/package-lock.json`]);
    expect(await complete('extend', 'squares', '--series', '')).toEqual([
      'cold',
      'nim',
      'remoteness',
      'both',
    ]);
    expect(await complete('export', 'squares', '--format', 'arrow')).toEqual(['arrow', 'arrow-stream']);
    expect(await complete('completion', '')).toContain('zsh');
    expect(await complete('query', 'powers-of:')).toEqual(['powers-of:2', 'powers-of:3', 'powers-of:10']);
    expect(await complete('--quiet', 'extend', 'squares', '--series', 'n')).toEqual(['nim']);
  });

  const fishThere = spawnSync('fish', ['--version']).status === 0;
  it.skipIf(!fishThere)(
    `is what fish completes by${fishThere ? '' : ' (fish is not installed)'}`,
    async () => {
      const { stdout } = await takeaway(['completion', 'fish']);
      const completed = (words: string): string[] => {
        const script = `${stdout}\ncomplete -C '${words}'\n`;
        const found = spawnSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' });
        return found.stdout
          .trimEnd()
          .split('\n')
          .map((line) => line.split('\t')[0]);
      };
      expect(completed('takeaway que')).toEqual(['query']);
      expect(completed('takeaway query squ')).toEqual(['squares']);
      expect(completed('takeaway query powers-of:')).toContain('powers-of:2');
      expect(completed('takeaway extend squares --series c')).toEqual(['cold']);
    },
  );

  it('of fish and PowerShell has the same words', async () => {
    const fish = (await takeaway(['completion', 'fish'])).stdout;
    expect(fish).toContain("complete -c takeaway -n __fish_use_subcommand -a extend -d 'Compute and store");
    expect(fish).toMatch(/'__fish_seen_subcommand_from extend' -l series -x -a 'cold nim remoteness both'/);
    expect(fish).toMatch(/seen_subcommand_from query' -a '.*powers-of:3/);
    const powershell = (await takeaway(['completion', 'powershell'])).stdout;
    expect(powershell).toContain('Register-ArgumentCompleter -Native -CommandName takeaway');
    expect(powershell).toContain("'extend:--series' = @('cold', 'nim', 'remoteness', 'both')");
  });

  it('of zsh uses the same', async () => {
    const { stdout } = await takeaway(['completion', 'zsh']);
    expect(stdout).toContain('bashcompinit');
    expect(await json(['completion', 'bash'])).toMatchObject({ shell: 'bash' });
  });
});
