/** Work begun ahead: order, how much is under way, and errors in their turn. */
import { describe, expect, it } from 'vitest';
import { gathered, inOrder } from '../../src/common/ahead.js';

/** A `begin` whose results come when they are let go, and the items begun so far. */
function controlled(): { begin: (item: number) => Promise<string>; begun: number[]; letGo: () => void } {
  const begun: number[] = [];
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const begin = async (item: number): Promise<string> => {
    begun.push(item);
    // Later items are ready sooner.
    await gate;
    for (let turns = 10 - item; turns > 0; turns--) await Promise.resolve();
    return `result ${item}`;
  };
  return { begin, begun, letGo };
}

describe('inOrder', () => {
  it.each([0, 1, 3, 20])('gives every item its result in order, at most %i ahead', async (ahead) => {
    const { begin, begun, letGo } = controlled();
    letGo();
    const seen: [number, string][] = [];
    for await (const [item, result] of inOrder([0, 1, 2, 3, 4, 5, 6], ahead, begin)) {
      seen.push([item, result]);
      expect(begun.length).toBe(Math.min(7, item + 1 + ahead));
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6].map((item) => [item, `result ${item}`]));
  });

  it('begins the next ones before the first is done', async () => {
    const { begin, begun, letGo } = controlled();
    const first = inOrder([0, 1, 2, 3], 2, begin).next();
    await Promise.resolve();
    expect(begun).toEqual([0, 1, 2]);
    letGo();
    expect((await first).value).toEqual([0, 'result 0']);
  });

  it('raises an error in its turn, and none when the consumer has stopped before', async () => {
    const begin = (item: number): Promise<number> =>
      item === 2 ? Promise.reject(new Error('no 2')) : Promise.resolve(item);
    const seen: number[] = [];
    const consume = async (): Promise<void> => {
      for await (const [item] of inOrder([0, 1, 2, 3], 3, begin)) seen.push(item);
    };
    await expect(consume()).rejects.toThrow('no 2');
    expect(seen).toEqual([0, 1]);
    for await (const [item] of inOrder([0, 1, 2, 3], 3, begin)) if (item === 1) break;
  });
});

describe('gathered', () => {
  /** Yields 0, 1, ... below `stop`, and then raises; tells what was asked of it. */
  async function* numbers(stop: number, asked: number[]): AsyncGenerator<number, void, undefined> {
    try {
      for (let i = 0; i < stop; i++) {
        asked.push(i);
        await Promise.resolve();
        yield i;
      }
      throw new Error(`no ${stop}`);
    } finally {
      asked.push(-1);
    }
  }
  /** Lets everything happen that waits for nothing else. */
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it.each([1, 2, 3, 20])(
    'gives lists of what came meanwhile, at most %i, and then the error',
    async (most) => {
      const asked: number[] = [];
      const lists: number[][] = [];
      const consume = async (): Promise<void> => {
        for await (const list of gathered(numbers(7, asked), most)) {
          lists.push(list);
          await settle();
          expect(asked.length).toBeLessThanOrEqual(lists.flat().length + most + 2);
        }
      };
      await expect(consume()).rejects.toThrow('no 7');
      expect(lists.flat()).toEqual([0, 1, 2, 3, 4, 5, 6]);
      expect(lists[0]).toEqual([0]);
      expect(Math.max(...lists.map(({ length }) => length))).toBe(Math.min(most, 6));
    },
  );

  it('ends its source where the consumer stops, and asks it for nothing more', async () => {
    const asked: number[] = [];
    for await (const list of gathered(numbers(100, asked), 3)) if (list.includes(0)) break;
    expect(asked.at(-1)).toBe(-1);
    expect(asked.length).toBeLessThan(5);
  });
});
