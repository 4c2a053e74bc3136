/** `takeaway completion`: the scripts, run by bash. */
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { json, takeaway } from '../../../support/cli.js';

/** What bash completes the last word by, or what stands in it behind the last of the signs that split words. */
function completed(breaks: string, words: readonly string[]): string[] {
  const split = words.flatMap((word) => (breaks === '' ? [word] : (word.match(/[:=]+|[^:=]+/g) ?? [word])));
  const quoted = split.map((word) => `'${word}'`).join(' ');
  const line = `eval "$SCRIPT"; COMP_WORDBREAKS='${breaks}'; COMP_WORDS=(takeaway ${quoted}); COMP_CWORD=${split.length}
    _takeaway; echo "\${COMPREPLY[@]}"; [ "$COMP_WORDBREAKS" = '${breaks}' ] || echo changed`;
  return spawnSync('bash', ['-c', line], { encoding: 'utf8', env: { SCRIPT: script } })
    .stdout.trim()
    .split(' ');
}

let script = '';
beforeAll(async () => {
  script = (await takeaway(['completion', 'bash'])).stdout;
});

describe('completion', () => {
  it('of bash completes commands, games, options and values', () => {
    const complete = (...words: string[]): string[] => completed('', words);
    expect(complete('ex')).toEqual(['extend', 'expand', 'explore', 'export']);
    expect(complete('query', 'squ')).toEqual(['squares', 'square-pyramidal']);
    expect(complete('extend', 'squares', '--ser')).toEqual(['--series']);
    // What fits the place: a figure after the game, the values of an option behind its sign.
    expect(complete('plot', 'squares', 're')).toEqual(['records', 'residues', 'remoteness']);
    expect(complete('extend', 'squares', '--series=n')).toEqual(['--series=nim']);
    const root = process.cwd();
    expect(complete('values', `file:${root}/package-`)).toEqual([`file:${root}/package-lock.json`]);
    expect(complete('extend', 'squares', '--series', '')).toEqual(['cold', 'nim', 'remoteness', 'both']);
    expect(complete('export', 'squares', '--format', 'arrow')).toEqual(['arrow', 'arrow-stream']);
    expect(complete('completion', '')).toContain('zsh');
    expect(complete('query', 'powers-of:')).toEqual(['powers-of:2', 'powers-of:3', 'powers-of:10']);
    expect(complete('--quiet', 'extend', 'squares', '--series', 'n')).toEqual(['nim']);
  });

  it('of bash leaves the words of the shell as they are, and completes those that it splits', () => {
    const complete = (...words: string[]): string[] => completed('=:', words);
    expect(script).not.toMatch(/^\s*COMP_WORDBREAKS=/m);
    expect(complete('extend', 'squares', '--series=n')).toEqual(['nim']);
    expect(complete('extend', 'squares', '--series=')).toContain('remoteness');
    expect(complete('extend', '--series=nim', 'squ')).toEqual(['squares', 'square-pyramidal']);
    expect(complete('query', 'powers-of:')).toEqual(['2', '3', '10']);
    expect(complete('query', 'powers-of:10')).toEqual(['10']);
    const root = process.cwd();
    for (const word of ['--output=', 'file:'])
      expect(complete('values', `${word}${root}/package-`)).toEqual([`${root}/package-lock.json`]);
  });

  it('of bash knows the value of an option from an argument', () => {
    const complete = (...words: string[]): string[] => completed('=:', words);
    expect(complete('plot', '-o', 'x.svg', 'squ')).toEqual(['squares', 'square-pyramidal']);
    expect(complete('plot', '--output', 'x.svg', 'squares', 'rec')).toEqual(['records']);
    expect(complete('--store', 'extend', 'plot', 'squares', 'rec')).toEqual(['records']);
    expect(complete('extend', 'squares', '--to', '')).toEqual(['']);
    expect(complete('plot', '--json', 'squ')).toEqual(['squares', 'square-pyramidal']);
    expect(complete('values', 'squares', 'squ')).toEqual(['']);
    expect(complete('compare', 'squares', 'primes', 'cub')).toEqual(['cubes']);
  });

  const fishThere = spawnSync('fish', ['--version']).status === 0;
  it.skipIf(!fishThere)(
    `is what fish completes by${fishThere ? '' : ' (fish is not installed)'}`,
    async () => {
      const { stdout } = await takeaway(['completion', 'fish']);
      const offered = (words: string): string[] => {
        const script = `${stdout}\ncomplete -C '${words}'\n`;
        const found = spawnSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' });
        return found.stdout
          .trimEnd()
          .split('\n')
          .map((line) => line.split('\t')[0]);
      };
      expect(offered('takeaway que')).toEqual(['query']);
      expect(offered('takeaway query squ')).toEqual(['squares', 'square-pyramidal']);
      expect(offered('takeaway query powers-of:')).toContain('powers-of:2');
      expect(offered('takeaway extend squares --series c')).toEqual(['cold']);
      // What fits the place: no game after a game, no option without its dashes, no value of an option for an argument.
      expect(offered('takeaway plot squares re')).toEqual(['records', 'remoteness', 'residues']);
      expect(offered('takeaway plot dens')).toEqual(['']);
      expect(offered('takeaway plot -o plot squ')).toEqual(['squares', 'square-pyramidal']);
      expect(offered('takeaway --store plot compare primes cub')).toEqual(['cubes']);
      expect(offered('takeaway values squares squ')).toEqual(['']);
      expect(offered('takeaway help quer')).toEqual(['query']);
    },
  );

  const zshThere = spawnSync('zsh', ['--version']).status === 0;
  it.skipIf(!zshThere)(`is what zsh completes by${zshThere ? '' : ' (zsh is not installed)'}`, async () => {
    const { stdout } = await takeaway(['completion', 'zsh']);
    expect(spawnSync('zsh', ['-f', '-n'], { input: stdout }).status).toBe(0);
    const functions = stdout.slice(stdout.indexOf('_takeaway()'), stdout.indexOf('_takeaway_in_zsh()'));
    // The emulation of bash; what begins otherwise than the last word, zsh leaves out itself.
    const offered = (...words: string[]): string[] => {
      const line = `autoload -U +X bashcompinit && bashcompinit; eval "$FUNCTIONS"
          offer() { emulate -L sh; setopt kshglob noshglob braceexpand
            COMP_WORDS=(takeaway "$@") COMP_CWORD=$#; _takeaway; echo "\${COMPREPLY[@]}"; }
          offer ${words.map((word) => `'${word}'`).join(' ')}`;
      const found = spawnSync('zsh', ['-f', '-c', line], {
        encoding: 'utf8',
        env: { ...process.env, FUNCTIONS: functions },
      });
      return found.stdout.trim().split(' ');
    };
    expect(offered('ex')).toContain('explore');
    expect(offered('extend', 'squares', '--series', '')).toEqual(['cold', 'nim', 'remoteness', 'both']);
    expect(offered('extend', 'squares', '--series=n')).toContain('--series=nim');
    expect(offered('plot', '-o', 'x.svg', 'squares', '')).toContain('records');
    expect(offered('--store', 'plot', 'compare', 'primes', 'cub')).toContain('cubes');
    expect(offered('values', 'squares', 'squ')).toEqual(['']);
  });

  it('of fish and PowerShell has the same words', async () => {
    const fish = (await takeaway(['completion', 'fish'])).stdout;
    expect(fish).toContain("complete -c takeaway -n __takeaway_at -a extend -d 'Compute and store");
    expect(fish).toMatch(/'__takeaway_at extend' -l series -x -a 'cold nim remoteness both'/);
    expect(fish).toMatch(/'__takeaway_at query -eq 0' -a '.*powers-of:3/);
    expect(fish).toMatch(/'__takeaway_at plot -eq 1' -a 'records /);
    const powershell = (await takeaway(['completion', 'powershell'])).stdout;
    expect(powershell).toContain('Register-ArgumentCompleter -Native -CommandName takeaway');
    expect(powershell).toContain("'extend:--series' = @('cold', 'nim', 'remoteness', 'both')");
    expect(powershell).toMatch(/^ {4}'plot:0' = @\('squares', /m);
    expect(powershell).toMatch(/^ {4}'plot:1' = @\('records', /m);
    expect(powershell).toMatch(/^ {4}'plot:last' = @\(\)/m);
    expect(powershell).toMatch(/^ {4}'plot:-' = @\('--output', /m);
    // With no words to offer one comes that is null, and brackets are no pattern.
    expect(powershell).toContain('{ $_ -and $_.StartsWith("$wordToComplete", ');
  });

  it('of zsh uses the function of bash, and the files of zsh', async () => {
    const { stdout } = await takeaway(['completion', 'zsh']);
    expect(stdout).toContain(script.slice(0, script.indexOf('\n}\n')));
    // zsh takes a letter behind a colon for a modifier.
    expect(stdout).not.toMatch(/\[@\]:\d*:?[A-Za-z]/);
    expect(await json(['completion', 'bash'])).toMatchObject({ shell: 'bash' });
  });
});
