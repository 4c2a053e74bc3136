/** What the routes answer: compared with the library, the definition and known facts. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { tableFromIPC, type Table } from 'apache-arrow';
import { describe, expect, it, onTestFinished } from 'vitest';
import { coldByDefinition, nimValuesByDefinition, openStore, readGame, worksheet } from '../../src/index.js';
import { nameGame } from '../../src/rim.js';
import { FIGURE_NAMES } from '../../src/analysis/analyses.js';
import { KINDS_OF_THREE, kindOf } from '../../src/game/kinds.js';
import { finiteSet } from '../support/set-oracles.js';
import type { DensityResult } from '../../src/analysis/reduction/density.js';
import type { RecordsResult } from '../../src/analysis/reduction/records.js';
import type {
  PlaneAnswer,
  AnalysisAnswer,
  Estimate,
  ExtensionAnswer,
  ExtensionState,
  GameFacts,
  GamesAnswer,
  MatchAnswer,
  NewMatch,
  Panel,
  PositionsAnswer,
  StoredEvent,
  SumReport,
  Why,
} from '../../src/explorer/contract.js';
import { startExplorer } from '../../src/explorer/server.js';
import { effort, IS_LONG } from '../support/seed.js';
import { extendOnce } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';
import { ask, askJson, errorOf, runningExplorer } from './running.js';

setFlagsFromString('--expose-gc');
/** Collects all that nobody holds. */
const collect = runInNewContext('gc') as () => void;

const explorer = runningExplorer();
const at = (path: string): string => explorer.url + path;
const game = (text: string): string => `game=${encodeURIComponent(text)}`;

describe('games', () => {
  it.each([
    ['1..16777216', [1, 2, 3], false],
    ['arithmetic:1000000000,2', [1e9, 1e9 + 2, 1e9 + 4], false],
    ['{4503599627370496}', [2 ** 52], true],
    ['{1,3,4}', [1, 3, 4], true],
  ])('of any size have their first subtrahends, and no list of all: %s', async (text, first, isWhole) => {
    const { subtrahends } = await askJson<GameFacts>(at(`/api/game?${game(text)}`));
    expect(subtrahends.first.slice(0, 3)).toEqual(first);
    expect(subtrahends.isWhole).toBe(isWhole);
  });

  it('of heaps of 2^53 are played without a list of what may be taken', async () => {
    const far = Number.MAX_SAFE_INTEGER - 1;
    const heaps = Array<number>(8).fill(far).join();
    const match = await askJson<MatchAnswer>(at(`/api/match?game=odd&heaps=${heaps}&moves=1:1&reply=random`));
    expect(match.takes.every((takes) => takes.length === 1000)).toBe(true);
    expect(match.turns).toHaveLength(2);
    const twice = await ask(at('/api/match?game=squares&heaps=7,15,30&moves=3:25,3:25'));
    expect(errorOf(twice)).toMatchObject({
      code: 'usage',
      message: expect.stringContaining("Move 2 is the computer's.") as string,
    });
  });

  it('are listed with what is stored', async () => {
    const { games, canWrite } = await askJson<GamesAnswer>(at('/api/games'));
    expect(canWrite).toBe(false);
    expect(games.find((each) => each.game === 'squares')?.stored).toEqual({ cold: 65536, nim: 16384 });
    expect(games.find((each) => each.game === '{1,6,9}')?.stored).toEqual({ cold: 4096, nim: 4096 });
  });

  it('have the names that were given to them in the store, in every address', async () => {
    const store = await openStore(explorer.folder);
    await nameGame(store, 'six-nine', '{1,6,9}');
    store.close();
    const { games } = await askJson<GamesAnswer>(at('/api/games'));
    const named = {
      game: 'six-nine',
      description: 'the name here of {1,6,9}',
      stored: { cold: 4096, nim: 4096 },
    };
    expect(games[0]).toEqual(named);
    const facts = await askJson<GameFacts>(at('/api/game?game=six-nine'));
    expect(facts).toMatchObject({ game: '{1,6,9}', description: 'called six-nine here' });
    const [bySet, byName] = await Promise.all(
      ['{1,6,9}', 'SIX-NINE'].map((text) => askJson<PositionsAnswer>(at(`/api/positions?${game(text)}`))),
    );
    expect(byName).toEqual(bySet);
  });

  it('that are stored say so, with OEIS numbers', async () => {
    const facts = await askJson<GameFacts>(at('/api/game?game=kth-powers:2'));
    expect(facts).toMatchObject({
      game: 'squares',
      oeis: { nim: 'A014586', cold: 'A030193' },
      closedForm: null,
    });
    expect(facts.series.cold).toEqual({
      stored: 65536,
      frontier: 131072,
      reach: 131072,
      source: 'computed',
      rule: null,
    });
    // A030193
    expect(facts.firstCold.slice(0, 12)).toEqual([0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39]);
    expect(facts.commands[0].command).toBe('takeaway extend squares --to 2^20');
  });

  it('are to be extended by what takes a moment, however far outcomes go', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 2 ** 22, series: 'cold' });
    const far = await startExplorer({
      folder,
      givenStore: undefined,
      port: 0,
      canWrite: false,
      random: () => 0,
    });
    onTestFinished(() => far.close());
    const { commands } = await askJson<GameFacts>(`${far.url}api/game?game=squares`);
    // Nim-values, which it extends too, take hours to where twice as many outcomes end.
    expect(commands[0].command).toMatch(/^takeaway extend squares --to 2\^20( |$)/);
  });

  it('that are not stored have first values all the same, and a period', async () => {
    const facts = await askJson<GameFacts>(at(`/api/game?${game('{2,4,7}')}`));
    expect(facts.series.cold).toMatchObject({ stored: 0, source: 'period', reach: 2 ** 53 - 1 });
    expect(facts.firstCold).toEqual(
      Array.from(coldByDefinition(readGame('{2,4,7}').set, 200).entries())
        .filter(([, isCold]) => Number(isCold) === 1)
        .map(([n]) => n)
        .slice(0, 24),
    );
    expect(facts.periods.outcome?.period).toBe(3);
    const store = await openStore(explorer.folder, { readOnly: true });
    expect(store.info('{2,4,7}')).toEqual([]);
    store.close();
  });

  it('with a name that is wrong get the nearest one', async () => {
    const answer = await ask(at('/api/game?game=sqares'));
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({ exitCode: 2, remedy: { do: 'did-you-mean', name: 'squares' } });
    expect(Object.keys(errorOf(answer))).toEqual(['code', 'exitCode', 'message', 'remedy', 'facts']);
  });

  it('with hotspots have cold positions, and no nim-values', async () => {
    const facts = await askJson<GameFacts>(at(`/api/game?${game('squares hotspots {0}')}`));
    expect(facts).toMatchObject({ hotspots: { first: [0], isWhole: true }, series: { nim: { reach: 0 } } });
    expect(facts.firstCold[0]).toBe(1);
    expect(facts.rules.slice(1)).toEqual([
      'The positions declared hot count as wins for the player to move, whatever moves they have: 0.',
    ]);
  });

  it('say how a game is played and won, in words of the page', async () => {
    const misere = await askJson<GameFacts>(at(`/api/game?${game('{20000,30000} hotspots {0}')}`));
    expect(misere.rules[0]).toContain('takes away 20,000 or 30,000 of them. Whoever cannot move loses.');
    const ofTwo = await askJson<GameFacts>(at(`/api/game?${game('{1,2} hotspots {0}')}`));
    expect(ofTwo.rules[0]).toContain('1 or 2 of them. Whoever cannot move wins: this is misere play.');
    expect(ofTwo.strategy).toContain(
      'A position is cold exactly when its remainder after division by 3 is 1.',
    );
    const squares = await askJson<GameFacts>(at(`/api/game?${game('squares')}`));
    expect(squares.strategy).toEqual([]);
    const all = await askJson<GameFacts>(at(`/api/game?${game('all-but{}')}`));
    expect(all.strategy).toEqual(['A formula gives the nim-value of every position n: n.']);
  });
});

