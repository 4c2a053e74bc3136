/** Space handed out in a kernel memory, and what is said where it ends. */
import { describe, expect, it } from 'vitest';
import { TakeawayError } from '../../src/common/errors.js';
import { Arena } from '../../src/kernel/arena.js';

describe('an arena', () => {
  const memory = { buffer: new ArrayBuffer(0), grow: () => 0 };

  it('hands out aligned space', () => {
    const arena = new Arena(memory, 1);
    expect([arena.take(1), arena.take(65), arena.next]).toEqual([64, 128, 256]);
  });

  it('says what helps when 32 bits cannot address more', () => {
    const arena = new Arena(memory, 64);
    expect(() => arena.take(2 ** 32)).toThrow(TakeawayError);
    expect(() => new Arena(memory, 64).take(2 ** 32)).toThrow(/choose another method/);
  });
});
