/** The terms of a sequence from positions that are stored, known or cheap to compute, in formats of the OEIS. */
import { checkUnstored } from '../../common/cost.js';
import { failure, hasCode, refuse, type Facts, type TakeawayError } from '../../common/errors.js';
import { highPrice } from '../../common/price.js';
import { checkInteger, POSITION_LIMIT } from '../../common/range.js';
import type { Game } from '../../game/game.js';
import { canHavePeriod } from '../../game/periods.js';
import { checkIndex, dataLine, termTable, type TermBatch } from '../../tables/oeis.js';
import { toBFile } from '../../tables/text.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import type { GameOrText, RangeOptions, SequenceOptions, SequenceTextOptions } from '../series/options.js';
import { priceOf } from './price.js';
import type { Reader } from './reader.js';
import { scanRuns } from './scan.js';
import { isOfPositions, sequenceNamed, type Sequence } from './sequences.js';

/** Positions to search at first for a number of terms; and maxima for all terms and for a line of data. */
const FIRST_SEARCHED = 2 ** 12;
const MAX_SEARCHED = 2 ** 26;
const MAX_FOR_DATA = 2 ** 20;
/** More terms than a line of data can have. */
const TERMS_OF_DATA = 100;

/** Maximum number of terms held until all are found: 32 MiB. */
const MAX_HELD = 2 ** 22;

/** Factor by which an estimate of the positions that terms take may be too high. */
const ROUGH = 8;

/** A sequence of a game with its reader. */
interface SequenceSource {
  readonly reader: Reader;
  readonly game: Game;
  readonly sequence: Sequence;
  /** The frontier of its series. */
  readonly frontier: number;
}

/** Returns a sequence of a game. Raises a usage error for an unknown one. */
export function sequenceOf(reader: Reader, named: GameOrText, name: string): SequenceSource {
  const sequence = sequenceNamed(name);
  const views = reader.open(named);
  return { reader, game: views.game, sequence, frontier: views.view(sequence.series).frontier };
}

/** Seconds of computing for terms that take an unknown number of positions. */
const SEARCH_SECONDS = 2;

/**
 * Yields the terms of a sequence in batches: all of a range, or exactly `terms`, searching positions until there are enough. Raises
 * a usage error if there are fewer, at once if that is clear, or `not-stored` if there may be more above. A search yields nothing
 * before all terms, or `MAX_HELD`, are found.
 */
export async function* termsOf(
  source: SequenceSource,
  options: SequenceTextOptions,
): AsyncGenerator<TermBatch, void, undefined> {
  const { terms, to, onProgress } = options;
  checkTerms(source, options);
  let left = terms ?? Infinity;
  const isSearch = terms !== undefined && to === undefined && !isOfPositions(source.sequence);
  const search = isSearch ? new Search(source, terms) : undefined;
  let held: TermBatch[] = [];
  for await (const { terms: found, skipped } of allTerms(source, options, MAX_SEARCHED, search)) {
    const batch = found.length > left ? Array.from(found).slice(0, left) : found;
    left -= batch.length;
    search?.found(batch.length);
    if (batch.length > 0) {
      if (terms !== undefined) onProgress?.((terms - left) / terms);
      held.push({ terms: batch, skipped });
    }
    if (search === undefined || left === 0 || search.count > MAX_HELD) {
      yield* held;
      held = [];
    }
    if (left === 0) return;
  }
  if (terms === undefined) return;
  if (search?.mayFindMore()) throw await search.refusal();
  tooFew(source, terms, terms - left, to === undefined ? '' : ' below {to}', { to });
}

/** A search for a number of terms: their present number, and an estimate of the positions that all take. */
class Search {
  readonly #source: SequenceSource;
  readonly #terms: number;
  count = 0;
  /** End of the last range, and the number of terms below it. */
  #last = { below: 0, count: 0 };
  /** Estimated positions of all terms, by their growth in the last range; 0 without growth. */
  #needed = 0;

  constructor(source: SequenceSource, terms: number) {
    this.#source = source;
    this.#terms = terms;
  }

  found(count: number): void {
    this.count += count;
  }

