/**
 * The values that a solver reads below its own position: stored blocks first, then the parts that are solved and not
 * yet stored.
 */
import type { ColumnValues } from '../../columnar/layout.js';
import { intersect, lengthOf, type Range } from '../../common/range.js';
import { joinColumns, sliceColumn, type SolvedPart } from '../series/columns.js';

/** Reads final values below the position a solver has reached. */
export type ReadColumn = (range: Range) => Promise<ColumnValues>;

/** Values of a series below a frontier, wherever they are kept. */
export interface KeptValues {
  readonly frontier: number;
  read(range: Range): Promise<ColumnValues>;
  /** The natural piece to read that has a position. */
  partAt(position: number): Range;
  /** The same without the positions from `position` on. */
  below(position: number): KeptValues;
}

/** No values, of a series of which nothing is kept. */
export const NO_VALUES: KeptValues = {
  frontier: 0,
  read: ({ stop }) => Promise.reject(new RangeError(`no values below ${stop} are kept`)),
  partAt: (position) => {
    throw new RangeError(`position ${position} is not kept`);
  },
  below: () => NO_VALUES,
};

/** The final values below a position: those of a view, and parts solved since it was taken. */
export class LowerValues {
  #view: KeptValues;
  #pending: readonly SolvedPart[];

  constructor(view: KeptValues, pending: readonly SolvedPart[] = []) {
    this.#view = view;
    this.#pending = pending;
  }

  /** Takes note of a part that is not stored yet. */
  add(part: SolvedPart): void {
    this.#pending = [...this.#pending, part];
  }

  /** Goes on with a newer view; parts that it has are dropped. */
  advance(view: KeptValues): void {
    this.#view = view;
    this.#pending = this.#pending.filter(({ stop }) => stop > view.frontier);
  }

  /** The same values, or only those below `position`, where a part must end, to add other parts to. */
  fork(position = Infinity): LowerValues {
    return new LowerValues(
      this.#view.below(position),
      this.#pending.filter(({ stop }) => stop <= position),
    );
  }

  /** The values of a range in one run: bits, or integers of a width that fits all. */
  readonly read: ReadColumn = async (range) => {
    // Both are replaced while this waits, and only together do they have every position.
    const view = this.#view;
    const pending = this.#pending;
    if (range.stop <= view.frontier) return view.read(range);
    const stored = { start: range.start, stop: Math.max(range.start, view.frontier) };
    const runs: SolvedPart[] = [];
    if (lengthOf(stored) > 0) runs.push({ ...stored, values: await view.read(stored), methods: [] });
    let front = stored.stop;
    for (const part of pending) {
      // What the view has of a part stored meanwhile was read from the view.
      const rest = intersect(part, { start: front, stop: range.stop });
      if (lengthOf(rest) === 0) continue;
      runs.push({
        ...part,
        ...rest,
        values: sliceColumn(part.values, rest.start - part.start, lengthOf(rest)),
      });
      front = rest.stop;
    }
    return joinColumns(range, runs);
  };

  /** The natural piece to read that has a position. */
  partAt(position: number): Range {
    const { frontier } = this.#view;
    if (position < frontier) return this.#view.partAt(position);
    const part = this.#pending.find(({ start, stop }) => start <= position && position < stop);
    if (part === undefined) throw new Error(`position ${position} is not solved yet`);
    return { start: Math.max(part.start, frontier), stop: part.stop };
  }
}
