/**
 * What DuckDB's vectors keep to themselves: how much memory a value takes as JavaScript has it, told before it is made, as a
 * single one can be larger than all memory; and letting go of the values that they were asked for.
 */
import type * as DuckDB from '@duckdb/node-api';

/** Bytes that a value takes at least: a number and its place. */
const LEAST = 16;
/** Bytes of an entry of a vector of texts: its length comes first. */
const TEXT_ENTRY = 16;

/** Parts of vectors that their classes keep to themselves. */
interface Inner {
  readonly validity: { itemValid(index: number): boolean };
  readonly dataView: DataView;
  readonly itemCache?: unknown[];
  readonly listVector: DuckDB.DuckDBListVector;
  readonly structVector?: DuckDB.DuckDBStructVector;
  readonly entryVectors?: readonly DuckDB.DuckDBVector[];
  readonly childData: DuckDB.DuckDBVector;
  readonly arrayType: DuckDB.DuckDBArrayType;
}

/** The weight of the value at an index of a vector, in bytes; not told further than beyond `most`. */
export type Weigh = (index: number, most: number) => number;

/** What weighs the values of a vector; a number where all of them weigh the same. */
export function weighing(duckdb: typeof DuckDB, vector: DuckDB.DuckDBVector): Weigh | number {
  const inner = vector as unknown as Inner;
  const texts = [duckdb.DuckDBVarCharVector, duckdb.DuckDBBlobVector, duckdb.DuckDBBitVector];
  if (
    [...texts, duckdb.DuckDBBigNumVector, duckdb.DuckDBGeometryVector].some((one) => vector instanceof one)
  ) {
    return (index) =>
      inner.validity.itemValid(index) ? LEAST + inner.dataView.getUint32(index * TEXT_ENTRY, true) : LEAST;
  }
  if (vector instanceof duckdb.DuckDBMapVector) return weighing(duckdb, inner.listVector);
  if (vector instanceof duckdb.DuckDBUnionVector || vector instanceof duckdb.DuckDBVariantVector) {
    return weighing(duckdb, inner.structVector!);
  }
  if (vector instanceof duckdb.DuckDBListVector) {
    const ofElement = weighing(duckdb, vector.childVector);
    return (index, most) =>
      inner.validity.itemValid(index)
        ? sum(ofElement, vector.getEntryOffset(index), vector.getEntryLength(index), most)
        : LEAST;
  }
  if (vector instanceof duckdb.DuckDBArrayVector) {
    const ofElement = weighing(duckdb, inner.childData);
    const { length } = inner.arrayType;
    return (index, most) => sum(ofElement, index * length, length, most);
  }
  if (vector instanceof duckdb.DuckDBStructVector) {
    const parts = inner.entryVectors!.map((part) => weighing(duckdb, part));
    return (index, most) => {
      let weight = LEAST;
      for (const part of parts) {
        weight += typeof part === 'number' ? part : part(index, most);
        if (weight > most) break;
      }
      return weight;
    };
  }
  return LEAST;
}

function sum(ofElement: Weigh | number, first: number, length: number, most: number): number {
  if (typeof ofElement === 'number') return LEAST + length * ofElement;
  let weight = LEAST;
  for (let i = first; i < first + length && weight <= most; i++) weight += ofElement(i, most);
  return weight;
}

/** Drops the values that a vector keeps of those that it was asked for. */
export function forget(vector: DuckDB.DuckDBVector): void {
  const { itemCache, structVector, entryVectors = [] } = vector as unknown as Partial<Inner>;
  if (itemCache !== undefined) itemCache.length = 0;
  if (structVector !== undefined) forget(structVector);
  entryVectors.forEach(forget);
}
