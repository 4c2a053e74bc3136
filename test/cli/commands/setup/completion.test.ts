/** `takeaway completion`, and the words that it asks `takeaway __complete` for: by the shells that there are. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileFolder, json, MAIN, takeaway } from '../../../support/cli.js';

const folder = fileFolder();

/** The lines for words up to the cursor, which bash splits at some signs. */
async function offered(breaks: string, words: readonly string[]): Promise<string[]> {
  const split = words.flatMap((word) => (breaks === '' ? [word] : (word.match(/[:=]+|[^:=]+/g) ?? [word])));
  const { stdout } = await takeaway(['__complete', 'bash', breaks, ...split], { cwd: folder });
  return stdout.trimEnd().split('\n');
}

describe('__complete', () => {
  it('completes commands, games, options and values', async () => {
    const complete = (...words: string[]): Promise<string[]> => offered('', words);
    expect(await complete('ex')).toEqual(['extend', 'expand', 'explore', 'export']);
    expect(await complete('query', 'squ')).toEqual(['squares', 'square-pyramidal']);
    expect(await complete('extend', 'squares', '--ser')).toEqual(['--series']);
    expect(await complete('--qui')).toEqual(['--quiet']);
    // A word that fits the place: a figure after the game, the values of an option behind its sign.
    expect(await complete('plot', 'squares', 're')).toEqual(['records', 'residues', 'remoteness']);
    expect(await complete('extend', 'squares', '--series=n')).toEqual(['--series=nim']);
    expect(await complete('extend', 'squares', '--series', '')).toEqual([
      'cold',
      'nim',
      'remoteness',
      'both',
    ]);
    expect(await complete('export', 'squares', '--format', 'arrow')).toEqual(['arrow', 'arrow-stream']);
    expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(await complete('query', 'powers-of:')).toEqual(['powers-of:2', 'powers-of:3', 'powers-of:10']);
    expect(await complete('--quiet', 'extend', 'squares', '--series', 'n')).toEqual(['nim']);
    expect(await complete('help', 'quer')).toEqual(['query']);
  });

  it('completes commands of two words', async () => {
    expect(await offered('', ['compare', 'du'])).toEqual(['dual']);
    expect(await offered('', ['compare', 'squares', 'du'])).toEqual(['']);
    expect(await offered('', ['survey', 'merge', '--out'])).toEqual(['--output']);
    expect(await offered('', ['name', 're'])).toEqual(['rename', 'remove']);
  });

  it('replaces only the part behind the last sign that splits', async () => {
    const complete = (...words: string[]): Promise<string[]> => offered('=:', words);
    expect(await complete('extend', 'squares', '--series=n')).toEqual(['nim']);
    expect(await complete('extend', 'squares', '--series=')).toContain('remoteness');
    expect(await complete('extend', '--series=nim', 'squ')).toEqual(['squares', 'square-pyramidal']);
    expect(await complete('query', 'powers-of:')).toEqual(['2', '3', '10']);
    expect(await complete('query', 'powers-of:10')).toEqual(['10']);
  });

  it('knows the value of an option from an argument', async () => {
    const complete = (...words: string[]): Promise<string[]> => offered('=:', words);
    expect(await complete('plot', '-o', 'x.svg', 'squ')).toEqual(['squares', 'square-pyramidal']);
    expect(await complete('plot', '--output', 'x.svg', 'squares', 'rec')).toEqual(['records']);
    expect(await complete('--store', 'extend', 'plot', 'squares', 'rec')).toEqual(['records']);
    expect(await complete('extend', 'squares', '--to', '')).toEqual(['']);
    expect(await complete('plot', '--json', 'squ')).toEqual(['squares', 'square-pyramidal']);
    expect(await complete('values', 'squares', 'squ')).toEqual(['']);
    expect(await complete('compare', 'squares', 'primes', 'cub')).toEqual(['cubes']);
  });

  it('completes files, and the names that the store has now', async () => {
    mkdirSync(join(folder, 'sets'));
    writeFileSync(join(folder, 'sets.txt'), '1\n3\n');
    for (const words of [
      ['values', 'file:se'],
      ['export', 'squares', '--output=se'],
      ['export', 'squares', '-o', 'se'],
      ['import', 'se'],
    ])
      expect(await offered('=:', words)).toEqual(['/', 'sets', 'sets.txt']);
    expect(await offered('', ['values', 'file:sets/../se'])).toEqual([
      '/',
      'file:sets/../sets',
      'file:sets/../sets.txt',
    ]);
    await json(['name', 'squabble', '{1,5}', '--store', join(folder, 'store')]);
    expect(await offered('', ['--store', 'store', 'query', 'squa'])).toEqual([
      'squabble',
      'squares',
      'square-pyramidal',
    ]);
  });

  it('describes words to fish', async () => {
    const { stdout } = await takeaway(['__complete', 'fish', '', 'quer']);
    expect(stdout).toBe('query\tHot or cold, nim-value and winning moves of positions\n');
  });
});