describe('why', () => {
  const ask1 = (text: string, position: number): Promise<Why> =>
    askJson<Why>(at(`/api/why?${game(text)}&position=${position}`));

  it('has the moves of a position, and the nim-values that these lead to', async () => {
    const nim = nimValuesByDefinition(readGame('squares').set, 1000);
    for (const position of [0, 1, 34, 35, 999]) {
      const answer = await ask1('squares', position);
      const takes = Array.from({ length: 31 }, (_, i) => (i + 1) ** 2).filter((take) => take <= position);
      const to = takes.map((take) => position - take);
      expect(answer).toEqual({
        ...{ position, cold: nim[position] === 0, nimValue: nim[position], declared: null },
        moveCount: takes.length,
        winningCount: to.filter((n) => nim[n] === 0).length,
        moves: to.map((n, i) => ({ take: takes[i], to: n, cold: nim[n] === 0, nimValue: nim[n] })),
        reached: [...new Set(to.map((n) => nim[n]))].sort((a, b) => a - b),
      });
    }
  });

  it('has all nim-values that moves lead to, however many', async () => {
    const nim = nimValuesByDefinition(readGame('all-but:2').set, 901);
    const { nimValue, reached } = await ask1('all-but:2', 900);
    const options = Array.from({ length: 900 }, (_, i) => i).filter((n) => n !== 898);
    expect(nimValue).toBe(nim[900]);
    expect(reached).toEqual([...new Set(options.map((n) => nim[n]))].sort((a, b) => a - b));
    expect(reached!.length).toBeGreaterThan(400);
  });

  it('says what is declared, and how many moves of very many there are', async () => {
    expect(await ask1('squares hotspots {0}', 0)).toMatchObject({
      declared: 'hot',
      cold: false,
      reached: [],
    });
    expect(await ask1('squares hotspots {0}', 1)).toMatchObject({
      declared: null,
      cold: true,
      reached: null,
    });
    expect(await ask1('{1,2} seed [7,3]', 1)).toMatchObject({ declared: 'value', nimValue: 3 });
    const far = await ask1('odd', 2 ** 40 + 1);
    expect(far).toMatchObject({ cold: false, winningCount: null, reached: null });
    expect(far.moves[0]).toEqual({ take: 1, to: 2 ** 40, cold: true, nimValue: 0 });
    // At the last position that there is.
    expect(await ask1('{1,3,4}', 2 ** 53 - 2)).toMatchObject({ moveCount: 3, declared: null });
  });
});

