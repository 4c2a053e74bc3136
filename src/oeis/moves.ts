/** The moves of a game in words and in code. Only large lists of numbers lack code that continues beyond a program's positions. */
import type { Game } from '../game/game.js';
import type { DescribedSet } from '../game/sets/described-set.js';
import { knownSets, memberOf, polynomialOf } from '../game/sets/families.js';
import type { SubtractionSet } from '../game/sets/subtraction-set.js';
import { firstOf } from '../game/sets/walking.js';
import { tableEntryOf } from '../game/tables.js';

export const LANGUAGES = ['Mathematica', 'PARI', 'Python'] as const;

export type Code = Readonly<Record<(typeof LANGUAGES)[number], string>>;

/** Numbers of a set without another description that programs list, and that names show. */
const MAX_LISTED_NUMBERS = 100;
const MAX_SHOWN_NUMBERS = 5;
/** Sets shifted down by more are listed, as programs would count up to the shift. */
const MAX_SHIFT = 10_000;

export interface Moves {
  /** `the squares (A000290)`, `the numbers prime(k) - 1 (A006093)`, `1, 4, 10, 20, 35, ...`. */
  readonly words: string;
  /** Expressions for a list, in any order, with all moves up to an expression. */
  readonly code: (bound: string) => Code;
  /** Present if the list has only the moves below the given end. */
  readonly isListed?: true;
  /** OEIS numbers with their subjects. */
  readonly sequences: readonly (readonly [number: string, words: string])[];
}

interface NamedMoves {
  readonly words: string;
  /** The k-th element in OEIS notation, for words of images; a factor or a term of a sum. */
  readonly term?: string;
  readonly code?: (bound: string) => Code;
}

/** Describes the moves of a game. Code for a list of numbers has those below `end`. */
export function movesOf(game: Game, end: number): Moves {
  const { set, expression } = game;
  const { oeis } = tableEntryOf(game);
  const own = oeis.set === undefined ? [] : [oeis.set];
  const numbered = (words: string): string => [words, ...own.map((number) => `(${number})`)].join(' ');
  if (expression.kind === 'union') {
    const parts = expression.parts.map((part) => movesOf(part, end));
    return {
      words: numbered(parts.map(({ words }) => words).join(' and ')),
      code: (bound) => union(parts.map(({ code }) => code(bound))),
      ...(parts.some(({ isListed }) => isListed) ? { isListed: true } : {}),
      sequences: [
        ...own.map((number) => [number, 'moves'] as const),
        ...parts.flatMap(({ sequences }) => sequences),
      ],
    };
  }
  if (expression.kind === 'image') {
    const { factor, shift, base } = expression;
    const { words, code, isListed, sequences } = movesOf(base, end);
    const term = namedMoves(base)?.term;
    const image = imageText(factor, shift);
    const some = factor * base.set.smallest + shift < 1 ? 'positive numbers' : 'numbers';
    const isFar = -shift > MAX_SHIFT || isListed;
    return {
      words: numbered(
        term === undefined ? `the ${some} ${image('s')} for s in ${words}` : `the ${some} ${image(term)}`,
      ),
      ...(isFar
        ? { code: () => listed(set, end), isListed: true }
        : { code: (bound) => imageCode(code(shift < 0 ? `${bound}+${-shift}` : bound), image, shift) }),
      sequences: [...own.map((number) => [number, 'moves'] as const), ...sequences],
    };
  }
  const named = namedMoves(game);
  const isWhole = Number.isFinite(set.largest) && set.approximateCount(set.largest + 1) <= MAX_LISTED_NUMBERS;
  const words = named?.words ?? (isWhole ? numbersIn(set, set.largest + 1).join(', ') : beginningOf(set));
  return {
    words: numbered(words),
    ...(named?.code !== undefined
      ? { code: named.code }
      : isWhole
        ? { code: () => listed(set, set.largest + 1) }
        : { code: () => listed(set, end), isListed: true }),
    sequences: own.map((number) => [number, named === undefined ? 'moves' : words]),
  };
}

function numbersIn(set: SubtractionSet, end: number): readonly number[] {
  return Array.from(set.between(1, end));
}

function beginningOf(set: SubtractionSet): string {
  const stop = set.completeBelow ?? Number.MAX_SAFE_INTEGER;
  return `${Array.from(firstOf(set, { start: 1, stop }, MAX_SHOWN_NUMBERS)).join(', ')}, ...`;
}

function listed(set: SubtractionSet, end: number): Code {
  const numbers = numbersIn(set, end).join(', ');
  return { PARI: `[${numbers}]`, Mathematica: `{${numbers}}`, Python: `[${numbers}]` };
}

