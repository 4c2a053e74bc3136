/** The job that solves several series from 0: most are short, and a job costs its sender some milliseconds of work. */
import { provenPeriods, NOTICED } from '../../engine/extending/proving.js';
import type { SolvedPart } from '../../engine/series/columns.js';
import type { SeriesName } from '../../columnar/layout.js';
import { SolvedView } from '../../engine/views/view.js';
import { QUANTITIES, withoutEvidence, type Periods } from '../../game/periods.js';
import { sha256 } from '../../common/sha256.js';
import { orInvalid, type JobKind } from '../job.js';
import { ENDLESS_SECONDS, integerOf, listOf, objectOf, secondsOf } from '../reading.js';
import { CONFIRM, EXTENSION, extended, type ExtensionInput } from './extension.js';
import { gameOf } from './game.js';

export const MAX_JOB_SERIES = 256;
const MAX_PARTS = 4096;

/** Series to solve, and a time limit; the result may have only the first of them. */
export interface SweepPart {
  readonly series: readonly ExtensionInput[];
  readonly seconds: number;
}

/** A series solved up to its own time limit, with the periods that its values prove. */
export interface SweptPart {
  readonly parts: readonly SolvedPart[];
  readonly claims: Periods;
}

/** Solves the first series, as many as the time allows. */
export const SWEEP_PART: JobKind<SweepPart, readonly SweptPart[]> = {
  name: 'sweep-part',
  readInput(json) {
    const { series, seconds } = objectOf(json);
    const inputs = listOf(series, MAX_JOB_SERIES, (one) => EXTENSION.readInput(one));
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
      data.push({ parts: made.data, blobs: made.blobs.length, claims });
      blobs.push(...made.blobs);
    }
    return { data, blobs };
  },
  confirm: {
    again: ({ series }, found) => ({
      series: found.map(({ parts }, i) => CONFIRM.again(series[i], parts)),
      seconds: ENDLESS_SECONDS,
    }),
    hashOf: (found) => sha256(Buffer.from(found.map(({ parts }) => CONFIRM.hashOf(parts)).join())),
  },
  most: ({ series }) => series.reduce((sum, one) => sum + EXTENSION.most(one), 0),
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

async function claimsOf(input: ExtensionInput, values: SolvedView): Promise<Periods> {
  const own = (name: SeriesName): SolvedView => (name === input.series ? values : new SolvedView(name, []));
  const proven = Object.entries(await provenPeriods(gameOf(input), {}, own, NOTICED));
  return Object.fromEntries(proven.map(([quantity, period]) => [quantity, withoutEvidence(period)]));
}

function readSeries(json: unknown, most: number, blobs: readonly Uint8Array[]) {
  let next = 0;
  const found = listOf(json, most, (one) => {
    const { parts, blobs: count, claims } = objectOf(one);
    const own = blobs.slice(next, (next += integerOf(count, 1, MAX_PARTS)));
    return { made: { data: parts, blobs: own }, claims: readClaims(claims) };
  });
  if (found.length === 0 || next !== blobs.length)
    throw new TypeError(`${blobs.length} blobs of ${found.length} series, not ${next}`);
  return found;
}

function readClaims(json: unknown): Periods {
  const claims = objectOf(json);
  const claimed = QUANTITIES.filter((quantity) => claims[quantity] !== undefined);
  return Object.fromEntries(
    claimed.map((quantity) => {
      const { preperiod, period, saltus } = objectOf(claims[quantity]);
      const numbers = { preperiod: integerOf(preperiod), saltus: integerOf(saltus) };
      return [quantity, { ...numbers, period: integerOf(period, 1) }];
    }),
  );
}
