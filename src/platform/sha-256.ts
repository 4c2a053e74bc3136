/** SHA-256 (FIPS 180-4) where the platform has it only as a promise. Cost: some 5 ns a byte. */
import type { Hash } from './contract.js';

const BLOCK = 64;

/** The first 32 bits of the fractional parts of the square roots (`root` 2) or cube roots (3) of the first primes. */
function fractions(count: number, root: 2 | 3): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Uint32Array.from(primes, (prime) => {
    // The integer root of p 2^(32 root), by halving: its last 32 bits are those wanted.
    const scaled = BigInt(prime) << BigInt(32 * root);
    let low = 0n;
    let high = 1n << 37n;
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** BigInt(root) <= scaled) low = middle;
      else high = middle;
    }
    return Number(low & 0xffff_ffffn);
  });
}

const ROUNDS = fractions(64, 3);
const START = fractions(8, 2);

const turned = (x: number, bits: number): number => (x >>> bits) | (x << (32 - bits));

export class Sha256 implements Hash {
  readonly #state = Int32Array.from(START);
  readonly #words = new Int32Array(64);
  readonly #rest = new Uint8Array(BLOCK);
  /** Bytes so far, the last `#length % BLOCK` of which are in `#rest`. */
  #length = 0;

  update(data: Uint8Array | string): this {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
    let at = 0;
    const open = this.#length % BLOCK;
    this.#length += bytes.length;
    if (open > 0) {
      at = Math.min(BLOCK - open, bytes.length);
      this.#rest.set(bytes.subarray(0, at), open);
      if (open + at < BLOCK) return this;
      this.#compress(this.#rest, 0);
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) this.#compress(bytes, at);
    this.#rest.set(bytes.subarray(at));
    return this;
  }

  hex(): string {
    const length = this.#length;
    const end = new Uint8Array((length % BLOCK < BLOCK - 8 ? BLOCK : 2 * BLOCK) - (length % BLOCK));
    end[0] = 0x80;
    new DataView(end.buffer).setBigUint64(end.length - 8, 8n * BigInt(length));
    this.update(end);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  /** Takes in the block of `bytes` that begins at `at`. */
  #compress(bytes: Uint8Array, at: number): void {
    const w = this.#words;
    for (let i = 0; i < 16; i++) {
      const j = at + 4 * i;
      w[i] = (bytes[j] << 24) | (bytes[j + 1] << 16) | (bytes[j + 2] << 8) | bytes[j + 3];
    }
    for (let i = 16; i < 64; i++) {
      const s0 = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    const state = this.#state;
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }
}
