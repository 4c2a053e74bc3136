/** The low digits of cold positions, or of positions with another nim-value (Eppstein 2018, section 3.3, Figures 3 and 4). */
import { refuse } from '../../common/errors.js';
import { checkInteger } from '../../common/range.js';
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import type { Game } from '../../game/game.js';
import { countClasses, seriesOfValue, type ResidueClass } from '../counting/classes.js';
import { MAX_CLASSES } from '../counting/rows.js';
import { headOf, type AnalysisOptions, type Common } from '../result.js';

/** The frequency of each digit at one place. */
export interface DigitPlace {
  /** 0 for the ones, 1 for the base, 2 for its square, ... */
  readonly place: number;
  /** base^place. */
  readonly weight: number;
  /** By digit, 0 to base - 1. Their sum is the result's `count`. */
  readonly counts: readonly number[];
}

/** The low digits of the positions with one nim-value, by default the cold ones (Eppstein 2018, Figures 3 and 4). */
export interface DigitsResult extends Common<'digits'> {
  readonly base: number;
  /** The nim-value whose positions are counted; 0 for cold. */
  readonly value: number;
  readonly count: number;
  /** From the ones upwards. */
  readonly places: readonly DigitPlace[];
  /** The nearly empty residue classes modulo base^places, with their positions. */
  readonly exceptions: readonly ResidueClass[];
}

export interface DigitsOptions extends AnalysisOptions {
  /** At least 2. */
  readonly base?: number | undefined;
  /** The number of places, from the ones upwards; base^places is at most 2^20. Default 1. */
  readonly places?: number | undefined;
  /** The nim-value whose positions are counted. Default 0, the cold ones. */
  readonly value?: number | undefined;
}

/**
 * Counts each digit at each of the low places, and finds the rare combinations of low digits. Cost: reading the range once, and
 * once more for the positions of rare combinations; then the aggregates.
 */
export async function analyzeDigits(
  store: ReadableStore,
  game: string | Game,
  { base = 10, places = 1, value = 0, ...options }: DigitsOptions,
): Promise<DigitsResult> {
  checkInteger(base, 2, MAX_CLASSES, 'The base');
  const source = await store.source(game, seriesOfValue(value), options);
  checkPlaces(base, places, source.range.stop - 1);
  const { counts, total, classes } = await countClasses(source, value, base ** places);
  const counted: DigitPlace[] = [];
  for (let place = 0; place < places; place++) {
    await source.breathe();
    counted.push(digitsAt(place, base, counts));
  }
  return {
    ...headOf('digits', seriesOfValue(value), source),
    base,
    value,
    count: total,
    places: counted,
    exceptions: classes.filter(({ positions }) => positions !== null),
  };
}

function digitsAt(place: number, base: number, counts: readonly number[]): DigitPlace {
  const weight = base ** place;
  const digits = new Array<number>(base).fill(0);
  counts.forEach((count, residue) => (digits[Math.floor(residue / weight) % base] += count));
  return { place, weight, counts: digits };
}

/** Raises a usage error unless the classes modulo base^places can be counted and each place has a digit. */
function checkPlaces(base: number, places: number, largest: number): void {
  checkInteger(places, 1, 20, 'The number of places');
  if (base ** places > MAX_CLASSES) {
    const most = Math.floor(Math.log(MAX_CLASSES) / Math.log(base) + 1e-9);
    refuse('{places} places in base {base} are too many to count. Choose at most {most}.', {
      places,
      base,
      most,
    });
  }
  if (base ** (places - 1) > largest && places > 1) {
    refuse(
      'The largest position {largest} has fewer than {places} digits in base {base}. Choose fewer places.',
      { largest, places, base },
    );
  }
}