describe('positions', () => {
  it('are those of the definition', async () => {
    const nim = nimValuesByDefinition(readGame('squares').set, 120);
    const { rows } = await askJson<PositionsAnswer>(at('/api/positions?game=squares&from=20&count=100'));
    expect(rows.map(({ nimValue }) => nimValue)).toEqual([...nim].slice(20));
    for (const { position, cold, winningMoves } of rows) {
      const winning = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
        .map((k) => k * k)
        .filter((s) => s <= position && nim[position - s] === 0);
      expect([cold, winningMoves]).toEqual([nim[position] === 0, winning]);
    }
  });

  it('end where nothing is known', async () => {
    const { rows, reach } = await askJson<PositionsAnswer>(at('/api/positions?game=squares&from=131066'));
    expect([rows.length, reach]).toEqual([6, 131072]);
    expect(rows[5]).toMatchObject({ position: 131071, remoteness: null });
  });

  it('of a periodic game go to 2^53', async () => {
    const { rows } = await askJson<PositionsAnswer>(
      at(`/api/positions?${game('{1,6,9}')}&from=1e15&count=1`),
    );
    expect(rows[0]).toEqual({
      position: 1e15,
      cold: false,
      nimValue: 1,
      // The remoteness grows by 2 in 10 positions.
      remoteness: 200_000_000_000_001,
      winningMoves: [1, 6],
      winningCount: 2,
    });
  });
});