function union(parts: readonly Code[]): Code {
  const each = (language: keyof Code, before = ''): string =>
    parts.map((code) => before + code[language]).join(', ');
  return {
    PARI: `concat([${each('PARI')}])`,
    Mathematica: `Join[${each('Mathematica')}]`,
    Python: `[${each('Python', '*')}]`,
  };
}

/** s -> `2*s + 1`; a sum that is multiplied is put in parentheses. */
function imageText(factor: number, shift: number): (of: string) => string {
  const times = (of: string): string => (/ [+-] /.test(of) ? `${factor}*(${of})` : `${factor}*${of}`);
  const sum = shift === 0 ? '' : ` ${shift < 0 ? '-' : '+'} ${Math.abs(shift)}`;
  return (of) => `${factor === 1 ? of : times(of)}${sum}`;
}

function imageCode(base: Code, image: (of: string) => string, shift: number): Code {
  const s = image('s');
  const [pari, python] = shift < 0 ? [`, ${s} > 0`, ` if ${s} > 0`] : ['', ''];
  const mathematica = `(${image('#')} & /@ ${base.Mathematica})`;
  return {
    PARI: `[${s} | s <- ${base.PARI}${pari}]`,
    Mathematica: shift < 0 ? `Select[${mathematica}, # > 0 &]` : mathematica,
    Python: `[${s} for s in ${base.Python}${python}]`,
  };
}

/** Code for the values of a term at k = 1, 2, ..., with other notations for Python and Mathematica if needed. */
function valuesOf(term: string, inPython = term, inMathematica = term): (bound: string) => Code {
  return (bound) => ({
    PARI: `[s | s <- vector(${bound}, k, ${term}), s <= ${bound}]`,
    Mathematica: `Select[Table[${inMathematica}, {k, ${bound}}], # <= ${bound} &]`,
    Python: `[s for s in (${inPython} for k in range(1, ${bound}+1)) if s <= ${bound}]`,
  });
}

/** Code for the numbers s that satisfy a condition. */
function numbersWith(condition: Code): (bound: string) => Code {
  return (bound) => ({
    PARI: `[s | s <- [1..${bound}], ${condition.PARI}]`,
    Mathematica: `Select[Range[${bound}], Function[s, ${condition.Mathematica}]]`,
    Python: `[s for s in range(1, ${bound}+1) if ${condition.Python}]`,
  });
}

const isPrime = 's > 1 and all(s % d for d in range(2, int(s**0.5)+1))';

/** A prime power divides a power of its smallest divisor. */
const isPrimePower = 's > 1 and next(d for d in range(2, s+1) if s % d == 0)**s.bit_length() % s == 0';

/** 5 s^2 + c or 5 s^2 - c is a square: for Fibonacci numbers with c = 4, for Lucas numbers with c = 20. */
function fiveSquares(c: number): Code {
  return {
    PARI: `issquare(5*s^2+${c}) || issquare(5*s^2-${c})`,
    Mathematica: `AnyTrue[Sqrt[5 s^2 + {${c}, -${c}}], IntegerQ]`,
    Python: `any(r*r in (5*s*s+${c}, 5*s*s-${c}) for r in range(3*s+3))`,
  };
}

