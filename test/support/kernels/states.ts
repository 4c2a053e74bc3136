/**
 * The kernels for states in plain TypeScript: the siblings of assembly/states.ts, for tests. Contracts: kernels.ts. Position
 * by position, by the definition.
 */
import type { StateKernels } from '../../../src/kernel/kernels.js';
import { GROUPS, ShiftRange } from '../../../src/kernel/layout.js';
import { OutcomeJob, SeekJob, ValueJob } from '../../../src/kernel/state-layout.js';
import type { Views } from './views.js';

const MULTIPLIER = 0x9e3779b97f4a7c15n;

/** The kernels on the memory that `views` shows. */
export function createPlainStateKernels(views: () => Views): StateKernels {
  const structAt = (address: number, words: number): Uint32Array =>
    views().u32.subarray(address / 4, address / 4 + words);
  const movesOf = (address: number, count: number): number[] => [
    ...views().u32.subarray(address / 4, address / 4 + count),
  ];
  const word = (address: number): bigint => new DataView(views().u8.buffer).getBigUint64(address, true);
  const putWord = (address: number, value: bigint): void =>
    new DataView(views().u8.buffer).setBigUint64(address, value, true);
  const hashOf = (words: number, count: number): bigint => {
    let hash = 0n;
    for (let i = 0; i < count; i++) hash = BigInt.asUintN(64, hash * MULTIPLIER + word(words + 8 * i));
    return hash;
  };

  return {
    decideOutcomes(job) {
      const fields = structAt(job, OutcomeJob.WORDS);
      const { u8 } = views();
      const moves = movesOf(fields[OutcomeJob.moves], fields[OutcomeJob.count]);
      const long = fields[OutcomeJob.long];
      for (let group = 0; long !== 0 && group < GROUPS; group++) {
        const range = structAt(long + 4 * group * ShiftRange.WORDS, ShiftRange.WORDS);
        moves.push(
          ...movesOf(range[ShiftRange.begin], (range[ShiftRange.end] - range[ShiftRange.begin]) / 4),
        );
      }
      const first = 8 * fields[OutcomeJob.words];
      for (let n = first; n < first + 64 * fields[OutcomeJob.length]; n++) {
        const isOne = (bit: number): boolean => ((u8[bit >>> 3] >>> (bit & 7)) & 1) === 1;
        const hot = fields[OutcomeJob.hot];
        const isHot = (hot !== 0 && isOne(8 * hot + n - first)) || moves.some((move) => isOne(n - move));
        if (isHot) u8[n >>> 3] &= ~(1 << (n & 7));
        else u8[n >>> 3] |= 1 << (n & 7);
      }
    },

    decideValues(job) {
      const fields = structAt(job, ValueJob.WORDS);
      const { u8 } = views();
      const moves = movesOf(fields[ValueJob.moves], fields[ValueJob.count]);
      const first = fields[ValueJob.values];
      for (let n = first; n < first + fields[ValueJob.length]; n++) {
        const options = new Set(moves.map((move) => u8[n - move]));
        u8[n] = 0;
        while (options.has(u8[n])) u8[n]++;
      }
    },

    hashState(words, count, hash) {
      putWord(hash, hashOf(words, count));
    },

    seekState(job) {
      const fields = structAt(job, SeekJob.WORDS);
      const wanted = Array.from({ length: fields[SeekJob.phases] }, (_, i) =>
        word(fields[SeekJob.hashes] + 8 * i),
      );
      const state = fields[SeekJob.state];
      for (let i = 0; i < fields[SeekJob.length]; i++) {
        const hash = hashOf(fields[SeekJob.words] + 8 * (i + 1 - state), state);
        putWord(fields[SeekJob.hash], hash);
        if (wanted.includes(hash)) return i;
      }
      return fields[SeekJob.length];
    },
  };
}
