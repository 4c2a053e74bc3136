/** Writes the output of a command to stdout, or to a new file or folder that a message then describes. */
import { hasCode, refuse } from '../common/errors.js';
import { formatForFile, formatNamed, formatOfFile, type Format } from '../common/formats.js';
import { checkOutput, TABLE_FORMATS, writeOutput, type Bytes, type WrittenFolder } from '../rim.js';
import type { Common } from './command.js';
import { asText, choice, flag, optional, type Param, withShort } from '../words/params.js';
import { isDataOnTerminal, say, sayDone, writeData } from './terminal/output.js';
import { watched, type Watch } from './terminal/progress.js';
import { byteSize, count } from '../words/text.js';

/** Stands for stdout. */
export const STDOUT = '-';

export function namesOf<Name extends string>(formats: readonly Format<Name>[]): Name[] {
  return formats.map(({ name }) => name);
}

/** Returns the option for the format, by default the one of the output's ending. */
export function formatOption<Name extends string>(formats: readonly Format<Name>[]): Param<Name | undefined> {
  return choice(`Default by the ending of the output (${endingsOf(formats).join(', ')})`, namesOf(formats));
}

/** Returns the given format, or the one of the output's ending. Raises a usage error for neither, and if the two differ. */
export function formatOf<Name extends string>(
  formats: readonly Format<Name>[],
  given: Name | undefined,
  output: string,
): Format<Name> {
  if (output === STDOUT && given !== undefined) return formatNamed(formats, given);
  if (given !== undefined || formatOfFile(formats, output) !== undefined)
    return formatForFile(formats, output, given);
  refuse(
    '{output} does not say a format. Give --format with one of {formats}, or an --output that ends in {endings}.',
    { output: output === STDOUT ? 'stdout' : output, formats: namesOf(formats), endings: endingsOf(formats) },
  );
}

/** Raises a usage error for a binary format on a terminal. */
function refuseTerminal({ name, isBinary }: Format): void {
  if (!isBinary || !isDataOnTerminal()) return;
  refuse('A terminal cannot show the format {format}. Name an output file, or redirect with >.', {
    format: name,
  });
}

export function endingsOf(formats: readonly Format[]): string[] {
  return [...new Set(formats.flatMap(({ endings }) => endings))];
}

/** Returns the options of a command that writes a new file; `use` continues their text. */
export function outputOptions(use: string) {
  return {
    output: withShort('o', optional('FILE', `A file that does not exist yet, ${use}`, asText)),
    force: flag('Replace an existing output once the new one is complete'),
  };
}

/** Options of a command that writes data. */
export const OUTPUT_OPTIONS = outputOptions('or - for stdout, the default');

/** The same for a table that is written in addition to what is printed. */
export const TABLE_OPTIONS = outputOptions(`for the table (${endingsOf(TABLE_FORMATS).join(', ')})`);

/** Raises a usage error for `--force` without a file. */
export function checkForce(output = STDOUT, force = false): void {
  if (force && output === STDOUT)
    refuse('--force replaces a file, and none is named. Give --output FILE, or leave --force out.');
}

/** An output: its path, its content by names of JSON, and its format. */
export interface OutputFacts {
  readonly output: string;
  readonly of?: Readonly<Record<string, string>>;
  readonly format: Format;
  /** A sentence on another way to JSON, if `--json` cannot report as the data go to stdout. */
  readonly insteadOfReport?: string;
  /** Writes a folder of files instead of the bytes. */
  readonly folder?: ((watch: Watch) => Promise<WrittenFolder>) | undefined;
}

/** Writes to stdout, or to a new file or folder and reports it. Raises usage errors before the work begins. */
export async function writeOut(
  task: string,
  { output, of = {}, format, insteadOfReport, folder }: OutputFacts,
  how: Common & { readonly force?: boolean },
  bytesOf: (watch: Watch) => Bytes | Promise<Bytes>,
): Promise<void> {
  const { force = false } = how;
  const isStdout = output === STDOUT;
  checkForce(output, force);
  if (isStdout) {
    if (how.json && insteadOfReport !== undefined)
      refuse(
        `The data go to stdout, so --json has no place to report. Give --output FILE; ${insteadOfReport}`,
      );
    refuseTerminal(format);
  }
  // Checked before the work, which may take minutes; writing checks again.
  if (!isStdout && folder === undefined) await checkOutput(output, force);
  const words = {
    asked: isStdout
      ? 'Stopping.'
      : `Stopping; the unfinished ${folder === undefined ? 'file' : 'folder'} is being removed.`,
    stopped: () => (isStdout ? 'The output is incomplete.' : `The unfinished ${output} was removed.`),
  };
  let isBegun = false;
  const work = async (watch: Watch): Promise<Partial<WrittenFolder>> => {
    if (folder !== undefined) return folder(watch);
    const bytes = await bytesOf(watch);
    if (!isStdout) return { bytes: await writeOutput(output, bytes, { force }) };
    for await (const chunk of bytes) {
      isBegun = true;
      await writeData(chunk);
    }
    return {};
  };
  const written = await watched(task, how, work, words).catch((error: unknown) => {
    if (isBegun && !hasCode(error, 'interrupted')) say(words.stopped());
    throw error;
  });
  if (written.bytes === undefined) return;
  const parts = written.files === undefined ? '' : ` in ${count(written.files, 'file')}`;
  const what = [...Object.values(of), format.name].join(' as ');
  const told = `Wrote ${output}: ${what}${parts}, ${byteSize(written.bytes)}.`;
  await sayDone(how, { output, ...of, format: format.name, ...written }, () => told);
}
