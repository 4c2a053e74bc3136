/**
 * Stores series of many games that were solved elsewhere from position 0 on. Each is checked like an extension, and its values
 * prove the claimed periods, in one pass instead of the many of a search. All are stored in one commit.
 */
import type { SeriesName } from '../../columnar/layout.js';
import type { Game } from '../../game/game.js';
import { betterProven, type Periods } from '../../game/periods.js';
import type { BlockStore } from '../../store/block-store.js';
import type { NewBlock } from '../../store/block-store.js';
import type { BlockRecord } from '../../store/records.js';
import type { SolvedPart } from '../series/columns.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { SolvedView } from '../views/view.js';
import { BlockAssembler } from './assembler.js';
import { checkSample, type Random } from './checks.js';
import { NOTICED, proveClaims } from './proving.js';
import { narrow } from './rule-parts.js';

/** Values of a series from position 0 on, in contiguous parts that cross no multiple of its block length. */
export interface SolvedSeries {
  readonly game: Game;
  readonly series: SeriesName;
  readonly parts: readonly SolvedPart[];
  /** Periods to be proven. */
  readonly claims: Periods;
}

/** A series whose values were checked: its blocks, and the periods that they prove. */
export interface CheckedSeries {
  readonly game: Game;
  readonly series: SeriesName;
  readonly blocks: readonly NewBlock[];
  readonly periods: Periods;
}

/** Raises `internal` if the definition contradicts a sample of the values, or the values a claimed period. */
export async function checkSolved(
  { game, series, parts, claims }: SolvedSeries,
  random: Random,
): Promise<CheckedSeries> {
  const { rule, blockLength } = DESCRIPTIONS[series];
  const assembler = new BlockAssembler(rule, blockLength);
  const blocks: NewBlock[] = [];
  let view = new SolvedView(series, []);
  for (const { values, ...part } of parts) {
    const sound = { ...part, values: narrow(values) };
    view = view.with(sound);
    await checkSample(game, series, sound, view, random);
    const assembled = assembler.add(sound);
    if (assembled !== undefined) blocks.push(assembled.block);
  }
  const last = assembler.flush();
  if (last !== undefined) blocks.push(last.block);
  return { game, series, blocks, periods: await proveClaims(game, view, claims, NOTICED) };
}

/**
 * Stores series of which nothing is stored, with the unknown periods of their games, in one transaction. Returns the rows of their
 * blocks, in the order given.
 */
export async function storeChecked(
  store: BlockStore,
  checked: readonly CheckedSeries[],
): Promise<BlockRecord[]> {
  const additions = store.catalog.inReadTransaction(() =>
    checked.flatMap(({ game, series: name, blocks, periods }) => {
      const series = store.seriesToExtend(game.key, game.definition, name);
      const better = betterProven(periods, store.catalog.periods(game.key));
      return blocks.map((block) => ({
        ...{ series, block },
        ...(block === blocks.at(-1) ? { periods: better } : {}),
      }));
    }),
  );
  return store.append(additions);
}