describe('values', () => {
  const read = async (query: string): Promise<Table> => {
    const { status, headers, body } = await ask(at(`/api/values?${query}`));
    expect([status, headers['content-type']]).toEqual([200, 'application/vnd.apache.arrow.stream']);
    return tableFromIPC(body);
  };

  it('are Arrow, one column without positions', async () => {
    const cold = await read('game=squares&series=cold&from=100&to=200');
    expect(cold.schema.fields.map(({ name }) => name)).toEqual(['cold']);
    const expected = [...coldByDefinition(readGame('squares').set, 200)].slice(100).map(Boolean);
    expect(cold.numRows).toBe(100);
    expect([...cold.getChild('cold')!]).toEqual(expected);
    const nim = await read('game=squares&series=nim&to=1e4');
    expect([...nim.getChild('nim_value')!]).toEqual([
      ...nimValuesByDefinition(readGame('squares').set, 10_000),
    ]);
  });

  it('are a NumPy array where that is asked for', async () => {
    const { headers, body } = await ask(at('/api/values?game=squares&series=nim&to=100&format=npy'));
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(body.toString('latin1')).toMatch(/^.NUMPY.*'descr': '\|u1'.*'shape': \(100,\)/);
    expect([...body.subarray(-100)]).toEqual([...nimValuesByDefinition(readGame('squares').set, 100)]);
    const csv = await ask(at('/api/values?game=squares&to=100&format=csv'));
    expect(errorOf(csv).facts).toMatchObject({ subject: 'The parameter format', value: 'csv' });
  });

  it.each([
    ['csv', 'text/csv; charset=utf-8'],
    ['arrow', 'application/vnd.apache.arrow.file'],
    ['parquet', 'application/vnd.apache.parquet'],
    ['jsonl', 'application/jsonl'],
  ])('are exported in %s with the type of its files', async (format, type) => {
    const { status, headers } = await ask(at(`/api/export?game=squares&to=100&format=${format}`));
    expect([status, headers['content-type']]).toEqual([200, type]);
  });

  it('that are not stored are an error with the command that stores them', async () => {
    const answer = await ask(at('/api/values?game=squares&series=nim&from=2^28&to=268435460'));
    expect(answer.status).toBe(404);
    expect(errorOf(answer)).toMatchObject({
      code: 'not-stored',
      remedy: { command: 'takeaway extend squares --series nim --to 268435460' },
    });
  });

  it('of three moves have the kind of each game, with what computes the same', { tags: 'slow' }, async () => {
    const { kinds, figure, commands } = await askJson<PlaneAnswer>(
      at('/api/plane?third=5&max=12&pixels=700'),
    );
    // Which two of three moves add up to the period, by the definition.
    const counts = new Map<string, number>();
    const rows = ['s1,s2,s3,kind'];
    for (let b = 2; b <= 12; b++) {
      for (let a = 1; a < b; a++) {
        if (a === 5 || b === 5) continue;
        const set = [5, a, b].sort((one, other) => one - other);
        const cold = coldByDefinition(finiteSet(set), 400);
        let period = 1;
        while (cold.some((isCold, n) => n >= 200 && n + period < 400 && isCold !== cold[n + period]))
          period++;
        const kind = kindOf(set, period);
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
        rows.push([...set, kind].join());
      }
    }
    expect(kinds.filter(({ sets }) => sets > 0)).toEqual(
      KINDS_OF_THREE.flatMap((kind) => (counts.has(kind) ? [{ kind, sets: counts.get(kind)! }] : [])),
    );
    expect(figure.panels[0].marks).toHaveLength([...counts.values()].reduce((sum, sets) => sum + sets));
    const table = await ask(at('/api/plane/table?third=5&max=12&format=csv'));
    expect(table.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('plane-5.csv') as string,
    });
    expect(table.body.toString().trim().split('\n')).toEqual(rows);
    expect(commands[0]).toMatch(
      /^takeaway survey --pattern "\{5, a, b\}" --max 12 --series cold -o plane-5\.csv/,
    );
    // The move that all have is among those up to the largest.
    const raised = await askJson<PlaneAnswer>(at('/api/plane?third=14&max=12'));
    expect(raised.commands[0]).toContain(' --max 14 ');
    for (const wrong of ['third=0', 'third=129', 'max=1e6', 'series=both', 'third=x', 'third=1&max=1']) {
      expect((await ask(at(`/api/plane?${wrong}`))).status, wrong).toBe(400);
    }
  });

  it('of a range that ends before it starts are refused by what is wrong', async () => {
    for (const path of [
      '/api/values?game=squares&from=5000&to=100',
      '/api/export?game=squares&series=cold&format=csv&from=5000&to=100',
      '/api/analysis/density?game=squares&from=5000&to=100',
      '/api/analysis/density?game=squares&from=5000&to=100&at=cubes',
      '/api/analysis/records?game=squares&from=5000&to=100',
    ]) {
      const answer = await ask(at(path));
      expect([answer.status, errorOf(answer).code], path).toEqual([400, 'usage']);
      expect(errorOf(answer), path).toMatchObject({ facts: { start: 5000, stop: 100 } });
    }
  });

  it(
    'of all positions of a periodic game are counted at every cube, within the memory of a process',
    { tags: 'slow' },
    async () => {
      const path = `/api/analysis/density?${game('{1,3,4}')}&to=9007199254740990&at=cubes`;
      const result = (await askJson<AnalysisAnswer>(at(path))).result as DensityResult;
      const { position, below } = result.points.at(-1)!;
      expect(position).toBe(208063 ** 3);
      // Cold are those with the remainder 0 or 2 after division by 7.
      const [whole, rest] = [Math.floor(position / 7), position % 7];
      expect(below).toBe(2 * whole + Math.min(rest, 1) + Number(rest > 2));
      // A process that answers several keeps some of what it took for each. What a page draws is short, however much is counted.
      for (let i = 0; i < 2; i++)
        expect((await ask(at(`${path}&pixels=800`))).body.length).toBeLessThan(2 ** 18);
    },
  );

  it('have a worksheet, that of the command line', async () => {
    const { body, headers } = await ask(at(`/api/worksheet?${game('{1,6,9}')}`));
    const store = await openStore(explorer.folder, { readOnly: true });
    onTestFinished(() => store.close());
    expect(body.toString()).toBe(await worksheet(store, '{1,6,9}'));
    expect(headers['content-disposition']).toBe('attachment; filename="1-6-9-worksheet.html"');
  });

  it('are exported as the command line does', async () => {
    const { body, headers } = await ask(at('/api/export?game=squares&series=cold&format=bfile&to=12'));
    expect(body.toString()).toBe('0 0\n1 2\n2 5\n3 7\n4 10\n');
    expect(headers['content-disposition']).toBe('attachment; filename="squares-cold-0-12.txt"');
  });

  it(
    'are answered with their head alone, whole or in pieces, and the connection is not cut',
    { tags: 'slow' },
    async () => {
      for (let i = 0; i < 20; i++) {
        for (const path of ['format=json&to=12', 'format=arrow-stream&to=100', 'format=json&to=1048576']) {
          const { status, body } = await ask(at(`/api/export?game=squares&series=cold&${path}`), {
            method: 'HEAD',
          });
          expect({ status, length: body.length }).toEqual({ status: 200, length: 0 });
        }
      }
    },
  );
});