describe('completion', () => {
  it('of bash completes words and paths', { tags: 'slow' }, async () => {
    const { stdout: script } = await takeaway(['completion', 'bash']);
    const complete = (...words: string[]): string => {
      const quoted = words.map((word) => `'${word}'`).join(' ');
      const line = `takeaway() { '${process.execPath}' '${MAIN}' "$@"; }; eval "$SCRIPT"
        COMP_WORDS=(takeaway ${quoted}); COMP_CWORD=${words.length}
        _takeaway; printf '%s|' "\${COMPREPLY[@]}"`;
      const env = { ...process.env, SCRIPT: script };
      return spawnSync('bash', ['-c', line], { encoding: 'utf8', env, cwd: folder }).stdout;
    };
    expect(complete('query', 'squ')).toBe('squares|square-pyramidal|');
    expect(complete('extend', 'squares', '--series', '=', 'n')).toBe('nim|');
    writeFileSync(join(folder, 'two words.txt'), '1\n');
    expect(complete('values', 'file', ':', 'two')).toBe('two words.txt|');
  });

  const fishThere = spawnSync('fish', ['--version']).status === 0;
  it.skipIf(!fishThere)(
    `is what fish completes by${fishThere ? '' : ' (fish is not installed)'}`,
    async () => {
      const { stdout } = await takeaway(['completion', 'fish']);
      const offer = (words: string): string[] => {
        const script = `function takeaway; '${process.execPath}' '${MAIN}' $argv; end\n${stdout}\ncomplete -C '${words}'\n`;
        const found = spawnSync('fish', ['--no-config', '-c', script], { encoding: 'utf8', cwd: folder });
        return found.stdout
          .trimEnd()
          .split('\n')
          .map((line) => line.split('\t')[0]);
      };
      expect(offer('takeaway que')).toEqual(['query']);
      expect(offer('takeaway query squ')).toEqual(['squares', 'square-pyramidal']);
      expect(offer('takeaway extend squares --series c')).toEqual(['cold']);
      expect(offer('takeaway plot squares ')).toContain('raster');
      expect(offer('takeaway values squares squ')).toEqual(['']);
    },
  );

  const zshThere = spawnSync('zsh', ['--version']).status === 0;
  it.skipIf(!zshThere)(`is a script for zsh${zshThere ? '' : ' (zsh is not installed)'}`, async () => {
    const { stdout } = await takeaway(['completion', 'zsh']);
    expect(spawnSync('zsh', ['-f', '-n'], { input: stdout }).status).toBe(0);
    // The words that the function offers, without the editor around it.
    const offer = (...words: string[]): string => {
      const line = `takeaway() { '${process.execPath}' '${MAIN}' "$@" }; compdef() { : }
        compadd() { for word; do [[ $word = -* || -z $word ]] || print -n "$word|"; done }
        ${stdout}
        words=(takeaway ${words.map((word) => `'${word}'`).join(' ')}); CURRENT=$#words; PREFIX=$words[-1]; _takeaway`;
      return spawnSync('zsh', ['-f', '-c', line], { encoding: 'utf8', cwd: folder }).stdout;
    };
    expect(offer('query', 'squ')).toBe('squares|square-pyramidal|');
    expect(offer('extend', 'squares', '--series=n')).toBe('--series=nim|');
  });

  it('is printed for the shells that have one', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect(await json(['completion', shell])).toMatchObject({ shell });
    expect((await takeaway(['completion', 'powershell'])).code).toBe(2);
  });
});
