/**
 * Joins solved pieces into blocks. A short last block is folded into the first new one, so at most one block of a series is ever
 * short.
 */
import type { ColumnValues } from '../../columnar/layout.js';
import type { Rule } from '../../game/rules.js';
import type { Range } from '../../common/range.js';
import type { BlockRecord } from '../../store/records.js';
import type { NewBlock } from '../../store/block-store.js';
import { countsOf, joinParts, type SolvedPart } from '../series/columns.js';

/** A block ready to be stored, and the stored block that it replaces. */
export interface AssembledBlock {
  readonly block: NewBlock;
  readonly replaces: BlockRecord | undefined;
}

export class BlockAssembler {
  readonly #rule: Rule;
  readonly #blockLength: number;
  #parts: SolvedPart[] = [];
  #replaces: BlockRecord | undefined;
  #coldBefore: number;

  /**
   * `blockLength` is a multiple of 64. If `last`, the last stored block with its values, is short, the first new block starts with
   * it.
   */
  constructor(rule: Rule, blockLength: number, last?: { block: BlockRecord; values: ColumnValues }) {
    this.#rule = rule;
    this.#blockLength = blockLength;
    this.#coldBefore = last === undefined ? 0 : last.block.coldBefore + last.block.coldCount;
    if (last !== undefined && isShort(last.block, blockLength)) {
      this.#replaces = last.block;
      this.#coldBefore = last.block.coldBefore;
      this.#parts.push({ ...last.block, values: last.values });
    }
  }

  /** Adds a part that crosses no multiple of the block length. Returns a block that it completes. */
  add(part: SolvedPart): AssembledBlock | undefined {
    this.#parts.push(part);
    return part.stop % this.#blockLength === 0 ? this.#finish() : undefined;
  }

  /** Returns a block of the parts added since the last one, if any. */
  flush(): AssembledBlock | undefined {
    const isOnlyOld = this.#parts.length === 1 && this.#replaces !== undefined;
    return this.#parts.length === 0 || isOnlyOld ? undefined : this.#finish();
  }

  #finish(): AssembledBlock {
    const part = joinParts(this.#parts);
    const counts = countsOf(part.values, this.#rule);
    const block = { ...part, ...counts, coldBefore: this.#coldBefore };
    const replaces = this.#replaces;
    this.#parts = [];
    this.#replaces = undefined;
    this.#coldBefore += counts.coldCount;
    return { block, replaces };
  }
}

/** Whether the next block absorbs this one: it ends before a full block, or where no block may start. */
function isShort({ start, stop }: Range, blockLength: number): boolean {
  return stop % blockLength !== 0 && (stop - start < blockLength || stop % 64 !== 0);
}
