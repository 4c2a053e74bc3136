/**
 * Where an extension takes its parts from when others compute them: jobs, each a stretch of one series. Every part is
 * checked at samples against the definition before it is handed on; who made one that is wrong gets no more jobs, and
 * its stretch is done again.
 */
import { TakeawayError } from '../../common/errors.js';
import { cutAtMultiples, type Range } from '../../common/range.js';
import { checkSample } from '../../engine/extending/checks.js';
import type { PartsRequest, PartsSource } from '../../engine/extending/extend.js';
import { narrow } from '../../engine/extending/rule-parts.js';
import type { SolvedPart } from '../../engine/series/columns.js';
import { DESCRIPTIONS } from '../../engine/series/descriptions.js';
import type { Game } from '../../game/game.js';
import type { SeriesName } from '../../columnar/layout.js';
import { hashOf } from '../connection/blobs.js';
import { bytesOf, type NamedColumn } from '../jobs/columns.js';
import { EXTENSION, mostPositions, type ExtensionInput } from '../jobs/extension.js';
import type { Done, Hands } from '../jobs/job.js';
import type { Offers } from './offers.js';

/** Positions of a run of known values: bits or integers of at most 4 MiB. */
const RUN = { cold: 2 ** 24, nim: 2 ** 20, remoteness: 2 ** 20 };

/** What an extension job gives. */
export type Extended = Promise<Done<readonly SolvedPart[]>>;

/** Parts that are made by jobs with the given method. `begun` has jobs from position 0 on that are under way, by series. */
export function partsByJobs(
  hands: Hands,
  offers: Offers,
  method: string,
  begun: ReadonlyMap<SeriesName, Extended> = new Map(),
): PartsSource {
  return async function* (request: PartsRequest): AsyncGenerator<SolvedPart, void, undefined> {
    const known: NamedColumn[] = [];
    const { range, series } = request;
    const pieceLength = pieceOf(request);
    let offered = 0;
    for (const { start, stop } of cutAtMultiples(range, mostPositions(series, pieceLength))) {
      known.push(...(await offerKnown(request, offers, { start: offered, stop: start })));
      offered = start;
      const input = { ...inputOf(request, method, pieceLength), start, stop, known };
      yield* stretch(hands, request, input, start === 0 ? begun.get(series) : undefined);
    }
  };
}

/** Names the values of a range, which are read again when somebody asks for them. */
async function offerKnown(
  { lower, series }: PartsRequest,
  offers: Offers,
  range: Range,
): Promise<NamedColumn[]> {
  const known: NamedColumn[] = [];
  for (const run of cutAtMultiples(range, RUN[series])) {
    const values = await lower.read(run);
    const bytes = bytesOf(values);
    const hash = hashOf(bytes);
    await offers.offer(hash, bytes, async () => bytesOf(await lower.read(run)));
    known.push({ ...run, width: values.width, hash });
  }
  return known;
}

/** Parts of jobs are whole blocks, which are stored as they come, unless somebody wants longer ones than usual. */
function pieceOf({ series, blockLength, pieceLength }: PartsRequest): number {
  return blockLength <= DESCRIPTIONS[series].blockLength ? blockLength : pieceLength;
}

/** Begins the first job of a series of which nothing is stored. */
export function beginFirst(
  hands: Hands,
  game: Game,
  series: SeriesName,
  to: number,
  method: string,
): Extended {
  const pieceLength = DESCRIPTIONS[series].blockLength;
  const stop = Math.min(to, mostPositions(series, pieceLength));
  const input = { ...inputOf({ game, series }, method, pieceLength), start: 0, stop, known: [] };
  const done = hands.do(EXTENSION, input);
  // An error is raised when its turn comes.
  done.catch(() => undefined);
  return done;
}

function inputOf(
  { game: { key, definition }, series }: Pick<PartsRequest, 'game' | 'series'>,
  method: string,
  pieceLength: number,
): Omit<ExtensionInput, 'start' | 'stop' | 'known'> {
  return { key, definition, series, method, pieceLength };
}

async function* stretch(
  hands: Hands,
  request: PartsRequest,
  input: ExtensionInput,
  begun: Extended | undefined,
): AsyncGenerator<SolvedPart, void, undefined> {
  const { game, series, lower, random } = request;
  let front = input.start;
  let next = begun;
  while (front < input.stop) {
    const { result, worker } = await (next ?? hands.do(EXTENSION, input));
    next = undefined;
    for (const part of result) {
      // What was right of an earlier result has been handed on.
      if (part.start < front) continue;
      const sound = { ...part, values: narrow(part.values) };
      const before = lower.fork();
      before.add(sound);
      try {
        await checkSample(game, series, sound, before, random);
      } catch (error) {
        if (!(error instanceof TakeawayError && error.code === 'internal')) throw error;
        hands.refuse(worker, error.found ?? error.message);
        break;
      }
      yield sound;
      front = part.stop;
    }
  }
}
