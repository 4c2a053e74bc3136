/** Values of a part against the definition: the last one is always among the sampled ones. */
import { describe, expect, it } from 'vitest';
import { contradictionIn } from '../../../src/engine/extending/checks.js';
import { nimValuesByDefinition } from '../../../src/game/definition.js';
import { readGame } from '../../../src/index.js';
import { columnFor } from '../../support/store.js';

const STOP = 1000;
const squares = readGame('squares');
const nim = nimValuesByDefinition(squares.set, STOP);

/** What one sample of a part that begins at 500 finds. */
function found(values: readonly number[]): Promise<string | undefined> {
  const part = { start: 500, stop: STOP, values: columnFor('nim', values.slice(500)) };
  const whole = { start: 0, stop: STOP };
  const lower = { partAt: () => whole, read: () => Promise.resolve(columnFor('nim', values)) };
  return contradictionIn(squares, 'nim', part, lower, 1, () => 0);
}

describe('a single sample', () => {
  it('is the last position', async () => {
    expect(await found(nim)).toBeUndefined();
    expect(await found(nim.with(STOP - 1, 40))).toContain(`position ${STOP - 1} is`);
    expect(await found(nim.with(STOP - 2, 40))).toBeUndefined();
  });
});
