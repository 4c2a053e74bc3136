/** Parses formulas: sums, products and powers of letters and whole numbers, optionally divided by numbers. */

/** A polynomial in single letters: the factor of each product of letters, `kk` for k^2, over a common divisor of at least 1. */
export interface Formula {
  readonly terms: ReadonlyMap<string, bigint>;
  readonly divisor: bigint;
}

/** Limits of exponents and degrees, terms, numbers, and signs of the text. They bound the cost of products. */
const MAX_DEGREE = 52;
const MAX_TERMS = 128;
const MAX_NUMBER = 2n ** 128n;
const MAX_SIGNS = 1000;

class NoFormula extends Error {}

/**
 * Parses a formula such as `2k^2 + 3k`, `k(k+1)(k+2)/6` or `c-2*b+1` into lowest terms. Undefined for other texts, beyond the
 * limits, and if a divisor has letters or an ambiguous end, as in `k/2k`.
 */
export function parseFormula(text: string): Formula | undefined {
  // A space inside a number is ambiguous.
  if (/[^\sa-z\d^*/+()-]|\d\s+\d/.test(text)) return undefined;
  const signs = text.match(/\d+|\*\*|\S/g) ?? [];
  if (signs.length > MAX_SIGNS) return undefined;
  let at = 0;

  const takes = (...wanted: readonly string[]): boolean => {
    const isNext = wanted.includes(signs[at]);
    if (isNext) at++;
    return isNext;
  };

  const sum = (): Formula => {
    let total: Formula = { terms: new Map(), divisor: 1n };
    let sign = takes('-') ? -1n : 1n;
    if (sign === 1n) takes('+');
    for (;;) {
      total = plus(total, times(product(), number(sign)));
      if (takes('+')) sign = 1n;
      else if (takes('-')) sign = -1n;
      else return total;
    }
  };

  const product = (): Formula => {
    let total = power();
    let isDivided = false;
    for (;;) {
      if (takes('*')) total = times(total, power());
      else if (takes('/')) {
        total = over(total, power());
        isDivided = true;
      } else if (signs[at] === '(' || isLetterAfterFactor()) {
        if (isDivided) throw new NoFormula();
        total = times(total, power());
      } else return total;
    }
  };

  /** 2k and (k+1)k are products; words and k^2k are not. */
  const isLetterAfterFactor = (): boolean =>
    /^[a-z]$/.test(signs[at] ?? '') && /[\d)]$/.test(signs[at - 1]) && !['^', '**'].includes(signs[at - 2]);

  const power = (): Formula => {
    const base = primary();
    if (!takes('^', '**')) return base;
    const exponent = Number(signs[at++] ?? NaN);
    if (!(exponent <= MAX_DEGREE)) throw new NoFormula();
    let total = number(1n);
    for (let i = 0; i < exponent; i++) total = times(total, base);
    return total;
  };

  const primary = (): Formula => {
    if (takes('(')) {
      const inside = sum();
      if (!takes(')')) throw new NoFormula();
      return inside;
    }
    const sign = signs[at++] ?? '';
    if (/^\d/.test(sign) && sign.length < 50) return number(BigInt(sign));
    if (/^[a-z]/.test(sign)) return { terms: new Map([[sign, 1n]]), divisor: 1n };
    throw new NoFormula();
  };

  try {
    const formula = sum();
    return at === signs.length ? formula : undefined;
  } catch (error) {
    if (error instanceof NoFormula) return undefined;
    throw error;
  }
}

function number(value: bigint): Formula {
  return { terms: new Map([['', value]]), divisor: 1n };
}

function plus(a: Formula, b: Formula): Formula {
  const terms = new Map<string, bigint>();
  const add = (letters: string, factor: bigint): void => {
    terms.set(letters, (terms.get(letters) ?? 0n) + factor);
  };
  for (const [letters, factor] of a.terms) add(letters, factor * b.divisor);
  for (const [letters, factor] of b.terms) add(letters, factor * a.divisor);
  return reduced(terms, a.divisor * b.divisor);
}

function times(a: Formula, b: Formula): Formula {
  const terms = new Map<string, bigint>();
  for (const [lettersOfA, factorOfA] of a.terms) {
    for (const [lettersOfB, factorOfB] of b.terms) {
      const letters = Array.from(lettersOfA + lettersOfB)
        .sort()
        .join('');
      if (letters.length > MAX_DEGREE) throw new NoFormula();
      terms.set(letters, (terms.get(letters) ?? 0n) + factorOfA * factorOfB);
    }
  }
  if (terms.size > MAX_TERMS) throw new NoFormula();
  return reduced(terms, a.divisor * b.divisor);
}

/** Divides a formula by another, which must be a number. */
function over(a: Formula, { terms, divisor }: Formula): Formula {
  const value = terms.get('') ?? 0n;
  if (value <= 0n || terms.size > 1) throw new NoFormula();
  return times(a, { terms: new Map([['', divisor]]), divisor: value });
}

/** Reduces a fraction to lowest terms and drops zero terms. */
function reduced(terms: ReadonlyMap<string, bigint>, divisor: bigint): Formula {
  const left = [...terms].filter(([, factor]) => factor !== 0n);
  const common = left.reduce((sofar, [, factor]) => gcd(sofar, factor), divisor);
  if (divisor > MAX_NUMBER || left.some(([, factor]) => factor > MAX_NUMBER || -factor > MAX_NUMBER))
    throw new NoFormula();
  return {
    terms: new Map(left.map(([letters, factor]) => [letters, factor / common])),
    divisor: divisor / common,
  };
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}