describe('analyses', () => {
  it('are those of the library', async () => {
    const { result, command, plotCommand } = await askJson<AnalysisAnswer>(
      at('/api/analysis/records?game=squares&to=1000'),
    );
    expect((result as RecordsResult).records.slice(0, 6).map(({ position }) => position)).toEqual([
      0, 1, 4, 25, 28, 29,
    ]);
    expect(command).toBe('takeaway analyze squares records --to 1000');
    expect(plotCommand).toBe('takeaway plot squares records --to 1000 -o records.svg');
    const compared = await askJson<AnalysisAnswer>(
      at('/api/analysis/records?game=squares&to=1000&with=cubes'),
    );
    expect(compared.plotCommand).toBe('takeaway plot squares records --to 1000 --with cubes -o records.svg');
  });

  it.each([
    ['table', 'csv', 'text/csv; charset=utf-8', 'gap,count,'],
    ['table', 'arrow', 'application/vnd.apache.arrow.file', 'ARROW1'],
    ['table', 'parquet', 'application/vnd.apache.parquet', 'PAR1'],
    ['figure', 'svg', 'image/svg+xml', '<svg'],
    ['figure', 'png', 'image/png', '\u0089PNG'],
    ['figure', 'vl.json', 'application/json', '{'],
  ])('come as a %s in %s', async (kind, format, type, beginning) => {
    const { status, headers, body } = await ask(
      at(`/api/analysis/gaps/${kind}?game=squares&format=${format}`),
    );
    expect([status, headers['content-type']]).toEqual([200, type]);
    expect(body.toString('latin1').startsWith(beginning)).toBe(true);
  });

  it.each(FIGURE_NAMES)('come with the figure %s where the width is said', async (name) => {
    const game = ['collisions', 'brackets'].includes(name) ? '{7,17,24}' : 'squares';
    const needed = { digits: '&base=5', residues: '&modulus=65' }[name as string] ?? '';
    const { figure, columns, command } = await askJson<AnalysisAnswer>(
      at(`/api/analysis/${name}?game=${encodeURIComponent(game)}&to=1000&pixels=900${needed}`),
    );
    const { svg, panels } = figure!;
    expect(svg).toMatch(/^<svg role="img" aria-label="[^"]*"/);
    expect(/aria-label="([^"]*)"/.exec(svg)![1]).toContain(game);
    expect(svg).toContain('="light-dark(#');
    expect(svg).toContain('="var(--card)"');
    const [, width, height] = / width="([\d.]+)" height="([\d.]+)"/.exec(svg)!.map(Number);
    expect(width).toBeLessThanOrEqual(1000);
    for (const [left, top, right, bottom, words] of panels.flatMap(({ marks }) => marks)) {
      expect(
        0 <= left && left <= right && right <= width && 0 <= top && top <= bottom && bottom <= height,
      ).toBe(true);
      expect(words).toMatch(/^[^:]+: /);
    }
    // What has rows can be analyzed.
    expect(columns.length > 0).toBe(command !== null);
  });

  // Bars with names, dots on logarithmic axes with text beside values; in the long run every figure.
  // Collisions and brackets need a period.
  const compared = FIGURE_NAMES.filter((name) => !['raster', 'collisions', 'brackets'].includes(name));
  it.each(IS_LONG ? compared : (['density', 'gaps'] as const))(
    'compare games in one figure on the same axes: %s',
    { tags: 'slow' },
    async (name) => {
      const needed = { digits: '&base=5', residues: '&modulus=65' }[name as string] ?? '';
      const path = `/api/analysis/${name}?game=squares&with=cubes;${encodeURIComponent('{1,6,9}')}&to=1000${needed}`;
      const [wide, narrow] = await Promise.all(
        [1600, 375].map((pixels) => askJson<AnalysisAnswer>(at(`${path}&pixels=${pixels}`))),
      );
      expect(wide.others.map(({ game: other }) => other)).toEqual(['cubes', '{1,6,9}']);
      const alone = await askJson<AnalysisAnswer>(at(`/api/analysis/${name}?game=cubes&to=1000${needed}`));
      expect(wide.others[0].facts).toEqual(alone.facts);
      expect(/aria-label="([^"]*)"/.exec(wide.figure!.svg)![1]).toMatch(/: squares, cubes, \{1,6,9\}$/);
      const [left, middle, right] = wide.figure!.panels;
      expect([middle.top, right.top]).toEqual([left.top, left.top]);
      const [first, second] = narrow.figure!.panels;
      expect(second.top).toBeGreaterThan(first.bottom);
      // The names under the bars of few gaps are those of each game.
      if (name !== 'gaps') expect([middle.x.values, right.x.values]).toEqual([left.x.values, left.x.values]);
    },
  );

  it('compare gaps on axes of their own where these are of two kinds', async () => {
    // The odd numbers have cold positions 2 apart alone, squares more gaps than have bars.
    const gaps = async (parameters: string): Promise<Panel[]> => {
      const path = `/api/analysis/gaps?${parameters}&to=10000&pixels=1600`;
      return [...(await askJson<AnalysisAnswer>(at(path))).figure!.panels];
    };
    const [few] = await gaps('game=odd');
    const [many] = await gaps('game=squares');
    expect([few.x.isLogarithmic, many.x.isLogarithmic]).toEqual([false, true]);
    for (const [one, other] of [
      ['odd', 'squares'],
      ['squares', 'odd'],
    ]) {
      const both = await gaps(`game=${one}&with=${other}`);
      const alone = one === 'odd' ? [few, many] : [many, few];
      expect(both.map(({ x }) => x.values)).toEqual(alone.map(({ x }) => x.values));
    }
  });

  it('say of a game to compare with what it has not', async () => {
    const hot = encodeURIComponent('squares hotspots {3}');
    const alone = errorOf(await ask(at(`/api/analysis/records?game=${hot}`)));
    expect(alone.message).toContain('squares hotspots {3}');
    expect(errorOf(await ask(at(`/api/analysis/records?game=cubes&with=${hot}`)))).toEqual(alone);
  });

  it('compare a few games, and save what they show', async () => {
    const many = await ask(at('/api/analysis/gaps?game=squares&with=cubes;odd;primes;even'));
    expect(errorOf(many)).toMatchObject({ facts: { count: 4, most: 3 } });
    const { status, body } = await ask(at('/api/analysis/gaps/figure?game=squares&with=cubes&format=svg'));
    expect([status, body.toString().includes('squares, cubes')]).toEqual([200, true]);
  });

  it('of games that are not stored use first values', async () => {
    const { range } = await askJson<AnalysisAnswer>(at('/api/analysis/residues?game=cubes&modulus=9'));
    expect(range.stop).toBeGreaterThan(1000);
  });

  it('refuse what they do not take', async () => {
    const unknown = errorOf(await ask(at('/api/analysis/recods?game=squares')));
    expect(unknown.remedy).toMatchObject({ do: 'did-you-mean', name: 'records' });
    expect(errorOf(await ask(at('/api/analysis/gaps?game=squares&base=5'))).message).toMatch(
      /no parameter "base"/,
    );
    expect(errorOf(await ask(at('/api/games?game=squares')))).toMatchObject({
      message: 'There is no parameter "game" here. Leave it out.',
    });
    expect(errorOf(await ask(at('/api/analysis/digits?game=squares&base=x'))).facts).toMatchObject({
      subject: 'The parameter base',
    });
    expect(errorOf(await ask(at('/api/analysis/gaps/figure?game=squares&format=gif'))).facts).toMatchObject({
      subject: 'The parameter format',
    });
  });
});

