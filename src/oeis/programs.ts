/** Programs of an entry, by the definition: one that computes nim-values, and for each sequence an expression of these. */
import type { SequenceName } from '../engine/reading/sequences.js';
import { declaredBy, type Game } from '../game/game.js';
import { polynomialOf } from '../game/sets/families.js';

/** A program of an entry. */
export interface Program {
  /** As the OEIS calls it. */
  readonly language: 'PARI' | 'Mathematica' | 'Python';
  readonly lines: readonly string[];
}

/** Elements of a set that a program lists. */
export const MOST_LISTED = 100;

/** The subtrahends up to lim, in each language. */
type SetCode = Readonly<Record<Program['language'], string>>;

/** What prints the terms of a sequence, where `v` is the list of the first 1000 nim-values. */
const PRINTED: Readonly<Partial<Record<SequenceName, SetCode>>> = {
  nim: { PARI: 'v[1..100]', Mathematica: 'Take[v, 100]', Python: 'print(v[:100])' },
  outcomes: {
    PARI: '[x == 0 | x <- v[1..100]]',
    Mathematica: 'Boole[# == 0] & /@ Take[v, 100]',
    Python: 'print([int(x == 0) for x in v[:100]])',
  },
  cold: {
    PARI: '[n-1 | n <- [1..#v], v[n] == 0]',
    Mathematica: 'Flatten[Position[v, 0]] - 1',
    Python: 'print([n for n, x in enumerate(v) if x == 0])',
  },
  gaps: {
    PARI: 'c = [n | n <- [1..#v], v[n] == 0]; vector(#c-1, i, c[i+1]-c[i])',
    Mathematica: 'Differences[Flatten[Position[v, 0]]]',
    Python: 'c = [n for n, x in enumerate(v) if x == 0]; print([b-a for a, b in zip(c, c[1:])])',
  },
  records: {
    PARI: '[select(x -> x == m, v, 1)[1]-1 | m <- Set(v)]',
    Mathematica: 'FirstPosition[v, #][[1]] - 1 & /@ Union[v]',
    Python: 'print([v.index(m) for m in sorted(set(v))])',
  },
};

/** Programs of a sequence of a game; none where a set has no short text, and for remoteness and what follows from no move. */
export function programsOf(game: Game, name: SequenceName): Program[] {
  const set = declaredBy(game) === undefined ? setCode(game) : undefined;
  const printed = PRINTED[name];
  if (set === undefined || printed === undefined) return [];
  return [
    {
      language: 'Mathematica',
      lines: [
        `nim[lim_] := Module[{S = ${set.Mathematica}, v = {}}, Do[AppendTo[v, SelectFirst[Range[0, n], FreeQ[v[[n + 1 - Select[S, # <= n &]]], #] &]], {n, 0, lim - 1}]; v];`,
        `v = nim[1000]; ${printed.Mathematica}`,
      ],
    },
    {
      language: 'PARI',
      lines: [
        `nim(lim) = {my(S = ${set.PARI}, v = vector(lim), o, m); for(n = 0, lim-1, o = Set([v[n-s+1] | s <- S, s <= n]); m = 0; while(setsearch(o, m), m++); v[n+1] = m); v};`,
        `v = nim(1000); ${printed.PARI}`,
      ],
    },
    {
      language: 'Python',
      lines: [
        'def nim_values(lim):',
        `    S, v = ${set.Python}, []`,
        '    for n in range(lim):',
        '        options = {v[n-s] for s in S if s <= n}',
        '        v.append(next(m for m in range(n+1) if m not in options))',
        '    return v',
        `v = nim_values(1000); ${printed.Python}`,
      ],
    },
  ];
}

function setCode({ set, key }: Game): SetCode | undefined {
  if (isShort(set)) {
    const listed = Array.from(set.between(1, set.largest + 1)).join(', ');
    return { PARI: `[${listed}]`, Mathematica: `{${listed}}`, Python: `{${listed}}` };
  }
  if (set.excluded !== undefined) {
    if (set.excluded.length > MOST_LISTED) return undefined;
    const left = set.excluded.join(', ');
    return {
      PARI: `[s | s <- [1..lim], !setsearch([${left}], s)]`,
      Mathematica: `Complement[Range[lim], {${left}}]`,
      Python: `[s for s in range(1, lim) if s not in [${left}]]`,
    };
  }
  if (key === 'primes')
    return {
      PARI: 'primes([2, lim])',
      Mathematica: 'Prime[Range[PrimePi[lim]]]',
      Python: '[p for p in range(2, lim) if all(p % d for d in range(2, p))]',
    };
  const polynomial = polynomialOf(key);
  if (polynomial === undefined) return undefined;
  const value = written(polynomial);
  return {
    PARI: `[s | s <- vector(lim, k, ${value}), s <= lim]`,
    Mathematica: `Select[Table[${value}, {k, lim}], # <= lim &]`,
    Python: `[s for s in (${value.replaceAll('^', '**')} for k in range(1, lim)) if s <= lim]`,
  };
}

/** `2*k^2 - k + 1`. */
function written(coefficients: readonly number[]): string {
  const terms = coefficients.map((coefficient, i) => {
    const power = coefficients.length - 1 - i;
    const size = Math.abs(coefficient);
    const factor = size === 1 && power > 0 ? '' : power > 0 ? `${size}*` : String(size);
    const text = `${factor}${power === 0 ? '' : power === 1 ? 'k' : `k^${power}`}`;
    return coefficient === 0 ? '' : `${coefficient < 0 ? ' - ' : ' + '}${text}`;
  });
  return terms.join('').replace(/^ \+ /, '').replace(/^ - /, '-');
}

/** Whether the elements of a set can be listed. */
export function isShort(set: Game['set']): boolean {
  return Number.isFinite(set.largest) && set.approximateCount(set.largest + 1) <= MOST_LISTED;
}
