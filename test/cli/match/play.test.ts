/** takeaway play: the session with lines handed in, the board, and the program with moves from a pipe. */
import { describe, expect, it } from 'vitest';
import { drawBoard } from '../../../src/cli/match/board.js';
import { playMatch, type PlayedMatch } from '../../../src/cli/match/session.js';
import { randomStream } from '../../../src/common/random.js';
import { wrapped } from '../../../src/words/text.js';
import { nimValuesByDefinition, readGame } from '../../../src/index.js';
import { LEVEL_NAMES, startMatch, type Level, type Match, type Player } from '../../../src/game/match.js';
import { solveHeaps } from '../../../src/engine/reading/sums.js';
import type { Play } from '../../../src/game/heaps.js';
import { bash, takeaway } from '../../support/cli.js';
import { temporaryFolder } from '../../support/temporary.js';

const squares = readGame('squares');
const nim = nimValuesByDefinition(squares.set, 41);
const solve =
  (play: Play) =>
  (heaps: readonly number[]): ReturnType<typeof solveHeaps> =>
    solveHeaps(squares, heaps, play, (positions) =>
      Promise.resolve(Uint32Array.from(positions, (n) => nim[n])),
    );

/** Plays with a person who says what `says` returns; undefined leaves. */
async function play(
  match: Match,
  level: Level | undefined,
  says: (written: string) => string | undefined,
  seed = 1,
): Promise<{ played: PlayedMatch; text: string }> {
  let text = '';
  const played = await playMatch(match, level, {
    ask: () => Promise.resolve(says(text)),
    write: (more) => {
      text += more;
      return Promise.resolve();
    },
    width: () => 80,
    random: randomStream(seed),
    solve: solve(match.play),
  });
  return { played, text };
}

/** Says each line in turn. */
function lines(...all: string[]): () => string | undefined {
  return () => all.shift();
}

/** Asks for a hint and does what it says; without one, takes 1 from some heap that has something. */
function followingHints(): (written: string) => string {
  let hasAsked = false;
  return (written) => {
    hasAsked = !hasAsked;
    if (hasAsked) return 'hint';
    const hint = /You can win: take (\S+) from heap (\d+)/.exec(
      written.slice(written.lastIndexOf('\n', written.length - 2)),
    );
    if (hint !== null) return `take ${hint[1]} from ${hint[2]}`;
    const heaps = [...written.slice(written.lastIndexOf('\n  heap 1')).matchAll(/heap (\d+) +(\d+)/g)];
    return `${heaps.find(([, , size]) => size !== '0')?.[1] ?? ''} 1`;
  };
}

describe.each(['normal', 'misere'] as const)('a match of squares in %s play', (rule) => {
  it.each(LEVEL_NAMES)('against %s is won by who follows the hints where that wins', async (level) => {
    for (const [heaps, first] of [
      [[7, 15, 30], 'you'],
      [[4, 1], 'you'],
      [[13], 'you'],
      [[40, 33, 22, 5], 'computer'],
      [[5, 5], 'computer'],
    ] as [number[], Player][]) {
      const { winner } = await solve(rule)(heaps);
      const { played, text } = await play(
        startMatch(squares, rule, heaps, first),
        level,
        followingHints(),
        7,
      );
      const isWon = (winner === 'next') === (first === 'you');
      if (isWon) expect(played.winner).toBe('you');
      else if (level === 'perfect') expect(played.winner).toBe('computer');
      expect(text).toContain(played.winner === 'you' ? 'You win' : 'The computer wins');
      for (const { move, winning, player } of played.turns) {
        if (isWon && player === 'you') expect(winning).toContainEqual(move);
      }
    }
  });
});

describe('a session', () => {
  const match = startMatch(squares, 'normal', [7, 15, 30], 'you');

  it('lets two persons take turns, each taking back the move before', async () => {
    const match = startMatch(squares, 'normal', [5, 1], 'you');
    const { played, text } = await play(
      match,
      undefined,
      lines('undo', '1 4', '2 99', '2 1', 'undo', '1 1', '2 1'),
    );
    expect(text).toContain('There is no move to take back.');
    expect(text).toContain("Move 2 is player 2's.");
    expect(text).not.toContain('computer');
    expect(text).toContain('Player 1 wins: player 2 has no move left.');
    expect(played.turns.map(({ player, move }) => [player, move.take])).toEqual([
      ['you', 4],
      ['computer', 1],
      ['you', 1],
    ]);
  });

  it('understands moves in every form, and takes them back', async () => {
    for (const said of ['take 25 from 3', 'TAKE 25 from heap 3', '25 from 3', '3 25', '3, 25', ' 3  25 ']) {
      const { played } = await play(match, 'perfect', lines(said));
      expect(played.turns[0].move).toEqual({ heap: 3, take: 25 });
    }
    const single = startMatch(squares, 'normal', [30], 'you');
    expect((await play(single, 'perfect', lines('take 25'))).played.turns).toHaveLength(2);
    expect((await play(single, 'perfect', lines('25', 'undo'))).played.turns).toHaveLength(0);
    const { text } = await play(match, 'perfect', lines('undo'));
    expect(text).toContain('There is no move of yours to take back.');
  });

  it('explains what it did not understand, and what may not be done', async () => {
    const { played, text } = await play(
      match,
      'perfect',
      lines('foo', 'take 4', '9 9', '1 2', 'undu', '1 999999999999999999', 'moves', 'help', 'board'),
    );
    expect(played).toEqual({ heaps: [7, 15, 30], turns: [], winner: null });
    expect(text).toContain('"foo" is not a move. Type one such as "take 4 from 2", or "2 4" for short.');
    expect(text).toContain('"take 4" is not a move.');
    expect(text).toContain('There is no heap 9. Choose one of the heaps 1 to 3.');
    expect(text).toContain('2 cannot be taken from heap 1, which has 7. Take 1 or 4.');
    expect(text).toContain('Did you mean undo?');
    expect(text).toContain('The number to take must be a whole number');
    expect(text).toContain('  heap 2 (15): 1, 4, 9\n');
    expect(text).toContain('quit            leave the match');
    expect(text.match(/ooooo oo\n/g)).toHaveLength(2);
    expect(text).toContain('You left the match before it ended.');
  });

  it('tells at the end what each move was worth', async () => {
    const small = startMatch(squares, 'misere', [4, 1], 'you');
    const { text } = await play(small, 'perfect', lines('1 1', '2 1', '1 1', '1 1', '1 1'));
    expect(text).toContain('How it went:\n  1  you       4 1  take 1 from heap 1  ');
  });
});

