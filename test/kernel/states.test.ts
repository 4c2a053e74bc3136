/** The kernels for states against their plain siblings: sets of every size and step, words of every number, and hashes. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { GROUPS, ShiftRange } from '../../src/kernel/layout.js';
import {
  FILTER_BYTES,
  MIN_LONG_MOVE,
  MIN_TABLED_WORDS,
  MAX_MOVES,
  NO_VALUE,
  OUTCOME_SCRATCH,
  OutcomeJob,
  SeekJob,
  ValueJob,
} from '../../src/kernel/state-layout.js';
import { structBytes } from '../../src/kernel/struct.js';
import { effort } from '../support/seed.js';
import { contents, expectAlike, putStruct, randomBits, streamOf } from '../support/kernels/pair.js';

const JOB = 64;
const MOVES = 256;
const HASH = 1024;
const HASHES = 2048;
const LONG = 3072;
const LONG_MOVES = 4096;
const SCRATCH = 5120;
const HOT = 2 ** 14;
const FILTER = 8192;
const VALUES = 2 ** 16;
/** Room below the values for the largest move. */
const BELOW = 2 ** 12;

/** Increasing moves, of which the smallest lets one position, a few, or whole words be decided at once. */
const moveSets = (most: number): fc.Arbitrary<number[]> =>
  fc
    .tuple(
      fc.constantFrom(1, 2, 3, 4, 15, 16, 17, 63, 64, 65, 127, 128, 129, 500),
      fc.integer({ min: 1, max: 1100 }),
    )
    .chain(([least, span]) =>
      fc
        .uniqueArray(fc.integer({ min: least, max: least + span }), { maxLength: most - 1 })
        .map((moves) => [...new Set([least, ...moves])].sort((a, b) => a - b)),
    );

describe('the kernels for states', () => {
  it('decide outcomes alike', { tags: 'slow' }, () => {
    const property = fc.property(
      moveSets(40),
      fc.uniqueArray(fc.integer({ min: MIN_LONG_MOVE, max: 8 * BELOW - 64 }), { maxLength: 40 }),
      // Few words, and so many that tables decide them.
      fc.oneof(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: MIN_TABLED_WORDS - 2, max: MIN_TABLED_WORDS + 2 }),
      ),
      fc.boolean(),
      contents,
      (moves, long, length, hasHot, numbers) => {
        expectAlike(
          (views) => {
            views.u32.set(moves, MOVES / 4);
            randomBits(views, VALUES - BELOW, 8 * BELOW, 0.3, streamOf(numbers));
            randomBits(views, HOT, 64 * length, 0.2, streamOf(numbers));
            let place = LONG_MOVES / 4;
            for (let group = 0; group < GROUPS; group++) {
              const ofGroup = long.filter((move) => move % GROUPS === group);
              views.u32.set(ofGroup, place);
              const range = { begin: 4 * place, end: 4 * (place += ofGroup.length) };
              putStruct(views, LONG + group * structBytes(ShiftRange), ShiftRange, range);
            }
            putStruct(views, JOB, OutcomeJob, {
              words: VALUES,
              length,
              moves: MOVES,
              count: moves.length,
              long: long.length === 0 ? 0 : LONG,
              hot: hasHot ? HOT : 0,
              scratch: SCRATCH,
            });
          },
          (kernels) => {
            kernels.decideOutcomes(JOB);
          },
          [[SCRATCH, SCRATCH + OUTCOME_SCRATCH]],
        );
      },
    );
    fc.assert(property, { numRuns: effort(100, 300) });
  });

  it('decide nim-values alike', () => {
    const property = fc.property(
      moveSets(MAX_MOVES),
      fc.integer({ min: 0, max: 90 }),
      contents,
      (moves, length, numbers) => {
        expectAlike(
          (views) => {
            const random = streamOf(numbers);
            views.u32.set(moves, MOVES / 4);
            for (let i = VALUES - BELOW; i < VALUES; i++) {
              views.u8[i] = random() < 0.1 ? NO_VALUE : Math.floor(random() * (moves.length + 1));
            }
            putStruct(views, JOB, ValueJob, { values: VALUES, length, moves: MOVES, count: moves.length });
          },
          (kernels) => {
            kernels.decideValues(JOB);
          },
          [[VALUES + length, VALUES + length + 16]],
        );
      },
    );
    fc.assert(property, { numRuns: effort(100, 300) });
  });

  it('find the first of some states, and hash equal ones alike', () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 60 }),
      fc.array(fc.integer({ min: 0, max: 79 }), { minLength: 1, maxLength: 8 }),
      contents,
      (state, length, wanted, numbers) => {
        expectAlike(
          (views) => {
            randomBits(views, VALUES - 8 * 20, 64 * 120, 0.3, streamOf(numbers));
            views.u8.fill(0xff, FILTER, FILTER + FILTER_BYTES);
            putStruct(views, JOB, SeekJob, {
              words: VALUES,
              length,
              state,
              hash: HASH,
              hashes: HASHES,
              phases: wanted.length,
              filter: FILTER,
            });
          },
          (kernels) => {
            kernels.hashState(VALUES - 8 * state, state, HASH);
            wanted.forEach((word, i) => {
              kernels.hashState(VALUES + 8 * (word + 1 - state), state, HASHES + 8 * i);
            });
            return kernels.seekState(JOB);
          },
        );
      },
    );
    fc.assert(property, { numRuns: effort(100, 300) });
  });
});