describe('heaps', () => {
  it('are solved', async () => {
    const sum = await askJson<SumReport>(at('/api/sum?game=squares&heaps=7,15,30'));
    expect(sum).toMatchObject({
      nimSum: 3,
      winner: 'next',
      moves: [{ heap: 3, take: 25 }],
      nimValues: [0, 0, 3],
    });
    const misere = await askJson<SumReport>(at('/api/sum?game=squares&heaps=7,15,30&misere=1'));
    expect(misere.moves).toEqual([{ heap: 3, take: 9 }]);
    expect(misere.command).toBe('takeaway move squares 7 15 30 --misere');
  });

  it('make a match whose state is the address', async () => {
    const path = '/api/match?game=squares&heaps=7,15,30&moves=3:25';
    const after = await askJson<MatchAnswer>(at(path));
    expect(after).toMatchObject({
      heaps: [7, 15, 5],
      next: 'computer',
      winner: null,
      winning: null,
      review: null,
    });
    expect(after.takes).toEqual([
      [1, 4],
      [1, 4, 9],
      [1, 4],
    ]);
    const replied = await askJson<MatchAnswer>(at(`${path}&reply=perfect&review=1`));
    expect(replied.next).toBe('you');
    expect(replied.review?.[0]).toMatchObject({ player: 'you', winning: [{ heap: 3, take: 25 }] });
    const wrong = await ask(at('/api/match?game=squares&heaps=7&moves=1:5'));
    expect(errorOf(wrong).facts).toMatchObject({ take: 5, takes: '1 or 4' });
  });

  it('refuse a move that cannot be made, and say whose turn it was', async () => {
    const twice = await ask(at('/api/match?game=squares&heaps=7,15,30&moves=3:25,3:25'));
    expect([twice.status, errorOf(twice).code]).toEqual([400, 'usage']);
    expect(errorOf(twice).message).toMatch(
      /^Move 2, which is the computer’s, is refused. 25 cannot be taken from heap 3/,
    );
    const mine = await ask(at('/api/match?game=squares&heaps=7&moves=1:5'));
    expect(errorOf(mine).message).toMatch(
      /^Move 1, which is yours, is refused. 5 cannot be taken from heap 1/,
    );
  });

  it('list a page of what may be taken, and count all of it', async () => {
    const path = '/api/match?game=squares&heaps=4000000';
    const { takes, takeCounts } = await askJson<MatchAnswer>(at(path));
    expect(takeCounts).toEqual([2000]);
    expect([takes[0].length, takes[0].at(-1)]).toEqual([1000, 1e6]);
    const rest = await askJson<MatchAnswer>(at(`${path}&above=1000000`));
    expect([rest.takes[0][0], rest.takes[0].at(-1)]).toEqual([1_002_001, 4e6]);
    const won = await askJson<MatchAnswer>(at(`${path}&moves=1:4000000`));
    expect(won.winner).toBe('you');
    const dense = await askJson<MatchAnswer>(at(`/api/match?${game('all-but{2}')}&heaps=1000`));
    expect([dense.takeCounts, dense.takes[0].slice(0, 3)]).toEqual([[999], [1, 3, 4]]);
  });

  it('end a match, in misere play for the other one', async () => {
    const path = '/api/match?game=squares&heaps=1&moves=1:1';
    expect((await askJson<MatchAnswer>(at(path))).winner).toBe('you');
    expect((await askJson<MatchAnswer>(at(`${path}&misere=1`))).winner).toBe('computer');
  });

  it('are drawn for a match that can be won', async () => {
    const { heaps } = await askJson<NewMatch>(at('/api/match/new?game=cubes'));
    expect(heaps).toHaveLength(3);
  });
});

