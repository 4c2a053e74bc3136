/** Programs that compute a sequence of a game by the definition. */
import type { SequenceName } from '../engine/reading/sequences.js';
import { declaredBy, type Game } from '../game/game.js';
import { LANGUAGES, movesOf, type Code } from './moves.js';

export interface Program {
  readonly language: keyof Code;
  readonly lines: readonly string[];
}

/** Positions that a program computes (fewer if a set is complete below less), and values by position that it prints. */
const MAX_COMPUTED_POSITIONS = 1000;
const MAX_PRINTED_VALUES = 100;

/** Prints the terms of a sequence from the first nim-values `v`; of sequences by position, `count` terms. */
const PRINTED: Readonly<Partial<Record<SequenceName, (count: number) => Code>>> = {
  nim: (count) => ({
    PARI: `v[1..${count}]`,
    Mathematica: `Take[v, ${count}]`,
    Python: `print(v[:${count}])`,
  }),
  outcomes: (count) => ({
    PARI: `[x == 0 | x <- v[1..${count}]]`,
    Mathematica: `Boole[# == 0] & /@ Take[v, ${count}]`,
    Python: `print([int(x == 0) for x in v[:${count}]])`,
  }),
  cold: () => ({
    PARI: '[n-1 | n <- [1..#v], v[n] == 0]',
    Mathematica: 'Flatten[Position[v, 0]] - 1',
    Python: 'print([n for n, x in enumerate(v) if x == 0])',
  }),
  hot: () => ({
    PARI: '[n-1 | n <- [1..#v], v[n] > 0]',
    Mathematica: 'Flatten[Position[v, _?Positive]] - 1',
    Python: 'print([n for n, x in enumerate(v) if x > 0])',
  }),
  gaps: () => ({
    PARI: 'c = [n | n <- [1..#v], v[n] == 0]; vector(#c-1, i, c[i+1]-c[i])',
    Mathematica: 'Differences[Flatten[Position[v, 0]]]',
    Python: 'c = [n for n, x in enumerate(v) if x == 0]; print([b-a for a, b in zip(c, c[1:])])',
  }),
  records: () => ({
    PARI: '[select(x -> x == m, v, 1)[1]-1 | m <- Set(v)]',
    Mathematica: 'FirstPosition[v, #][[1]] - 1 & /@ Union[v]',
    Python: 'print([v.index(m) for m in sorted(set(v))])',
  }),
};

const COMMENTS: Readonly<Record<keyof Code, (text: string) => string>> = {
  PARI: (text) => `\\\\ ${text}`,
  Mathematica: (text) => `(* ${text} *)`,
  Python: (text) => `# ${text}`,
};

/** Defines the first `lim` nim-values, given an expression for the moves. */
const DEFINED: Readonly<Record<keyof Code, (S: string) => readonly string[]>> = {
  Mathematica: (S) => [
    `nim[lim_] := Module[{S = ${S}, v = {}}, Do[AppendTo[v, SelectFirst[Range[0, n], FreeQ[v[[n + 1 - Select[S, # <= n &]]], #] &]], {n, 0, lim - 1}]; v];`,
  ],
  PARI: (S) => [
    `nim(lim) = {my(S = ${S}, v = vector(lim), o, m); for(n = 0, lim-1, o = Set([v[n-s+1] | s <- S, s <= n]); m = 0; while(setsearch(o, m), m++); v[n+1] = m); v};`,
  ],
  Python: (S) => [
    'def nim(lim):',
    `    S, v = ${S}, []`,
    '    for n in range(lim):',
    '        options = {v[n-s] for s in S if s <= n}',
    '        v.append(next(m for m in range(n+1) if m not in options))',
    '    return v',
  ],
};

/** `v = nim(1000);`. */
const COMPUTED: Readonly<Record<keyof Code, (lim: number) => string>> = {
  Mathematica: (lim) => `v = nim[${lim}];`,
  PARI: (lim) => `v = nim(${lim});`,
  Python: (lim) => `v = nim(${lim});`,
};

/** Writes programs; none for remoteness or declared positions. */
export function programsOf(game: Game, name: SequenceName): Program[] {
  const printed = PRINTED[name];
  if (printed === undefined || declaredBy(game) !== undefined) return [];
  const lim = Math.min(MAX_COMPUTED_POSITIONS, game.set.completeBelow ?? MAX_COMPUTED_POSITIONS);
  const { code, isListed } = movesOf(game, lim);
  const moves = code('lim');
  const terms = printed(Math.min(MAX_PRINTED_VALUES, lim));
  return LANGUAGES.map((language) => ({
    language,
    lines: [
      ...(isListed ? [COMMENTS[language](`S has the moves below ${lim}.`)] : []),
      ...DEFINED[language](moves[language]),
      `${COMPUTED[language](lim)} ${terms[language]}`,
    ],
  }));
}
