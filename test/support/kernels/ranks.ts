/**
 * The remoteness kernels in plain TypeScript: the siblings of assembly/ranks.ts. Contracts: kernels.ts. Written for clarity.
 */
import type { RankKernels } from '../../../src/kernel/kernels.js';
import { RankJob } from '../../../src/kernel/layout.js';
import type { Views } from './views.js';

/** The kernels on the memory that `views` shows. */
export function createPlainRankKernels(views: () => Views): RankKernels {
  return {
    rankFar(job, share) {
      const memory = views();
      const fields = memory.u32.subarray(job / 4, job / 4 + RankJob.WORDS);
      const first = share * fields[RankJob.share];
      const stop = Math.min(first + fields[RankJob.share], fields[RankJob.lanes]);
      const { ranks, origin } = ranksOf(memory, fields);
      ranks.fill(worstOf(ranks), origin + first, origin + stop);
      for (let lane = first; lane < stop; lane++) ranks[origin + lane] = leastRank(memory, fields, lane);
    },

    decideRemoteness(job) {
      const memory = views();
      const fields = memory.u32.subarray(job / 4, job / 4 + RankJob.WORDS);
      const { ranks, origin } = ranksOf(memory, fields);
      const worst = worstOf(ranks);
      const half = Math.floor(worst / 2);
      for (let lane = 0; lane < fields[RankJob.lanes]; lane++) {
        const position = fields[RankJob.origin] + lane;
        const best = leastRank(memory, fields, lane);
        if (position < fields[RankJob.smallest]) ranks[origin + lane] = 0;
        else if (best === half + 1) return lane;
        else ranks[origin + lane] = best <= half ? worst - best : worst - best + 1;
      }
      return fields[RankJob.lanes];
    },
  };
}

/** The ranks, and the index among them of the job's first position. */
function ranksOf(
  { u8, u16, u32 }: Views,
  fields: Uint32Array,
): { readonly ranks: Uint8Array | Uint16Array | Uint32Array; readonly origin: number } {
  const ranks = fields[RankJob.bytes] === 1 ? u8 : fields[RankJob.bytes] === 2 ? u16 : u32;
  return { ranks, origin: fields[RankJob.ranks] / ranks.BYTES_PER_ELEMENT + fields[RankJob.origin] };
}

/** The rank of remoteness 1. */
function worstOf({ BYTES_PER_ELEMENT }: Uint8Array | Uint16Array | Uint32Array): number {
  return 2 ** (8 * BYTES_PER_ELEMENT) - 1;
}

/** The least of a lane's rank so far and those of its options. */
function leastRank(memory: Views, fields: Uint32Array, lane: number): number {
  const { ranks, origin } = ranksOf(memory, fields);
  const position = fields[RankJob.origin] + lane;
  const subtrahends = fields[RankJob.subtrahends] / 4;
  let least = ranks[origin + lane];
  for (let k = subtrahends; k < subtrahends + fields[RankJob.count] && memory.u32[k] <= position; k++) {
    least = Math.min(least, ranks[origin + lane - memory.u32[k]]);
  }
  return least;
}
