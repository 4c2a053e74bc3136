/** `takeaway completion`: the scripts, run by bash. */
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
    expect(await complete('ex')).toEqual(['extend', 'export', 'explore']);
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
    expect(await complete('query', 'powers-of:')).toEqual(['powers-of:2', 'powers-of:3', 'powers-of:10']);
    expect(await complete('--quiet', 'extend', 'squares', '--series', 'n')).toEqual(['nim']);
  });

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
