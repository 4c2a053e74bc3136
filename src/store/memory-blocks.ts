/**
 * Blocks in memory, for as long as the program runs: a store where there are no files. Rows are as those of a catalog, so that
 * whoever reads finds the same; a block has no file, and the digest of its values stands for that of one.
 */
import { failure } from '../common/errors.js';
import { lengthOf } from '../common/range.js';
import { sha256 } from '../common/sha256.js';
import { sliceColumn, type ColumnValues, type SeriesName } from '../columnar/layout.js';
import type { Periods } from '../game/periods.js';
import type { AggregateKey } from './aggregates.js';
import type { NewAddition } from './block-store.js';
import type { Blocks } from './blocks.js';
import { BlockIndex } from './catalog/block-index.js';
import { BLOCK, rowOfBlock, sealed, SERIES } from './catalog/rows.js';
import { blockFileName } from './files/block-files.js';
import {
  keyOfBlock,
  type BlockRecord,
  type GameSnapshot,
  type SeriesSnapshot,
  type StoredGame,
  type StoredSeries,
} from './records.js';

/** Results of analyses that are kept. */
const MOST_AGGREGATES = 2 ** 12;

/** A series as plain data, without its values: what a later program takes over (`MemoryBlocks.adopt`). */
export interface SeriesRows {
  readonly gameKey: string;
  readonly definition: string;
  readonly name: SeriesName;
  /** Those of the game. */
  readonly periods: Periods;
  /** Increasing, and all from 0 on. */
  readonly blocks: readonly BlockRecord[];
}

/** Gives the raw values of a block of rows that were adopted, checked against the row. */
export type ReadValues = (block: BlockRecord) => Promise<Uint8Array>;

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
  /** What stands for the folder. */
  readonly root: string;
  readonly hasFiles = false;
  /** How often something was stored. */
  commits = 0;
  readonly #definitions = new Map<string, string>();
  readonly #periods = new Map<string, Periods>();
  readonly #series: KeptSeries[] = [];
  readonly #values = new Map<string, ColumnValues>();
  /** Where the values of adopted blocks come from that nobody has asked for yet. */
  readonly #elsewhere = new Map<string, ReadValues>();
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
    requireRelated: () => undefined,
    snapshot: (key): SeriesSnapshot[] =>
      this.#kept(key).map((series) => ({
        ...sealed(SERIES, storedOf(series)),
        blocks: series.blocks.map((block) => ({
          ...block,
          digest: sealed(BLOCK, rowOfBlock(block)).digest,
        })),
      })),
    periods: (key) => this.#periods.get(key) ?? {},
    putPeriods: (key, periods) => {
      this.#periods.set(key, { ...this.#periods.get(key), ...periods });
    },
  };

  readonly aggregates: Blocks['aggregates'] = {
    get: (key) => this.#aggregates.get(nameOf(key)),
    set: (key, text) => {
      if (this.#aggregates.size >= MOST_AGGREGATES) this.#aggregates.clear();
      this.#aggregates.set(nameOf(key), text);
    },
  };

  /** Periods that are too long for their values need files. */
  readonly states: Blocks['states'] = { has: () => false, read: () => Promise.resolve(undefined) };

  index(seriesId: number): BlockIndex {
    return this.#series[seriesId - 1].index;
  }

  /** The values of a block. One that was folded into a longer one since the caller's view is read from that one. */
  async values(block: BlockRecord): Promise<ColumnValues> {
    const { seriesId, start, stop } = block;
    const values = this.#values.get(keyOfBlock(block)) ?? (await this.#fetched(block));
    if (values !== undefined) return values;
    const successor = this.index(seriesId).at(start);
    const longer = this.#values.get(keyOfBlock(successor));
    if (longer !== undefined && successor.start === start && successor.stop >= stop) {
      return sliceColumn(longer, 0, stop - start);
    }
    throw failure('internal', 'A block in memory', 'its values', 'none');
  }

  /** The values of an adopted block, which are here from then on. */
  async #fetched(block: BlockRecord): Promise<ColumnValues | undefined> {
    const key = keyOfBlock(block);
    const bytes = await this.#elsewhere.get(key)?.(block);
    if (bytes === undefined) return undefined;
    const values = { width: block.width, length: lengthOf(block), bytes };
    // It may have been folded into a longer one meanwhile.
    if (this.#elsewhere.delete(key)) this.#values.set(key, values);
    return values;
  }

  /** All that is stored, without values. */
  rows(): SeriesRows[] {
    return this.#kept(undefined).map(({ gameKey, name, blocks }) => ({
      ...{ gameKey, name, definition: this.#definitions.get(gameKey) ?? gameKey },
      ...{ periods: this.catalog.periods(gameKey), blocks: [...blocks] },
    }));
  }

  /** Takes over series of which nothing is stored here yet; their values are read when they are asked for. */
  adopt(series: readonly SeriesRows[], read: ReadValues): void {
    for (const { gameKey, definition, name, periods, blocks: rows } of series) {
      const { id, frontier } = this.seriesToExtend(gameKey, definition, name);
      if (frontier > 0) continue;
      const { blocks, index } = this.#series[id - 1];
      for (const row of rows) {
        const record = { ...row, seriesId: id };
        blocks.push(record);
        index.add(record);
        this.#elsewhere.set(keyOfBlock(record), read);
      }
      this.catalog.putPeriods(gameKey, periods);
    }
    this.commits++;
  }

  checkSeries(): void {
    // What is in memory is what was put there.
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
        failure('internal', `The series ${name} of ${gameKey}`, `a block that holds ${position}`, 'none'),
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
      const { blocks, index } = this.#series[id - 1];
      if (replaces !== undefined) {
        blocks.pop();
        this.#values.delete(keyOfBlock(replaces));
        this.#elsewhere.delete(keyOfBlock(replaces));
      }
      blocks.push(record);
      index.add(record);
      this.#values.set(keyOfBlock(record), values);
      this.catalog.putPeriods(gameKey, periods);
      return record;
    });
    this.commits++;
    return Promise.resolve(records);
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
