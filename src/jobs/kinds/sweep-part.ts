/**
 * Series of several games, each from position 0 on and with the periods that its values prove, as one job: most games of a sweep
 * are short, and a job costs whoever gave it as much as some milliseconds of work.
 */
import { provenPeriods, NOTICED } from '../../engine/extending/proving.js';
import type { SolvedPart } from '../../engine/series/columns.js';
import type { SeriesName } from '../../columnar/layout.js';
import { SolvedView } from '../../engine/views/view.js';
import { QUANTITIES, withoutEvidence, type Periods } from '../../game/periods.js';
import { sha256 } from '../../common/sha256.js';
import { inOnePiece } from '../../platform/bytes.js';
import { orInvalid, type JobKind, type Made } from '../job.js';
import { ENDLESS_SECONDS, integerOf, listOf, objectOf, secondsOf } from '../reading.js';
import { CONFIRM, EXTENSION, extended, type ExtensionInput } from './extension.js';
import { gameOf } from './game.js';

/** Series of a job, at most. */
export const MOST_SERIES = 256;
const MOST_PARTS = 4096;
/** Bytes of packed values that travel together, at most. */
const JOINED_BYTES = 2 ** 24;

/** Series to solve, and how long: the first of them may be all that come back. */
export interface SweepPart {
  readonly series: readonly ExtensionInput[];
  readonly seconds: number;
}

/** A series that was solved: up to where its own time was over, with what its values prove. */
export interface SweptPart {
  readonly parts: readonly SolvedPart[];
  readonly claims: Periods;
}

/** The first series, as many as are solved in the time. */
export const SWEEP_PART: JobKind<SweepPart, readonly SweptPart[]> = {
  name: 'sweep-part',
  readInput(json) {
    const { series, seconds } = objectOf(json);
    const inputs = listOf(series, MOST_SERIES, (one) => EXTENSION.readInput(one));
    for (const { start } of inputs) if (start !== 0) throw new TypeError('expected series from 0 on');
    return { series: inputs, seconds: secondsOf(seconds) };
  },
  async compute({ series, seconds }, context) {
    const begun = performance.now();
    const data: unknown[] = [];
    const blobs: Uint8Array[] = [];
    for (const input of series) {
      const isOver = context.signal?.aborted === true || performance.now() - begun > 1000 * seconds;
      if (data.length > 0 && isOver && seconds < ENDLESS_SECONDS) break;
      const { made, values } = await extended(input, context);
      const isWhole = values.reach === input.stop;
      const claims = isWhole ? await claimsOf(input, values) : {};
      data.push({ parts: made.data, bytes: made.blobs.map(({ length }) => length), claims });
      blobs.push(...made.blobs);
    }
    return { data, blobs: joined(blobs) };
  },
  confirm: {
    again: ({ series }, found) => ({
      series: found.map(({ parts }, i) => CONFIRM.again(series[i], parts)),
      seconds: ENDLESS_SECONDS,
    }),
    hashOf: (found) => sha256(Buffer.from(found.map(({ parts }) => CONFIRM.hashOf(parts)).join())),
  },
  most({ series }) {
    const all = series.map((one) => EXTENSION.most(one));
    const sum = (of: (one: (typeof all)[number]) => number): number =>
      all.reduce((total, one) => total + of(one), 0);
    return { blobs: sum(({ blobs }) => blobs), bytes: sum(({ bytes }) => bytes) };
  },
  readResult: ({ series }, { data, blobs }) =>
    orInvalid(() => {
      const found = readSeries(data, series.length, blobs);
      return Promise.all(
        found.map(async ({ made, claims }, i) => ({
          parts: await EXTENSION.readResult(series[i], made),
          claims,
        })),
      );
    }),
};

/** Blobs that follow each other in few: each costs both sides as much as a short series. Each lies in one of them. */
function joined(blobs: readonly Uint8Array[]): Uint8Array[] {
  const groups: Uint8Array[][] = [];
  let bytes = Infinity;
  for (const blob of blobs) {
    bytes += blob.length;
    if (bytes > JOINED_BYTES) {
      groups.push([]);
      bytes = blob.length;
    }
    groups[groups.length - 1].push(blob);
  }
  return groups.map((group) => inOnePiece<Uint8Array>(Uint8Array, group));
}

/** The blobs that were joined, which have so many bytes each. Raises unless they are exactly these. */
function* separated(blobs: readonly Uint8Array[], lengths: readonly number[]): Generator<Uint8Array> {
  let [i, at] = [0, 0];
  for (const length of lengths) {
    if (at === blobs.at(i)?.length) [i, at] = [i + 1, 0];
    const blob = blobs.at(i)?.subarray(at, at + length);
    if (blob?.length !== length) throw new TypeError(`a blob of fewer than ${at + length} bytes`);
    at += length;
    yield blob;
  }
  if (i + 1 !== blobs.length || at !== blobs[i].length)
    throw new TypeError('more bytes than those of values');
}

/** The periods that the values of a series alone prove. */
async function claimsOf(input: ExtensionInput, values: SolvedView): Promise<Periods> {
  const own = (name: SeriesName): SolvedView => (name === input.series ? values : new SolvedView(name, []));
  const proven = Object.entries(await provenPeriods(gameOf(input), {}, own, NOTICED));
  return Object.fromEntries(proven.map(([quantity, period]) => [quantity, withoutEvidence(period)]));
}

/** What was made of each series. Raises unless it is of some of the first. */
function readSeries(
  json: unknown,
  most: number,
  blobs: readonly Uint8Array[],
): { readonly made: Made; readonly claims: Periods }[] {
  const found = listOf(json, most, (one) => {
    const { parts, bytes, claims } = objectOf(one);
    return {
      parts,
      lengths: listOf(bytes, MOST_PARTS, (length) => integerOf(length, 1)),
      claims: readClaims(claims),
    };
  });
  if (found.length === 0) throw new TypeError('nothing');
  const all = [
    ...separated(
      blobs,
      found.flatMap(({ lengths }) => lengths),
    ),
  ];
  return found.map(({ parts, lengths, claims }) => {
    return { made: { data: parts, blobs: all.splice(0, lengths.length) }, claims };
  });
}

function readClaims(json: unknown): Periods {
  const claims = objectOf(json);
  const read = (one: unknown): { preperiod: number; period: number; saltus: number } => {
    const { preperiod, period, saltus } = objectOf(one);
    return { preperiod: integerOf(preperiod), period: integerOf(period, 1), saltus: integerOf(saltus) };
  };
  const claimed = QUANTITIES.filter((quantity) => claims[quantity] !== undefined);
  return Object.fromEntries(claimed.map((quantity) => [quantity, read(claims[quantity])]));
}
