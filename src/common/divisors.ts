/** Common divisors and prime factors of positive integers. */

/** Returns the greatest common divisor; gcd(a, 0) = a. */
export function gcd(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b];
  return a;
}

/** Returns the least common multiple of two positive integers. */
export function lcm(a: number, b: number): number {
  return (a / gcd(a, b)) * b;
}

/** Returns the primes that divide a positive integer, each once. */
export function primeFactors(n: number): number[] {
  const primes: number[] = [];
  let rest = n;
  for (let p = 2; p * p <= rest; p++) {
    if (rest % p !== 0) continue;
    primes.push(p);
    while (rest % p === 0) rest /= p;
  }
  return rest > 1 ? [...primes, rest] : primes;
}
