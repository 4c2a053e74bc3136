/**
 * A source of an extension's parts that are computed by jobs, each a range of one series. Every part is checked at samples
 * against the definition; a worker whose part is wrong gets no more jobs, and the range is computed again.
 */
import { hasCode } from '../../common/errors.js';
import { cutAtMultiples } from '../../common/range.js';
import { checkSample } from '../../engine/extending/checks.js';
import type { PartsRequest, PartsSource } from '../../engine/extending/parts.js';
import { narrow } from '../../engine/extending/rule-parts.js';
import type { SolvedPart } from '../../engine/series/columns.js';
import { DESCRIPTIONS } from '../../engine/series/descriptions.js';
import { offerValues, type NamedColumn } from './columns.js';
import { EXTENSION, mostPositions, type ExtensionInput } from './extension.js';
import type { JobRunner } from '../job.js';

type Wanted = Omit<PartsRequest, 'blockLength' | 'signal'> & { readonly method: string };

/** Returns a source whose parts are computed by jobs. */
export function partsByJobs(runner: JobRunner, method: string): PartsSource {
  return async function* (request: PartsRequest): AsyncGenerator<SolvedPart, void, undefined> {
    const { series, blockLength } = request;
    // Parts of jobs are whole blocks, which are stored as they arrive, unless longer blocks than usual are requested.
    const isUsual = blockLength <= DESCRIPTIONS[series].blockLength;
    const pieceLength = isUsual ? blockLength : request.pieceLength;
    for await (const parts of resultsByJobs(runner, { ...request, method, pieceLength })) yield* parts;
  };
}

/** Yields the parts of each job that pass the checks, contiguous and in increasing order. */
export async function* resultsByJobs(
  runner: JobRunner,
  wanted: Wanted,
): AsyncGenerator<SolvedPart[], void, undefined> {
  const { game, series, range, method, pieceLength, lower } = wanted;
  const { jobSeconds: seconds, blobSource } = runner;
  const known: NamedColumn[] = [];
  const most = mostPositions(series, pieceLength);
  try {
    for (let front = range.start; front < range.stop;) {
      // Known values are offered in runs as long as blocks: bits or integers of at most 4 MiB.
      const unknown = { start: known.at(-1)?.stop ?? 0, stop: front };
      const runs = cutAtMultiples(unknown, DESCRIPTIONS[series].blockLength);
      known.push(...(await offerValues(blobSource, runs, (run) => lower().read(run))));
      const { key, definition } = game;
      const stop = Math.min(range.stop, (Math.floor(front / most) + 1) * most);
      const input = { key, definition, series, method, pieceLength, seconds, start: front, stop, known };
      const parts = await rightParts(runner, wanted, input);
      if (parts.length > 0) yield parts;
      front = parts.at(-1)?.stop ?? front;
    }
  } finally {
    await blobSource.withdraw(known.map(({ hash }) => hash));
  }
}

/** Returns the parts of a job's result up to the first wrong one. */
async function rightParts(
  runner: JobRunner,
  { game, series, lower, random }: Wanted,
  input: ExtensionInput,
): Promise<SolvedPart[]> {
  const { result, worker } = await runner.do(EXTENSION, input);
  const right: SolvedPart[] = [];
  let checked = lower();
  for (const part of result) {
    const sound = { ...part, values: narrow(part.values) };
    checked = checked.with(sound);
    try {
      await checkSample(game, series, sound, checked, random);
    } catch (error) {
      if (!hasCode(error, 'internal')) throw error;
      runner.refuse(worker, String(error.facts.reason ?? error.message));
      break;
    }
    right.push(sound);
  }
  return right;
}