/** Sets of the catalogue, without code if they are values of polynomials. */
const NAMED: Readonly<Record<string, NamedMoves | undefined>> = {
  squares: { words: 'the squares' },
  cubes: { words: 'the cubes' },
  pronic: { words: 'the pronic numbers' },
  odd: { words: 'the odd numbers' },
  all: { words: 'all positive integers' },
  triangular: {
    words: 'the triangular numbers',
    term: 'k*(k+1)/2',
    code: valuesOf('k*(k+1)/2', 'k*(k+1)//2'),
  },
  pentagonal: {
    words: 'the pentagonal numbers',
    term: 'k*(3*k-1)/2',
    code: valuesOf('k*(3*k-1)/2', 'k*(3*k-1)//2'),
  },
  primes: {
    words: 'the prime numbers',
    term: 'prime(k)',
    code: numbersWith({ PARI: 'isprime(s)', Mathematica: 'PrimeQ[s]', Python: isPrime }),
  },
  'prime-powers': {
    words: 'the prime powers',
    code: numbersWith({ PARI: 'isprimepower(s)', Mathematica: 'PrimePowerQ[s]', Python: isPrimePower }),
  },
  'one-and-prime-powers': {
    words: '1 and the prime powers',
    code: numbersWith({
      PARI: 's == 1 || isprimepower(s)',
      Mathematica: 's == 1 || PrimePowerQ[s]',
      Python: `s == 1 or ${isPrimePower}`,
    }),
  },
  'self-powers': { words: 'the numbers k^k', term: 'k^k', code: valuesOf('k^k', 'k**k') },
  'one-and-primes': {
    words: '1 and the prime numbers',
    code: numbersWith({
      PARI: 's == 1 || isprime(s)',
      Mathematica: 's == 1 || PrimeQ[s]',
      Python: `s == 1 or ${isPrime}`,
    }),
  },
  fibonacci: {
    words: 'the Fibonacci numbers',
    term: 'Fibonacci(k+1)',
    code: numbersWith(fiveSquares(4)),
  },
  lucas: { words: 'the Lucas numbers', code: numbersWith(fiveSquares(20)) },
  factorials: {
    words: 'the factorial numbers',
    term: 'k!',
    code: valuesOf('k!', '__import__("math").factorial(k)'),
  },
  practical: {
    words: 'the practical numbers',
    // Each divisor is at most 1 more than the sum of the lower ones: then sums of divisors have no gaps.
    code: numbersWith({
      PARI: '#select(d -> d > 1 + sumdiv(s, e, if(e < d, e)), divisors(s)) == 0',
      Mathematica: 'AllTrue[Divisors[s], Function[d, d <= 1 + Total[Select[Divisors[s], # < d &]]]]',
      Python: 'all(s % d or d <= 1 + sum(e for e in range(1, d) if s % e == 0) for d in range(1, s+1))',
    }),
  },
  'sums-of-two-squares': {
    words: 'the sums of two squares',
    code: numbersWith({
      PARI: '#[a | a <- [0..sqrtint(s)], issquare(s-a^2)]',
      Mathematica: 'SquaresR[2, s] > 0',
      Python: 'any(int((s-a*a)**0.5+0.5)**2 == s-a*a for a in range(int(s**0.5)+1))',
    }),
  },
  'moser-de-bruijn': {
    words: 'the sums of distinct powers of 4',
    code: valuesOf('fromdigits(binary(k), 4)', 'int(bin(k)[2:], 4)', 'FromDigits[IntegerDigits[k, 2], 4]'),
  },
};

/** Describes a set whose definition does not list its numbers. */
function namedMoves(described: DescribedSet): NamedMoves | undefined {
  const { definition } = described;
  const { excluded } = described.set;
  if (excluded !== undefined && excluded.length <= MAX_LISTED_NUMBERS) {
    const left = excluded.join(', ');
    return {
      words: left === '' ? NAMED.all!.words : `all positive integers but ${left}`,
      code: numbersWith({
        PARI: `!setsearch([${left}], s)`,
        Mathematica: `FreeQ[{${left}}, s]`,
        Python: `s not in [${left}]`,
      }),
    };
  }
  const { smallest, largest } = described.set;
  const { family, parameters = [] } = memberOf(described) ?? {};
  const isInterval =
    family?.name === 'interval' ||
    (largest - smallest >= MAX_LISTED_NUMBERS &&
      described.set.approximateCount(largest + 1) === largest - smallest + 1);
  if (isInterval) {
    const from = smallest === 1 ? '' : `${smallest}, `;
    return {
      words: `the numbers ${smallest} to ${largest}`,
      code: (bound) => ({
        PARI: `[${smallest}..min(${bound}, ${largest})]`,
        Mathematica: `Range[${from}Min[${bound}, ${largest}]]`,
        Python: `range(${smallest}, min(${bound}, ${largest})+1)`,
      }),
    };
  }
  if (family?.name === 'powers-of') {
    const term = `${parameters[0]}^(k-1)`;
    return { words: `the powers of ${parameters[0]}`, term, code: valuesOf(term, term.replace('^', '**')) };
  }
  const known = NAMED[definition];
  const polynomial = known?.code === undefined ? polynomialOf(described) : undefined;
  if (polynomial === undefined) return known;
  const { coefficients, divisor } = polynomial;
  const numerator = written(coefficients);
  const over = (sign: string): string => (divisor === 1 ? numerator : `(${numerator})${sign}${divisor}`);
  const named = knownSets().find(({ key, isNamed }) => isNamed && key === described.key)?.name;
  const words =
    known?.words ??
    (named === undefined ? undefined : `the ${named.replaceAll('-', ' ')} numbers`) ??
    (family?.name === 'kth-powers'
      ? `the ${parameters[0]}-th powers`
      : `the numbers ${over('/')} for k >= 1`);
  return {
    ...{ words, term: over('/') },
    code: valuesOf(over('/'), over('//').replaceAll('^', '**')),
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
