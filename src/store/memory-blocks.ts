/**
 * A store in memory, with the rows that a catalog would have. A block has no file; the digest of its values stands for the file's.
 */
import { fail, failure, FAULT } from '../common/errors.js';
import { lengthOf } from '../common/range.js';
import { sha256 } from '../common/sha256.js';
import { byteLength, sliceColumn, valueAt, type ColumnValues, type SeriesName } from '../columnar/layout.js';
import type { Periods } from '../game/periods.js';
import type { AggregateKey } from './aggregates.js';
import { BlockCache } from './block-cache.js';
import type { NewAddition } from './block-store.js';
import type { Blocks } from './blocks.js';
import { BlockIndex } from './catalog/block-index.js';
import { BLOCK, blockName, periodOf, rowOfBlock, unsound, withDigest, SERIES } from './catalog/rows.js';
import { blockFileName } from './files/store-folder.js';
import {
  keyOfBlock,
  type BlockRecord,
  type GameSnapshot,
  type SeriesSnapshot,
  type StoredGame,
  type StoredSeries,
} from './records.js';
import { rowsIn, type SeriesRows } from './series-rows.js';

/** Maximum number of results of analyses. */
const MAX_AGGREGATES = 2 ** 12;
/** Bytes of values that can be read again from their origin. */
const CACHE_BYTES = 2 ** 26;

/** Reads and checks the values of a block that are stored elsewhere. */
export type ReadValues = () => Promise<ColumnValues>;

/** A series with its blocks, which cover all positions below its frontier. */
interface KeptSeries {
  readonly id: number;
  readonly gameKey: string;
  readonly name: SeriesName;
  /** Increasing. */
  readonly blocks: BlockRecord[];
  readonly index: BlockIndex;
}

export class MemoryBlocks implements Blocks {
  /** Stands for the folder in messages. */
  readonly root: string;
  readonly hasFiles = false;
  commits = 0;
  readonly #definitions = new Map<string, string>();
  readonly #periods = new Map<string, Periods>();
  readonly #series: KeptSeries[] = [];
  readonly #values = new Map<string, ColumnValues | ReadValues>();
  readonly cache = new BlockCache(CACHE_BYTES);
  readonly #aggregates = new Map<string, string>();

  constructor(root: string) {
    this.root = root;
  }

