/** Whether a number is prime, by the test of Miller and Rabin in plain numbers: exact products of numbers up to 2^53. */

/** Bases that together leave no composite number below 3.4e14, and below 2^64 (Jaeschke 1993; Sinclair 2011). */
const BASES_BELOW_JAESCHKE = [2, 3, 5, 7, 11, 13, 17];
const JAESCHKE = 341_550_071_728_321;
const BASES = [2, 325, 9375, 28_178, 450_775, 9_780_504, 1_795_265_022];

/** Whether n is prime: odd, above all bases and at most 2^53. Cost: some 50 products modulo n, and of a prime seven times as many. */
export function isPrime(n: number): boolean {
  // n - 1 = odd * 2^twos
  let odd = n - 1;
  let twos = 0;
  for (; odd % 2 === 0; odd /= 2) twos++;
  return (n < JAESCHKE ? BASES_BELOW_JAESCHKE : BASES).every((base) => isProbable(n, base, odd, twos));
}

/** Whether n may be prime: base^odd is 1 or -1 modulo n, or becomes -1 when it is squared fewer than `twos` times. */
function isProbable(n: number, base: number, odd: number, twos: number): boolean {
  let power = 1;
  for (let square = base, left = odd; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = product(power, square, n);
    square = product(square, square, n);
  }
  if (power === 1 || power === -1) return true;
  for (let i = 1; i < twos; i++) {
    power = product(power, power, n);
    if (power === -1) return true;
  }
  return false;
}

/**
 * a b modulo n, with -n / 2 < a b mod n < n / 2, of a and b that lie there too: the quotient is then below 2^51 and right to
 * within one, so that what is left is below 2^53 and exact.
 */
function product(a: number, b: number, n: number): number {
  const high = a * b;
  const quotient = Math.round(high / n);
  const multiple = quotient * n;
  const rest = high - multiple + (roundedOff(a, b, high) - roundedOff(quotient, n, multiple));
  return rest > n / 2 ? rest - n : rest < -n / 2 ? rest + n : rest;
}

/** What a product has lost by rounding, exactly: the factors are split into halves of 26 bits (Dekker 1971). */
function roundedOff(a: number, b: number, rounded: number): number {
  const aSplit = 134_217_729 * a;
  const aHigh = aSplit - (aSplit - a);
  const aLow = a - aHigh;
  const bSplit = 134_217_729 * b;
  const bHigh = bSplit - (bSplit - b);
  const bLow = b - bHigh;
  return aHigh * bHigh - rounded + aHigh * bLow + aLow * bHigh + aLow * bLow;
}
