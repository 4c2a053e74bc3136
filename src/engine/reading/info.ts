/** Contents of a store, coverage of a series, and hashes of values. */
import { SERIES, SERIES_NAMES, type SeriesName } from '../../columnar/layout.js';
import type { Range } from '../../common/range.js';
import type { Blocks } from '../../store/blocks.js';
import { withoutEvidence, type Period, type Periods, type Quantity } from '../../game/periods.js';
import { requireSound } from '../../store/catalog/relations.js';
import type { BlockRecord, SeriesSnapshot } from '../../store/records.js';
import { largestIn } from '../series/columns.js';
import { ValueHash } from '../series/value-hash.js';
import type { Source } from '../views/segments.js';
import type { View } from '../views/view.js';
import type { ReadableRange } from './reader.js';
import type { Walk } from './walk.js';

/** Stored data of a series. */
export interface SeriesInfo {
  readonly frontier: number;
  readonly blocks: number;
  /** Total size of its block files. */
  readonly bytes: number;
  readonly coldCount: number;
  /** The largest nim-value, for the series nim. */
  readonly largestNimValue?: number;
  /** The largest remoteness, for the series remoteness. */
  readonly largestRemoteness?: number;
  readonly methods: readonly string[];
}

/** Stored data of a game. */
export interface GameInfo {
  readonly game: string;
  /** Text that names the game; differs from `game` if that is shortened. */
  readonly definition: string;
  readonly series: Readonly<Partial<Record<SeriesName, SeriesInfo>>>;
  /** Its recorded periods; absent if there are none. */
  readonly periods?: Readonly<Partial<Record<Quantity, Period>>>;
}

/** A stored block; `file` is the path from the store's folder. */
export interface BlockInfo extends Omit<BlockRecord, 'seriesId' | 'encoding' | 'valuesOffset'> {
  readonly game: string;
  readonly series: SeriesName;
}

/** Readable positions of a series. */
export interface Coverage {
  /** The first position that is not stored. */
  readonly frontier: number;
  /** The first position that cannot be read. */
  readonly reach: number;
  /** Source of the positions between, and its rule in a few words; null if there is none. */
  readonly source: Exclude<Source, 'stored'> | null;
  readonly rule: string | null;
  /** The period of the positions between, if known. */
  readonly period: Period | null;
}

export function coverageOf({ frontier, reach, above }: View): Coverage {
  const { source, rule = null, period = null } = above ?? {};
  // Stored positions are never above the frontier.
  const known = source === 'stored' || source === undefined ? null : source;
  return { frontier, reach, source: known, rule, period: period === null ? null : withoutEvidence(period) };
}

/** Returns the stored blocks of one game or of all, increasing in each series. Reads only the catalog. */
export function storedBlocks(store: Blocks, gameKey?: string): BlockInfo[] {
  return store.catalog.snapshot(gameKey).flatMap((series) => {
    requireSound(series);
    return series.blocks.map((block) => ({
      game: series.gameKey,
      series: series.name,
      start: block.start,
      stop: block.stop,
      file: `${block.seriesId}/${block.file}`,
      bytes: block.bytes,
      sha256: block.sha256,
      valuesSha256: block.valuesSha256,
      width: block.width,
      coldCount: block.coldCount,
      coldBefore: block.coldBefore,
      largest: block.largest,
      methods: block.methods,
    }));
  });
}

/** Returns the stored data of one game or of all. Reads only the catalog. */
export function storeInfo(store: Blocks, gameKey?: string): GameInfo[] {
  // Rows without parents would make games seem not stored.
  store.catalog.requireRelated();
  const games = new Map<string, Partial<Record<SeriesName, SeriesInfo>>>();
  for (const series of store.catalog.snapshot(gameKey)) {
    requireSound(series);
    const { blocks } = series;
    const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
    const entry = games.get(series.gameKey) ?? {};
    entry[series.name] = {
      frontier: series.frontier,
      blocks: blocks.length,
      bytes: sum(blocks.map(({ bytes }) => bytes)),
      coldCount: sum(blocks.map(({ coldCount }) => coldCount)),
      ...namedLargest(series),
      methods: [...new Set(blocks.flatMap(({ methods }) => methods))],
    };
    games.set(series.gameKey, entry);
  }
  if (games.size === 0) return [];
  const definitions = new Map(store.catalog.games(gameKey).map(({ key, definition }) => [key, definition]));
  const periods = store.catalog.allPeriods(gameKey);
  return [...games].map(([game, series]) => ({
    game,
    definition: definitions.get(game) ?? game,
    series,
    ...periodsIn(periods.get(game) ?? {}),
  }));
}

function periodsIn(recorded: Periods): Pick<GameInfo, 'periods'> {
  const periods = Object.entries(recorded);
  if (periods.length === 0) return {};
  return { periods: Object.fromEntries(periods.map(([name, period]) => [name, withoutEvidence(period)])) };
}

/** Returns the largest value of a series of integers under its name: `{ largestNimValue: 4 }`. */
function namedLargest({ name, blocks }: SeriesSnapshot): Partial<SeriesInfo> {
  const largest = blocks.reduce((most, block) => Math.max(most, block.largest), 0);
  return SERIES[name].isBits ? {} : { [largestKey(name)]: largest };
}

/** Returns the largest stored value of a series of integers; undefined for bits. */
export function largestOf(info: SeriesInfo): number | undefined {
  const facts = new Map(Object.entries(info));
  return SERIES_NAMES.map((name) => facts.get(largestKey(name)) as number | undefined).find(
    (largest) => largest !== undefined,
  );
}

/** Returns the key of the largest value of a series. A new series has its own without a line here. */
function largestKey(name: SeriesName): string {
  const { key } = SERIES[name];
  return `largest${key[0].toUpperCase()}${key.slice(1)}`;
}

/**
 * Returns the hash of the values of a range, independent of blocks. Cost: reading the range, twice if its blocks have values above
 * 65535.
 */
export async function valueHash({ views: [view], range, walk }: ReadableRange): Promise<string> {
  const hash = new ValueHash(SERIES[view.series].isBits ? 0 : await largestAbove16Bits(view, range, walk));
  for await (const part of walk(view.partsOf(range))) hash.add(await view.read(part));
  return hash.hex();
}

/**
 * Returns the maximum of a range, or 0 if the view knows that none needs more than 16 bits. The view knows the widths of whole
 * blocks and bounds; the range itself may need less.
 */
async function largestAbove16Bits(view: View, range: Range, walk: Walk): Promise<number> {
  let largest = 0;
  if (view.widthOf(range) <= 16) return largest;
  for await (const part of walk(view.partsOf(range)))
    largest = Math.max(largest, largestIn(await view.read(part)));
  return largest;
}
