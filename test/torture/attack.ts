/**
 * What an attack is: one way to harm a store, as a record, and the trial in which it runs. Everything it does follows
 * from the seed and the size, so that a failure can be had again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../src/common/errors.js';
import { randomStream } from '../../src/common/random.js';
import { REPLAY, SEED } from '../support/seed.js';

/** How much of an attack is run: in its own file, or in `npm run test:long`. */
export type Size = 'short' | 'whole';

/** One way to harm a store. */
export interface Attack {
  readonly name: string;
  /** The promises of docs/RELIABILITY.md that it attacks. */
  readonly promises: readonly string[];
  /** How much of it to do, in `unit`s: in short, 0 for none, and in the long suite. */
  readonly short: number;
  readonly whole: number;
  readonly unit: string;
  /** Why it cannot be run on this machine; undefined where it can. */
  readonly missing?: () => string | undefined;
  readonly run: (trial: Trial) => Promise<void>;
}

/** Minutes that an attack may take; what is left of it then is not done, and its counts say so. */
const MOST_MINUTES = Number(process.env['TAKEAWAY_TORTURE_MINUTES'] ?? Infinity);

/** More failures than this tell nothing new. */
const MOST_FAILURES = 20;

/** A run of an attack: its size, its chance, and what it has seen. */
export class Trial {
  readonly size: number;
  readonly counts = new Map<string, number>();
  readonly failures: string[] = [];
  /** How much was to be done, and how much of it there was time for. */
  planned = 0;
  done = 0;
  readonly #random: () => number;
  readonly #end = performance.now() + MOST_MINUTES * 60_000;

  constructor(attack: Attack, size: Size) {
    this.size = attack[size];
    // Attacks do not change each other's chance.
    const salt = Array.from(attack.name).reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) | 0, 7);
    this.#random = randomStream(SEED ^ salt);
  }

  /** A number 0 <= r < 1. */
  random = (): number => this.#random();

  /** An integer 0 <= n < `bound`. */
  below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  /** One of some things. */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)];
  }

  /** At most `most` of some things, in random order: all of them where they are not more. */
  sample<Item>(items: readonly Item[], most: number): Item[] {
    const shuffled = [...items];
    const count = Math.min(most, items.length);
    for (let i = 0; i < count; i++) {
      const j = i + this.below(items.length - i);
      [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
    }
    return shuffled.slice(0, count);
  }

  /** Some things to do, one after the other, until the time is over. */
  *inTime<Item>(items: Iterable<Item>): Generator<Item, void, undefined> {
    for (const item of items) {
      this.planned++;
      if (performance.now() > this.#end) continue;
      this.done++;
      yield item;
    }
  }

  count(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times);
  }

  /** Notes a failure; raises when there are too many. */
  fail(what: string, problem: string): void {
    this.failures.push(`${what}: ${problem} (${REPLAY})`);
    // At once: a whole run takes long.
    process.stderr.write(`${this.failures.at(-1)}\n`);
    if (this.failures.length >= MOST_FAILURES) throw new Error(this.failures.join('\n'));
  }

  /**
   * Runs one case of the attack, in an empty folder of its own: what it raises is a failure, after which the attack
   * goes on.
   */
  async attempt(what: string, action: (folder: string) => Promise<void>): Promise<void> {
    const failed = this.failures.length;
    const folder = mkdtempSync(join(tmpdir(), 'takeaway-test-'));
    try {
      await action(folder);
    } catch (error) {
      if (this.failures.length >= MOST_FAILURES) throw error;
      this.fail(what, messageOf(error));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    if (this.failures.length === failed) this.count('held');
  }
}
