/** Sequences of `takeaway export`: b-files with an offset, a number of terms and a header, and lines of OEIS data. */
import { refuse } from '../../../common/errors.js';
import { packageVersion } from '../../../platform/package-root.js';
import { readGame, type SequenceName, type SeriesName } from '../../../index.js';
import {
  describeBeginning,
  oeisEntryOf,
  SEQUENCE_NAMES,
  SEQUENCES,
  type SequenceTextOptions,
} from '../../../rim.js';
import { choice, flag, optional, type Values } from '../../../words/params.js';
import { numberFrom, parseNumber } from '../../../words/numbers.js';
import { shownGame } from '../../shown-games.js';

/** The format of a line of OEIS data, in addition to the formats of ranges. */
export const DATA_FORMAT = 'oeis';

export const SEQUENCE_OPTIONS = {
  sequence: choice('b-file or data of; cold in every format', SEQUENCE_NAMES),
  offset: optional('K', 'b-file: the index of the first term', parseNumber),
  terms: optional('N', 'b-file or data: how many terms, exactly', numberFrom(1, 2 ** 40, '2^40')),
  verbose: flag('b-file: begin with comments that say what it is'),
};

type Args = Values<typeof SEQUENCE_OPTIONS> & {
  readonly game: string;
  readonly format: string | undefined;
  readonly series: SeriesName | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly output: string;
};

/** Whether a sequence is requested rather than a range. Raises a usage error for a format without terms. */
export function isSequence(args: Args): boolean {
  const { format, output, sequence, offset, terms, verbose } = args;
  const given = Object.entries({ sequence, offset, terms, verbose })
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name]) => `--${name}`);
  if (format === DATA_FORMAT || given.length === 0) return format === DATA_FORMAT;
  const isText = format === 'bfile' || (format === undefined && (output === '-' || output.endsWith('.txt')));
  if (isText) return true;
  // A column of cold positions.
  if (sequence === 'cold' && given.length === 1) return false;
  refuse(
    format === undefined
      ? '{option} is for b-files, and {output} is none. Give --format bfile.'
      : '{option} is for b-files, not for the format {format}. Give --format bfile.',
    { option: given[0], format, output },
  );
}

/** Returns the options of a sequence; `usual` gives the series if none is named. */
export function sequenceOptions(args: Args, usual: () => SeriesName): SequenceTextOptions {
  const { format, from, to, terms, offset } = args;
  if (args.sequence !== undefined && args.series !== undefined) {
    refuse('--sequence and --series exclude each other. Leave one out.');
  }
  const sequence: SequenceName = args.sequence ?? args.series ?? usual();
  const isData = format === DATA_FORMAT;
  if (isData && (offset !== undefined || args.verbose))
    refuse('--format oeis writes nothing but terms. Leave {option} out.', {
      option: offset === undefined ? '--verbose' : '--offset',
    });
  const header = args.verbose ? headerOf(args.game, sequence) : [];
  return { sequence, from, to, terms, offset, header, format: isData ? 'oeis' : 'bfile' };
}

/** Returns the comments of a b-file: its content, its OEIS number, and the program. */
function headerOf(text: string, sequence: SequenceName): string[] {
  const game = readGame(text);
  const entry = oeisEntryOf(game, sequence);
  const { describe } = SEQUENCES.find(({ name }) => name === sequence)!;
  return [
    `Subtraction game ${shownGame(game.key)}: ${describe}. Lines are n a(n).`,
    ...(entry === null ? [] : [`${entry.number}: ${entry.link}, where ${describeBeginning(entry)}.`]),
    `Computed by takeaway ${packageVersion()}.`,
  ];
}
