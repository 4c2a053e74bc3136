/** The index of a series' blocks: what it remembers beside a writer that folds and adds blocks. */
import { describe, expect, it } from 'vitest';
import { BlockIndex } from '../../src/store/catalog/block-index.js';
import type { BlockRecord } from '../../src/store/records.js';

const block = (start: number, stop: number): BlockRecord => ({ start, stop }) as BlockRecord;
const gapAt = (position: number): Error => new Error(`gap at ${position}`);

/** An index over rows that a test may replace, as a writer does. */
function indexOver(rows: BlockRecord[]): { readonly index: BlockIndex; readonly rows: BlockRecord[] } {
  const lookUp = ({ start, stop }: { start: number; stop: number }, limit: number): BlockRecord[] =>
    rows.filter((row) => row.stop > start && row.start < stop).slice(0, limit);
  return { index: new BlockIndex(lookUp, gapAt), rows };
}

describe('the index of blocks', () => {
  it('reads across a remembered block that a writer has folded into a longer one', () => {
    const { index, rows } = indexOver([block(0, 128), block(128, 200)]);
    expect(index.over({ start: 0, stop: 200 })).toEqual([block(0, 128), block(128, 200)]);
    rows.splice(1, 1, block(128, 256), block(256, 300));
    expect(index.over({ start: 0, stop: 300 })).toEqual([block(0, 128), block(128, 256), block(256, 300)]);
    expect(index.at(150)).toEqual(block(128, 256));
  });

  it('names the first position that no block holds', () => {
    const { index } = indexOver([block(0, 128), block(192, 256)]);
    expect(() => index.over({ start: 0, stop: 256 })).toThrow('gap at 128');
    expect(() => index.at(130)).toThrow('gap at 130');
  });
});
