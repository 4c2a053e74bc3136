/** The two sides of the platform give the same. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { randomStream } from '../../src/common/random.js';
import { platform as browser } from '../../src/platform/browser.js';
import { platform as node } from '../../src/platform/node.js';
import { REPLAY, SEED } from '../support/seed.js';

describe('a browser', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('has threads where memory is shared and a worker may begin others', () => {
    vi.stubGlobal('crossOriginIsolated', true);
    vi.stubGlobal('navigator', { hardwareConcurrency: 4 });
    vi.stubGlobal('Worker', undefined);
    expect(browser.threads).toBe(1);
    vi.stubGlobal('Worker', () => undefined);
    expect(browser.threads).toBe(4);
    vi.stubGlobal('crossOriginIsolated', false);
    expect(browser.threads).toBe(1);
  });
});

describe('both sides of the platform', () => {
  it('hash alike, whatever the pieces', () => {
    const random = randomStream(SEED);
    // Every length around one block and two, and a long one.
    for (const length of [...Array.from({ length: 140 }, (_, i) => i), 100_003]) {
      const bytes = Uint8Array.from({ length }, () => Math.floor(random() * 256));
      const cut = Math.floor(random() * length);
      const [theirs, ours] = [node, browser].map(({ hash }) =>
        hash().update(bytes.subarray(0, cut)).update(bytes.subarray(cut)).hex(),
      );
      expect(ours, `${length} bytes, ${REPLAY}`).toBe(theirs);
    }
    // FIPS 180-4, appendix: "abc".
    expect(browser.hash().update('abc').hex()).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(browser.hash().update('é∞').hex()).toBe(node.hash().update('é∞').hex());
  });

  it('compare memory alike', () => {
    for (const [a, b] of [
      [[], []],
      [[1], []],
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
      [
        [1, 2, 3],
        [1, 2, 4],
      ],
      [
        [1, 2],
        [1, 2, 3],
      ],
    ]) {
      const [left, right] = [Uint8Array.from(a), Uint8Array.from(b)];
      expect(browser.sameBytes(left, right)).toBe(node.sameBytes(left, right));
    }
  });

  it('give way to what is due, in order', async () => {
    for (const { nextTurn } of [node, browser]) {
      const order: number[] = [];
      await Promise.all([1, 2, 3].map((turn) => nextTurn().then(() => order.push(turn))));
      expect(order).toEqual([1, 2, 3]);
    }
  });
});