  readonly catalog: Blocks['catalog'] = {
    game: (key): GameSnapshot => ({ series: this.#seriesOf(key), periods: this.catalog.periods(key) }),
    games: (key): StoredGame[] =>
      [...new Set(this.#seriesOf(key).map(({ gameKey }) => gameKey))].map((gameKey) => ({
        key: gameKey,
        definition: this.#definitions.get(gameKey) ?? gameKey,
      })),
    soundSeries: (key) => this.#seriesOf(key),
    inReadTransaction: (query) => query(),
    requireRelated: () => undefined,
    snapshot: (key): SeriesSnapshot[] =>
      this.#kept(key).map((series) => ({
        ...withDigest(SERIES, storedOf(series)),
        blocks: series.blocks.map((block) => ({
          ...block,
          digest: withDigest(BLOCK, rowOfBlock(block)).digest,
        })),
      })),
    periods: (key) => this.#periods.get(key) ?? {},
    allPeriods: (key) => (key === undefined ? this.#periods : new Map([[key, this.catalog.periods(key)]])),
    putPeriods: (key, periods) => {
      if (Object.keys(periods).length === 0) return;
      this.#periods.set(key, { ...this.#periods.get(key), ...periods });
      this.commits++;
    },
  };

  readonly aggregates: Blocks['aggregates'] = {
    get: (key) => this.#aggregates.get(nameOf(key)),
    set: (key, text) => {
      if (this.#aggregates.size >= MAX_AGGREGATES) this.#aggregates.clear();
      this.#aggregates.set(nameOf(key), text);
    },
  };

  /** States of long periods need files. */
  readonly states: Blocks['states'] = { has: () => false, read: () => Promise.resolve(undefined) };

  index(seriesId: number): BlockIndex {
    return this.#series[seriesId - 1].index;
  }

  /** Returns the values of a block. If it was folded into a longer one after the caller's view, reads that one. */
  async values(block: BlockRecord): Promise<ColumnValues> {
    const { seriesId, start, stop } = block;
    const key = keyOfBlock(block);
    const values = this.#values.get(key);
    if (typeof values === 'function') return this.cache.getOrLoad(key, values);
    if (values !== undefined) return values;
    const successor = this.index(seriesId).at(start);
    const longer = this.#values.get(keyOfBlock(successor));
    if (longer !== undefined && successor.start === start && successor.stop >= stop) {
      return sliceColumn(await this.values(successor), 0, stop - start);
    }
    fail('internal', FAULT, { reason: 'A block in memory has no values' });
  }

  async valuesAt(block: BlockRecord, places: readonly number[]): Promise<readonly number[]> {
    const values = await this.values(block);
    return places.map((place) => valueAt(values, place));
  }

  /** Returns everything stored: each series with the raw values of its blocks, or functions that read them from elsewhere. */
  contents(): (readonly [rows: SeriesRows, values: readonly (Uint8Array | ReadValues)[]])[] {
    return rowsIn(this.catalog).map((rows) => {
      const values = rows.series.blocks.map((block) => {
        const held = this.#values.get(keyOfBlock(block))!;
        return typeof held === 'function' ? held : held.bytes;
      });
      return [rows, values];
    });
  }

  /**
   * Adds a series of sound rows (`soundRows`), unless part of it is stored here. Raises `corrupt`, and adds nothing, if `values` do
   * not match their blocks. Cost: a SHA-256 of all values given as bytes.
   */
  adopt({ game, series, periods }: SeriesRows, values: readonly (Uint8Array | ReadValues)[]): void {
    const { id, frontier } = this.seriesToExtend(series.gameKey, game.definition, series.name);
    if (frontier > 0) return;
    const columns = series.blocks.map((block, i) => {
      const { width, valuesSha256 } = block;
      const bytes = values[i];
      if (typeof bytes === 'function') return bytes;
      const length = lengthOf(block);
      const size = byteLength(width, length);
      const digest = sha256(bytes);
      if (bytes.length === size && digest === valuesSha256) return { width, length, bytes };
      throw unsound({ subject: blockName(series, block), problem: 'has other values than its row says' });
    });
    for (const [i, block] of series.blocks.entries()) this.#add({ ...block, seriesId: id }, columns[i]);
    this.catalog.putPeriods(
      series.gameKey,
      Object.fromEntries(periods.map((row) => [row.quantity, periodOf(row)])),
    );
    this.commits++;
  }

  checkSeries(): void {
    // Memory needs no check.
  }

  seriesToExtend(gameKey: string, definition: string, name: SeriesName): StoredSeries {
    this.#definitions.set(gameKey, definition);
    const known = this.#series.find((series) => series.gameKey === gameKey && series.name === name);
    if (known !== undefined) return storedOf(known);
    const blocks: BlockRecord[] = [];
    const index = new BlockIndex(
      ({ start, stop }, limit) =>
        blocks.filter((block) => block.start < stop && block.stop > start).slice(0, limit),
      (position) =>
        failure('internal', FAULT, { reason: `${gameKey} (${name}) has no block with position ${position}` }),
    );
    const series = { id: this.#series.length + 1, gameKey, name, blocks, index };
    this.#series.push(series);
    return storedOf(series);
  }

  append(additions: readonly NewAddition[]): Promise<BlockRecord[]> {
    const records = additions.map(({ series: { id, gameKey }, block, replaces, periods = {} }) => {
      const { values, ...facts } = block;
      const digest = sha256(values.bytes);
      const record: BlockRecord = {
        ...facts,
        seriesId: id,
        file: blockFileName(block, digest),
        bytes: values.bytes.length,
        ...{ sha256: digest, valuesSha256: digest, encoding: 'none', valuesOffset: 0, width: values.width },
      };
      if (replaces !== undefined) {
        this.#series[id - 1].blocks.pop();
        this.#values.delete(keyOfBlock(replaces));
        this.cache.delete(keyOfBlock(replaces));
      }
      this.#add(record, values);
      this.catalog.putPeriods(gameKey, periods);
      return record;
    });
    this.commits++;
    return Promise.resolve(records);
  }

  #add(record: BlockRecord, values: ColumnValues | ReadValues): void {
    const { blocks, index } = this.#series[record.seriesId - 1];
    blocks.push(record);
    index.add(record);
    this.#values.set(keyOfBlock(record), values);
  }

  #kept(gameKey: string | undefined): KeptSeries[] {
    return this.#series.filter(
      ({ gameKey: key, blocks }) => blocks.length > 0 && (gameKey === undefined || key === gameKey),
    );
  }

  #seriesOf(gameKey?: string): StoredSeries[] {
    return this.#kept(gameKey).map(storedOf);
  }
}

function storedOf({ id, gameKey, name, blocks }: KeptSeries): StoredSeries {
  return { id, gameKey, name, frontier: blocks.at(-1)?.stop ?? 0 };
}

function nameOf({ source, start, stop, name }: AggregateKey): string {
  return JSON.stringify([source, start, stop, name]);
}
