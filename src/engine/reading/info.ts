/** What a store holds, how far a series can be read, and the hash of what it holds. */
import { platform } from '../../platform/platform.js';
import { integersOf, SERIES, SERIES_NAMES, type SeriesName } from '../../columnar/layout.js';
import { createIntegers } from '../../solver/task/integers.js';
import { copyBits } from '../../kernel/bitset.js';
import type { Range } from '../../common/range.js';
import type { Blocks } from '../../store/blocks.js';
import { withoutEvidence, type Period, type Periods, type Quantity } from '../../game/periods.js';
import { requireSound } from '../../store/catalog/relations.js';
import type { BlockRecord, SeriesSnapshot } from '../../store/records.js';
import { largestIn } from '../series/columns.js';
import type { Source } from '../views/segments.js';
import type { View } from '../views/view.js';

/** What is stored of a series. */
export interface SeriesInfo {
  readonly frontier: number;
  readonly blocks: number;
  /** Bytes of its block files. */
  readonly bytes: number;
  readonly coldCount: number;
  /** The largest nim-value, of the series nim alone. */
  readonly maxNimValue?: number;
  /** The largest remoteness, of the series remoteness alone. */
  readonly maxRemoteness?: number;
  readonly methods: readonly string[];
}

/** What is stored of a game. */
export interface GameInfo {
  readonly game: string;
  /** Text that names the game again; differs from `game` where that is shortened. */
  readonly definition: string;
  readonly series: Readonly<Partial<Record<SeriesName, SeriesInfo>>>;
  /** Its recorded periods; absent where there is none. */
  readonly periods?: Readonly<Partial<Record<Quantity, Period>>>;
}

/** A block as it is stored; its file by the path from the folder of the store. */
export interface BlockInfo extends Omit<BlockRecord, 'seriesId' | 'encoding' | 'valuesOffset'> {
  readonly game: string;
  readonly series: SeriesName;
}

/** How far a series can be read. */
export interface Coverage {
  /** The first position that is not stored. */
  readonly frontier: number;
  /** The first position that cannot be read. */
  readonly reach: number;
  /** What gives the positions between, and in a few words how; null where nothing does. */
  readonly source: Exclude<Source, 'stored'> | null;
  readonly rule: string | null;
  /** The period of the positions between, where it is known. */
  readonly period: Period | null;
}

export function coverageOf({ frontier, reach, above }: View): Coverage {
  const { source, rule = null, period = null } = above ?? {};
  // Nothing else reaches above what is stored.
  const known = source === 'stored' || source === undefined ? null : source;
  return { frontier, reach, source: known, rule, period: period === null ? null : withoutEvidence(period) };
}

/** The blocks that are stored, of one game or of all, in the order of positions in each series. Reads only the catalog. */
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

/** What is stored, of one game or of all. Reads only the catalog. */
export function storeInfo(store: Blocks, gameKey?: string): GameInfo[] {
  // Rows without their parents would look like games that are not stored.
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

/** The largest value of a series of integers, under its name: `{ maxNimValue: 4 }`. */
function namedLargest({ name, blocks }: SeriesSnapshot): Partial<SeriesInfo> {
  const largest = blocks.reduce((most, block) => Math.max(most, block.largest), 0);
  return SERIES[name].isBits ? {} : { [largestKey(name)]: largest };
}

/** The largest value of what is stored of a series of integers; undefined for bits. */
export function largestOf(info: SeriesInfo): number | undefined {
  const facts = new Map(Object.entries(info));
  return SERIES_NAMES.map((name) => facts.get(largestKey(name)) as number | undefined).find(
    (largest) => largest !== undefined,
  );
}

function largestKey(name: SeriesName): string {
  const { key } = SERIES[name];
  return `max${key[0].toUpperCase()}${key.slice(1)}`;
}

/**
 * SHA-256 of the raw values of a range, whatever the blocks they are stored in: cold as packed bits from bit
 * 0, least significant first; other values as little-endian 16-bit integers, 32-bit where one needs it.
 * Cost: reading the range, twice where its blocks have values above 65535.
 */
export async function valueHash(view: View, range: Range): Promise<string> {
  const hash = platform.hash();
  if (SERIES[view.series].isBits) {
    let rest = 0;
    let bits = 0;
    for (const part of view.partsOf(range)) {
      const { bytes, length } = await view.read(part);
      // Parts may end inside a byte; the open bits go in front of the next part.
      const joined = new Uint8Array(Math.ceil((bits + length) / 8));
      joined[0] = rest;
      copyBits(bytes, 0, joined, bits, length);
      const whole = Math.floor((bits + length) / 8);
      hash.update(joined.subarray(0, whole));
      bits = (bits + length) % 8;
      rest = bits === 0 ? 0 : joined[whole];
    }
    if (bits > 0) hash.update(Uint8Array.of(rest));
  } else {
    const largest = Math.max(0xffff, await largestAbove16Bits(view, range));
    for (const part of view.partsOf(range)) {
      const values = integersOf(await view.read(part));
      const widened = createIntegers(values.length, largest);
      widened.set(values);
      hash.update(new Uint8Array(widened.buffer));
    }
  }
  return hash.hex();
}

/**
 * The largest value of a range; 0 when the view knows that none needs more than 16 bits. It knows only the widths of
 * whole blocks and of bounds: the range itself may need less.
 */
async function largestAbove16Bits(view: View, range: Range): Promise<number> {
  let largest = 0;
  if (view.widthOf(range) <= 16) return largest;
  for (const part of view.partsOf(range)) largest = Math.max(largest, largestIn(await view.read(part)));
  return largest;
}
