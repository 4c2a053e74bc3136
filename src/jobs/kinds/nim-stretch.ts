/**
 * The far part of a stretch of nim-values of one big game as a job: what each position lacks, by its options among the values that
 * the run has made known. The result says up to where it has used them, and is a pure function of the stretch and that. What a
 * thread knows of the game stays there for the next stretches.
 */
import { integersOf } from '../../columnar/layout.js';
import { lengthOf, type Range } from '../../common/range.js';
import { FarMarker, type MarkedStretch } from '../../solver/dynamic-programming/far-marker.js';
import { LACKING_BYTES, packLacking, unpackLacking } from '../../solver/dynamic-programming/lacking.js';
import { keptAs, KeptThreads, orInvalid, type JobContext, type JobKind } from '../job.js';
import { integerOf, listOf, objectOf, rangeOf } from '../reading.js';
import { columnOf, readNamed, type NamedColumn } from './columns.js';
import { gameOf, readNamedGame, type NamedGame } from './game.js';
import { KnownNews } from './known-news.js';

/** Positions of a stretch, at most: its lists are a blob. */
export const MOST_STRETCH = 2 ** 22;
const MOST_PARTS = 64;

/** A stretch, and the range of all stretches that the run may ask for. */
export interface NimStretchInput extends NamedGame {
  readonly stretch: Range;
  readonly range: Range;
  /** The first position of the news. */
  readonly origin: number;
  /** News that there are at least. */
  readonly news: number;
}

export const NIM_STRETCH: JobKind<NimStretchInput, MarkedStretch> = {
  name: 'nim-stretch',
  readInput(json) {
    const fields = objectOf(json);
    const range = rangeOf(fields.range);
    const stretch = rangeOf(fields.stretch, MOST_STRETCH);
    integerOf(stretch.start, range.start);
    integerOf(stretch.stop, 0, range.stop);
    const origin = integerOf(fields.origin, 0, range.start);
    return { ...readNamedGame(fields), stretch, range, origin, news: integerOf(fields.news) };
  },
  async compute(input, context) {
    const values = keptAs(context, 'values', () => new ValuesKnown(input, context));
    const { lists, parts } = await values.mark(input, context);
    return { data: parts, blobs: [packLacking(lists)] };
  },
  most: ({ stretch }) => ({ blobs: 1, bytes: LACKING_BYTES * lengthOf(stretch) }),
  readResult: ({ stretch }, { data, blobs }) =>
    orInvalid(() => {
      let start = stretch.start;
      const parts = listOf(data, MOST_PARTS, (json) => {
        const { stop, known } = objectOf(json);
        start = integerOf(stop, start, stretch.stop);
        return { stop: start, known: integerOf(known, 0, stretch.start) };
      });
      if (start !== stretch.stop || blobs.length !== 1)
        throw new TypeError('other bytes than those of a stretch');
      return { lists: unpackLacking(blobs[0], lengthOf(stretch)), parts };
    }),
};

/** All that a thread keeps for the stretches of a run. */
class ValuesKnown extends KeptThreads {
  readonly #news: KnownNews<NamedColumn>;
  readonly #marker: FarMarker;

  constructor(input: NimStretchInput, { threads }: JobContext) {
    super();
    this.#news = new KnownNews(NIM_STRETCH.name, input.origin, (json) => readNamed(json, 'nim'));
    this.#marker = new FarMarker(gameOf(input).set, input.range, threads);
  }

  async end(): Promise<void> {
    await this.#marker.end();
  }

  async mark({ stretch, news }: NimStretchInput, context: JobContext): Promise<MarkedStretch> {
    const learn = async (): Promise<void> => {
      await this.#news.learn(context, 0, async (piece) => {
        this.#marker.append(integersOf(columnOf(piece, await context.blob(piece.hash))));
      });
    };
    await learn();
    this.#news.checkCount(news);
    return this.#marker.mark(stretch, learn);
  }
}
