/** Cold positions in chunks that jobs decide, as a solver: what is below is in memory. */
import { coldPartsByJobs, type ChunkOptions } from '../../../src/jobs/far/cold-chunks.js';
import type { FarJobRunner } from '../../../src/jobs/far/far-jobs.js';
import { columnOfBits, type ColumnValues } from '../../../src/columnar/layout.js';
import { lengthOf, type Range } from '../../../src/common/range.js';
import type { SolvedView } from '../../../src/engine/views/view.js';
import type { Game } from '../../../src/game/game.js';
import type { ColdSolver } from '../../../src/solver/task/task.js';

/** Solves a range by jobs of a runner. */
export function byChunks(runner: FarJobRunner, game: Game, cut: ChunkOptions = {}): ColdSolver {
  return async function* ({ range, pieceLength, readLower }) {
    const read = async (lower: Range): Promise<ColumnValues> =>
      columnOfBits(await readLower(lower), lengthOf(lower));
    const lower = (): SolvedView => ({ read }) as unknown as SolvedView;
    const lengths = { pieceLength, blockLength: pieceLength };
    const request = {
      game,
      series: 'cold',
      range,
      ...lengths,
      lower,
      random: Math.random,
      signal: undefined,
    } as const;
    const others = (): never => {
      throw new Error('others were asked for parts');
    };
    const parts = coldPartsByJobs(runner, { method: 'residue-classes', from: 0, others, cut });
    for await (const { start, stop, values, methods } of parts(request))
      yield { start, stop, values: values.bytes, method: methods[0] };
  };
}