describe('the board', () => {
  it('shows counters in fives where they fit, else bars to scale', () => {
    expect(drawBoard([7, 0, 12], 80)).toBe(
      '  heap 1   7  ooooo oo\n  heap 2   0\n  heap 3  12  ooooo ooooo oo\n',
    );
    expect(drawBoard([1e6, 5e5, 1], 40)).toBe(
      `  heap 1  1_000_000  ${'='.repeat(19)}\n  heap 2    500_000  ${'='.repeat(10)}\n  heap 3          1  =\n`,
    );
  });

  it.each([40, 50, 80, 200])('and all that is said stay within %i columns', (width) => {
    for (const heaps of [[1], [30, 7, 64], [75, 1e9, 0], Array<number>(12).fill(33)]) {
      for (const line of drawBoard(heaps, width).split('\n')) expect(line.length).toBeLessThanOrEqual(width);
    }
    const text = `  ${'some words '.repeat(40)}\nshort\n`;
    const lines = wrapped(text, width).split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    expect(lines.join(' ').split(/\s+/)).toEqual(text.split(/\s+/));
  });
});

describe('play', () => {
  const at = ['--store', temporaryFolder()];

  it('takes moves from a pipe, and gives the record as JSON', { tags: 'slow' }, async () => {
    const moves = "printf 'hint\\n3 25\\nfoo\\n'";
    const args = `play squares 7 15 30 --random-seed 3 ${at.join(' ')}`;
    const { stdout, code } = await bash(`${moves} | $T ${args}`);
    expect(code).toBe(0);
    expect(stdout).toContain('Your move: hint\nYou can win: take 25 from heap 3.\n');
    expect(stdout).toContain('The computer plays: take');
    expect(stdout).toContain('the only move that won');
    const record = await bash(`${moves} | $T ${args} --json`);
    expect(JSON.parse(record.stdout)).toMatchObject({
      game: 'squares',
      misere: false,
      level: 'medium',
      heaps: [7, 15, 30],
      turns: [{ player: 'you', move: { heap: 3, take: 25 } }, { player: 'computer' }],
      winner: null,
    });
    expect(record.stderr).toContain('You can win');
    const ofTwo = await bash(
      `printf '3 25\\n2 1\\n' | $T play squares 0 1 25 --level person --json ${at.join(' ')}`,
    );
    expect(JSON.parse(ofTwo.stdout)).toMatchObject({
      ...{ level: null, first: 'player 1', winner: 'player 2' },
      turns: [{ player: 'player 1' }, { player: 'player 2' }],
    });
  });

  it(
    'chooses heaps by chance such that the person can win, the same for the same seed',
    { tags: 'slow' },
    async () => {
      for (const options of [
        '--random-seed 1',
        '--random-seed 2 --misere',
        '--random-seed 3 --first computer --level perfect',
      ]) {
        const command = `printf '' | $T play '{2,5,7}' --json ${options} ${at.join(' ')}`;
        const [first, second] = [await bash(command), await bash(command)];
        expect(first.stdout).toBe(second.stdout);
        const { heaps } = JSON.parse(first.stdout) as { heaps: number[] };
        const misere = options.includes('--misere') ? ['--misere'] : [];
        const asked = await takeaway(['move', '{2,5,7}', ...heaps.map(String), ...misere, '--json', ...at]);
        const { winner } = JSON.parse(asked.stdout) as { winner: string };
        expect(winner).toBe(options.includes('computer') ? 'previous' : 'next');
      }
    },
  );

  it.each([
    [['play', 'squares', '7', 'x'], 2, '<heaps> must be a whole number'],
    [['play', 'squares', ...Array<string>(1001).fill('3')], 2, 'A sum has from 1 to 1000 heaps, not 1001.'],
    [['play', 'sqares'], 2, 'Did you mean squares?'],
    [['play', 'squares', '--level', 'best'], 2, '--level cannot be "best". Choose one of random, easy'],
    [['play', 'squares', '1e9'], 3, '--series nim --to 1000000001'],
  ])('refuses %j', async (args, expected, message) => {
    const { code, stderr, stdout } = await takeaway([...args, ...at]);
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr).toContain(message);
  });
});
