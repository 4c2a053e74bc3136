/** The job that extends a series from values given by hash, to an end or by the whole blocks that its time allows. */
import { packBest } from '../../columnar/encodings.js';
import { byteLength, SERIES, SERIES_NAMES, type SeriesName } from '../../columnar/layout.js';
import { oneOf } from '../../common/one-of.js';
import { sha256 } from '../../common/sha256.js';
import type { Range } from '../../common/range.js';
import { narrow } from '../../engine/extending/rule-parts.js';
import { solve } from '../../engine/extending/solve.js';
import { joinParts, type SolvedPart } from '../../engine/series/columns.js';
import { METHOD_NAMES, SEED_METHOD } from '../../engine/series/methods.js';
import type { SolvedView } from '../../engine/views/view.js';
import {
  exactBytes,
  namedView,
  readNamed,
  readPackedHead,
  unpackedOf,
  type NamedColumn,
  type PackedHead,
} from './columns.js';
import { gameOf, readNamedGame, type NamedGame } from './game.js';
import { orInvalid, type JobContext, type JobKind, type Made } from '../job.js';
import { ENDLESS_SECONDS, integerOf, listOf, objectOf, secondsOf, textOf } from '../reading.js';

/** Maximum positions of a job: its values take at most 256 MiB of memory, a quarter of that for most games. */
const MAX_BITS = 2 ** 30;
const MAX_INTEGERS = 2 ** 26;
const MAX_RUNS = 4096;

export interface ExtensionInput extends Range, NamedGame {
  readonly series: SeriesName;
  readonly method: string;
  /** Parts end at multiples of this. */
  readonly pieceLength: number;
  /** No part but the first is begun after this. */
  readonly seconds: number;
  /** Runs that cover all positions below `start`; estimates sample all of them. */
  readonly known: readonly NamedColumn[];
}

export function mostPositions(series: SeriesName, pieceLength: number): number {
  return Math.min(SERIES[series].isBits ? MAX_BITS : MAX_INTEGERS, (MAX_RUNS - 1) * pieceLength);
}

export const CONFIRM = {
  again: (input: ExtensionInput, parts: readonly SolvedPart[]): ExtensionInput => ({
    ...input,
    stop: parts[parts.length - 1].stop,
    seconds: ENDLESS_SECONDS,
  }),
  hashOf: (parts: readonly SolvedPart[]): string =>
    sha256(Buffer.concat(parts.map(({ values }) => narrow(values).bytes))),
};

export const EXTENSION: JobKind<ExtensionInput, readonly SolvedPart[]> = {
  name: 'extension',
  readInput(json) {
    const fields = objectOf(json);
    const series = oneOf(textOf(fields.series), SERIES_NAMES, 'The series');
    const start = integerOf(fields.start);
    const pieceLength = integerOf(fields.pieceLength, 64, MAX_BITS);
    return {
      ...readNamedGame(fields),
      series,
      method: oneOf(textOf(fields.method), METHOD_NAMES, 'The method'),
      start,
      stop: integerOf(fields.stop, start + 1, start + mostPositions(series, pieceLength)),
      pieceLength,
      seconds: secondsOf(fields.seconds),
      known: listOf(fields.known, 2 ** 20, (one) => readNamed(one, series)),
    };
  },
  async compute(input, context) {
    return (await extended(input, context)).made;
  },
  confirm: CONFIRM,
  most: ({ start, stop, series }) =>
    SERIES[series].isBits ? byteLength(1, stop - start + 8 * MAX_RUNS) : byteLength(32, stop - start),
  readResult: ({ start, stop, series, pieceLength }, { data, blobs }) =>
    orInvalid(() => {
      let front = start;
      const parts = listOf(data, MAX_RUNS, (json) => {
        const head = readPackedHead(json, series);
        const isInPlace =
          head.start === front && head.stop <= (Math.floor(front / pieceLength) + 1) * pieceLength;
        if (!isInPlace) throw new TypeError(`values from ${head.start} to ${head.stop} in the wrong place`);
        front = head.stop;
        return { head, methods: listOf(objectOf(json).methods, 16, methodIn) };
      });
      const isWhole = front === stop || (front > start && front < stop && front % pieceLength === 0);
      if (!isWhole) throw new TypeError(`values to ${front}, not to ${stop}`);
      if (blobs.length !== parts.length)
        throw new TypeError(`${blobs.length} blobs of ${parts.length} parts`);
      return parts.map(({ head, methods }, i) => {
        return { start: head.start, stop: head.stop, values: unpackedOf(head, blobs[i]), methods };
      });
    }),
};

/** Computes a job; `values` has the given and the new ones. */
export async function extended(
  input: ExtensionInput,
  context: JobContext,
): Promise<{ readonly made: Made; readonly values: SolvedView }> {
  const game = gameOf(input);
  const { series, method, pieceLength, start, stop, seconds } = input;
  let lower = namedView(series, input.known, context);
  const begun = performance.now();
  const heads: (PackedHead & { readonly methods: readonly string[] })[] = [];
  const blobs: Uint8Array[] = [];
  const range = { start, stop };
  let gathered: SolvedPart[] = [];
  for await (const part of solve({
    ...{ game, series, range, method, pieceLength },
    read: (part) => lower.read(part),
    solver: { threads: 1 },
  })) {
    lower = lower.with(part);
    gathered.push(part);
    if (part.stop % pieceLength !== 0 && part.stop !== stop) continue;
    const { values, ...joined } = joinParts(gathered);
    gathered = [];
    const { encoding, packed } = packBest(exactBytes(values));
    heads.push({ ...joined, width: values.width, encoding });
    blobs.push(packed);
    const isOver = context.signal?.aborted === true || performance.now() - begun > 1000 * seconds;
    // A job that confirms another result has no time limit, and is not cut short.
    if (isOver && seconds < ENDLESS_SECONDS) break;
  }
  return { made: { data: heads, blobs }, values: lower };
}

function methodIn(json: unknown): string {
  return oneOf(textOf(json), [...METHOD_NAMES, SEED_METHOD], 'The method');
}