  /**
   * Continues from a position. Raises `not-stored` if, by their growth, the terms lie far above what is cheap to compute: seconds
   * of searching would find too few.
   */
  async continueFrom(below: number): Promise<void> {
    const { reader, game, sequence } = this.#source;
    const { count } = this;
    const exponent = Math.log(count / this.#last.count) / Math.log(below / this.#last.below);
    const needed = below * (this.#terms / count) ** (1 / exponent);
    this.#needed = Number.isFinite(needed) ? needed : 0;
    this.#last = { below, count };
    const least = this.#needed / ROUGH;
    const views = reader.open(game);
    const isKnown = sequence.series !== 'nim' || least <= views.view(sequence.series).reach;
    if (!isKnown && !reader.computing.isCheap(views, least)) throw await this.refusal();
  }

  /** Whether there may be terms above the searched positions: not if all values are known to repeat. */
  mayFindMore(): boolean {
    const { reader, game, sequence } = this.#source;
    const { completeBelow = POSITION_LIMIT } = game.set;
    return (
      this.#last.below < completeBelow && reader.open(game).view(sequence.series).above?.period === undefined
    );
  }

  /** Returns the error for a search that ends at positions that are not stored. */
  async refusal(): Promise<TakeawayError> {
    const { reader, game, sequence } = this.#source;
    const { below } = this.#last;
    const most = DESCRIPTIONS[sequence.series].solvers.limits.reachableBelow(game.set);
    const to = 2 ** Math.ceil(Math.log2(Math.max(this.#needed, 2 * below, FIRST_SEARCHED)));
    const isNear = to <= most;
    const size = isNear ? 'about {to} positions' : 'more positions than can be computed';
    const orPeriod = canHavePeriod(game);
    const price = isNear ? await priceOf(reader.open(game), sequence.series, to) : undefined;
    const extend = { game: game.definition, series: sequence.series, to, orPeriod, ...highPrice(price) };
    return failure(
      'not-stored',
      `${TOO_FEW} below {below}, not {terms}.${this.#needed === 0 ? '' : ` As they grow, so many take ${size}.`}`,
      {
        ...{ sequence: sequence.name, game: game.key, count: this.count, below, terms: this.#terms },
        to: to < 2 ** 16 ? to : `2^${Math.log2(to)}`,
      },
      { remedy: isNear ? { do: 'extend', ...extend } : undefined },
    );
  }
}

const TOO_FEW = 'The sequence {sequence} of {game} has {count} terms';

/** Raises a usage error for fewer terms than requested. `where` is their range, with facts. */
function tooFew(
  { sequence, game }: SequenceSource,
  terms: number,
  count: number,
  where: string,
  facts: Facts,
): never {
  refuse(`${TOO_FEW}${where}, not {terms}. Ask for fewer.`, {
    ...{ sequence: sequence.name, game: game.key, count, terms, ...facts },
  });
}

/** Raises a usage error for impossible terms, and for too many positions that are not stored. */
function checkTerms(source: SequenceSource, { from = 0, to, terms }: SequenceOptions): void {
  const { sequence, frontier } = source;
  if (terms !== undefined) checkInteger(terms, 0, Number.MAX_SAFE_INTEGER, 'The number of terms', '2^53 - 1');
  const isByPosition = isOfPositions(sequence);
  if (terms !== undefined && to === undefined) {
    const most = isByPosition ? POSITION_LIMIT - from : Math.max(frontier, from + MAX_SEARCHED) - from;
    if (terms > most) tooFew(source, terms, most, ' at most from position {from} on', { from });
  }
  const end = to ?? (isByPosition && terms !== undefined ? from + terms : frontier);
  checkUnstored(source.game.key, end - Math.max(from, frontier));
}

/** Yields the terms for a line of data that need no expensive work. Raises if there are none. */
async function* termsForData(
  source: SequenceSource,
  options: SequenceTextOptions,
): AsyncGenerator<TermBatch, void, undefined> {
  const { to, terms = to === undefined ? TERMS_OF_DATA : undefined } = options;
  let count = 0;
  checkTerms(source, { ...options, terms });
  try {
    for await (const batch of allTerms(source, { ...options, terms }, MAX_FOR_DATA)) {
      count += batch.terms.length;
      yield batch;
      if (count >= (terms ?? Infinity)) return;
    }
  } catch (error) {
    if (!hasCode(error, 'not-stored') || count === 0) throw error;
  }
}

async function* allTerms(
  source: SequenceSource,
  options: SequenceTextOptions,
  most: number,
  search?: Search,
): AsyncGenerator<TermBatch, void, undefined> {
  const { reader, game, sequence } = source;
  const { take, end } = sequence.begin();
  const { signal, to } = options;
  // Terms whose number of positions is unknown may not be worth the full effort.
  const seconds = to === undefined && !isOfPositions(sequence) ? SEARCH_SECONDS : undefined;
  for (const range of searchRanges(source, options, most)) {
    const readable = await reader
      .readable(game, [sequence.series], {
        ...range,
        signal,
        seconds,
        goal: seconds === undefined ? undefined : 'terms',
      })
      .catch(async (error: unknown) => {
        throw search !== undefined && hasCode(error, 'not-stored') ? await search.refusal() : error;
      });
    for await (const run of scanRuns(readable)) yield { terms: take(run), skipped: 0 };
    await search?.continueFrom(readable.range.stop);
  }
  yield* end?.() ?? [];
}

/** Yields ranges to search in order, each about as long as all before. */
function* searchRanges(
  { reader, game, frontier, sequence }: SequenceSource,
  { from = 0, to, terms }: SequenceOptions,
  most: number,
): Generator<RangeOptions> {
  // Nothing is known where a set is not complete; a start there is refused later.
  const known = Math.max(from + 1, game.set.completeBelow ?? POSITION_LIMIT);
  if (to !== undefined || terms === undefined) yield { from, to };
  else if (isOfPositions(sequence)) yield { from, to: Math.min(known, from + terms) };
  else {
    let end = Math.min(known, Math.max(frontier, from + most));
    let start = from;
    // Half of the stored positions first, as two ranges show the growth of terms.
    const half = Math.floor((from + Math.min(frontier, end)) / 2);
    for (let stop = Math.max(half, from + FIRST_SEARCHED); start < end;) {
      yield { from: start, to: Math.min(stop, end) };
      const period = reader.open(game).view(sequence.series).above?.period;
      // Once all values repeat unchanged, none is new.
      if (sequence.name === 'records' && period?.saltus === 0)
        end = Math.min(end, Math.max(from, period.preperiod) + period.period);
      [start, stop] = [Math.min(stop, end), Math.max(frontier, from + 2 * (stop - from))];
    }
  }
}

/** Yields the bytes of a sequence in a format. */
export async function* sequenceBytes(
  source: SequenceSource,
  options: SequenceTextOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { format = 'bfile', offset, header = [], from = 0, to, terms, signal } = options;
  if (format === 'oeis') {
    const line = await dataLine(termsForData(source, options), terms);
    yield new TextEncoder().encode(`${line}\n`);
    return;
  }
  const { reader, game, sequence } = source;
  checkTerms(source, options);
  const isOfCold = sequence.series === 'cold' && from > 0;
  const coldBefore = isOfCold ? await reader.coldBelow(game, from, { signal }) : 0;
  const first = offset ?? sequence.firstIndex(from, coldBefore);
  const count = terms ?? (to !== undefined && isOfPositions(sequence) ? to - from : 1);
  checkIndex(first + Math.max(0, count - 1));
  const batches = termsOf(source, options);
  const table = termTable(offset === undefined ? batches : fromFirst(batches), first);
  // Written with the first terms, so that nothing is written on an early error.
  let head = header.map((line) => `# ${line}\n`).join('');
  for await (const lines of toBFile(table)) {
    if (head !== '') yield new TextEncoder().encode(head);
    head = '';
    yield lines;
  }
  if (head !== '') yield new TextEncoder().encode(head);
}

/** Yields the batches without the terms skipped before the first one. */
async function* fromFirst(batches: AsyncIterable<TermBatch>): AsyncGenerator<TermBatch, void, undefined> {
  let isFirst = true;
  for await (const { terms, skipped } of batches) {
    yield { terms, skipped: isFirst ? 0 : skipped };
    isFirst = false;
  }
}