describe('an extension', () => {
  const writer = runningExplorer({ canWrite: true, isEmpty: true });
  const begin = (body: unknown): ReturnType<typeof ask> =>
    ask(`${writer.url}/api/extension`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  /** Waits for an event that says so. */
  async function watchUntil(isIt: (state: ExtensionState) => boolean): Promise<ExtensionState> {
    const response = await fetch(`${writer.url}/api/extension/events`);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    let text = '';
    for await (const chunk of response.body!) {
      text += Buffer.from(chunk).toString();
      const states = [...text.matchAll(/^event: extensions\ndata: (.*)$/gm)].map(([, json]) =>
        (JSON.parse(json) as ExtensionState[]).at(-1),
      );
      const found = states.find((state) => state !== undefined && isIt(state));
      if (found !== undefined) return found;
    }
    throw new Error(`the events ended: ${text}`);
  }

  it('is estimated before, and refused as it would be', { tags: 'slow' }, async () => {
    const of = async (text: string, series: string, to: string): Promise<Estimate> =>
      askJson<Estimate>(at(`/api/estimate?${game(text)}&series=${series}&to=${to}`));
    expect(await of('squares', 'cold', '65536')).toEqual({ seconds: 0, bytes: 0 });
    const [near, far, both] = await Promise.all([
      of('squares', 'cold', '2^20'),
      of('squares', 'cold', '2^24'),
      of('squares', 'both', '2^24'),
    ]);
    expect(far.seconds).toBeGreaterThan(near.seconds!);
    expect(both.seconds).toBeGreaterThan(far.seconds!);
    // Of the 14,421 cold positions below 2^20 (docs/FINDINGS.md) some 2,000 are stored; each takes about 3 bytes.
    expect(near.bytes).toBeGreaterThan(14_421);
    expect(near.bytes).toBeLessThan(2 * 3 * 14_421);
    expect((await of('cubes', 'nim', '1000')).bytes).toBe(1000);
    // Outcomes are all that a game with hotspots has.
    const [outcomes, all] = await Promise.all([
      of('squares hotspots {0}', 'cold', '2^20'),
      of('squares hotspots {0}', 'both', '2^20'),
    ]);
    expect(all).toEqual(outcomes);
    const refused = await ask(at(`/api/estimate?${game('squares hotspots {0}')}&series=nim&to=9`));
    expect(refused.status).toBe(400);
    const nothing = await ask(at('/api/estimate?game=squares&to=many'));
    expect(errorOf(nothing).facts).toMatchObject({ subject: 'The parameter to', text: 'many' });
  });

  it('is watched by any number of pages after each other', async () => {
    const watch = async (): Promise<number> => {
      const left = new AbortController();
      const response = await fetch(`${writer.url}/api/extension/events`, { signal: left.signal });
      await response.body!.getReader().read();
      left.abort();
      return response.status;
    };
    // More than may watch at once; that a page has left is noticed a moment later.
    for (let page = 0; page < 40; page++) await expect.poll(watch).toBe(200);
  });

  it('stores, tells its progress, and is seen by the readers', { tags: 'slow' }, async () => {
    expect((await begin({ game: '{1,3,4}', to: '1e5' })).status).toBe(202);
    const done = await watchUntil(({ status }) => status !== 'running');
    expect(done).toMatchObject({
      status: 'done',
      progress: 1,
      at: { series: 'nim', frontier: 100_000 },
      blocks: 2,
    });
    const facts = await askJson<GameFacts>(`${writer.url}/api/game?${game('{1,3,4}')}`);
    expect(facts.series.nim).toMatchObject({ stored: 100_000 });
  });

  it('is stopped, and what is solved stays stored', { tags: 'slow' }, async () => {
    expect((await begin({ game: 'squares', series: 'nim', to: 2 ** 26 })).status).toBe(202);
    expect(errorOf(await begin({ game: 'cubes', to: 9 })).message).toMatch(/^Another extension is running/);
    const running = await watchUntil(({ blocks }) => blocks > 0);
    expect(running.status).toBe('running');
    // The page answers meanwhile.
    expect((await ask(`${writer.url}/api/positions?game=squares&from=1000`)).status).toBe(200);
    const stopped = await askJson<ExtensionAnswer>(`${writer.url}/api/extension`, { method: 'DELETE' });
    const ended = [
      { game: '{1,3,4}', to: 100_000, status: 'done', blocks: 2 },
      { game: 'squares', series: 'nim', status: 'stopped', error: null, secondsLeft: null },
    ];
    expect(stopped.extensions).toMatchObject(ended);
    const [first, second] = stopped.extensions;
    // Each began when it did, by the clock, and the second after the first had ended.
    expect(second.begun).toBeGreaterThanOrEqual(Math.floor(first.begun + 1000 * first.seconds));
    expect(Math.abs(Date.now() - second.begun)).toBeLessThan(3_600_000);
    const facts = await askJson<GameFacts>(`${writer.url}/api/game?game=squares`);
    expect(facts.series.nim.stored).toBeGreaterThanOrEqual(running.at!.frontier);
  });

  it('is refused while another process writes', async () => {
    const other = await openStore(writer.folder);
    const answer = await begin({ game: 'cubes', to: 9 });
    other.close();
    expect([answer.status, errorOf(answer).code]).toEqual([409, 'locked']);
  });

  it('that is refused never looks like one that runs', async () => {
    const before = await askJson<ExtensionAnswer>(`${writer.url}/api/extension`);
    const watching = new AbortController();
    const response = await fetch(`${writer.url}/api/extension/events`, { signal: watching.signal });
    let text = '';
    const read = (async () => {
      for await (const chunk of response.body!) text += Buffer.from(chunk).toString();
    })().catch(() => undefined);
    const other = await openStore(writer.folder);
    expect((await begin({ game: 'cubes', to: 9 })).status).toBe(409);
    other.close();
    expect(await askJson<ExtensionAnswer>(`${writer.url}/api/extension`)).toEqual(before);
    // One that is not refused is the next that is told of.
    expect((await begin({ game: 'odd', series: 'nim', to: 9 })).status).toBe(202);
    while (!text.includes('"game":"odd"')) await new Promise((resolve) => setTimeout(resolve, 10));
    watching.abort();
    await read;
    expect(text).not.toContain('cubes');
  });
});

describe('what is stored', () => {
  const shown = runningExplorer({ isEmpty: true });

  it(
    'has a version, and whoever watches is told of another one, whoever has written',
    { tags: 'slow' },
    async () => {
      const facts = (): Promise<GameFacts> => askJson(`${shown.url}/api/game?${game('{1,3,4}')}`);
      const before = await facts();
      expect((await facts()).version).toBe(before.version);
      const watching = new AbortController();
      const response = await fetch(`${shown.url}/api/extension/events`, { signal: watching.signal });
      const versions: string[] = [];
      const read = (async () => {
        let text = '';
        for await (const chunk of response.body!) {
          text += Buffer.from(chunk).toString();
          const told = [...text.matchAll(/^event: stored\ndata: (.*)$/gm)];
          versions.splice(
            0,
            versions.length,
            ...told.map(([, json]) => (JSON.parse(json) as StoredEvent).version),
          );
        }
      })().catch(() => undefined);
      const until = async (isSo: () => boolean): Promise<void> => {
        while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
      };
      await until(() => versions.length > 0);
      expect(versions).toEqual([before.version]);
      await extendOnce(shown.folder, '{1,3,4}', { to: 1000 });
      const after = await facts();
      expect(after.series.nim.stored).toBe(1000);
      await until(() => versions.includes(after.version));
      watching.abort();
      await read;
    },
  );

  it('and is taken away is told by the error’s own code and words', async () => {
    await extendOnce(shown.folder, '{1,3,4}', { to: 1000 });
    // Only a server that has seen a catalog can miss it.
    await askJson(`${shown.url}/api/game?${game('{1,3,4}')}`);
    renameSync(join(shown.folder, 'catalog.sqlite'), join(shown.folder, 'elsewhere.sqlite'));
    const gone = await ask(`${shown.url}/api/game?${game('{1,3,4}')}`);
    // A process that has never seen it knows, too.
    const elsewhere = await ask(`${shown.url}/api/export?${game('{1,3,4}')}&series=nim&format=csv&to=100`);
    renameSync(join(shown.folder, 'elsewhere.sqlite'), join(shown.folder, 'catalog.sqlite'));
    expect([gone.status, errorOf(gone).code]).toEqual([500, 'io']);
    expect([elsewhere.status, errorOf(elsewhere).code]).toEqual([500, 'io']);
    expect(errorOf(gone).message).toContain('was moved or removed while it was shown');
    expect((await ask(`${shown.url}/api/game?${game('{1,3,4}')}`)).status).toBe(200);
  });
});

describe('thousands of requests', () => {
  it('take no memory that stays', { tags: 'slow' }, async () => {
    const count = effort(1_000, 10_000);
    const paths = [
      '/api/positions?game=squares&from=',
      '/api/values?game=squares&series=cold&to=5000&from=',
      '/api/sum?game=squares&heaps=30,',
      '/api/match?game=squares&heaps=30,',
      '/api/game?game=nonsense',
    ];
    const round = async (from: number, to: number): Promise<void> => {
      for (let i = from; i < to; i += 4) {
        await Promise.all([0, 1, 2, 3].map((k) => ask(at(`${paths[(i + k) % paths.length]}${i % 900}`))));
      }
    };
    const heap = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    await round(0, count / 2);
    const before = heap();
    await round(count / 2, count);
    expect(heap() - before).toBeLessThan(4 * 2 ** 20);
  });
});
