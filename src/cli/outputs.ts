/** Where data go that are written out: to stdout, or into a new file or folder, of which is then said what it has. */
import { refuse, TakeawayError, usageError } from '../common/errors.js';
import type { Format } from '../common/formats.js';
import { checkNewFile, TABLE_FORMATS, writeNewFile, type Bytes, type WrittenFolder } from '../rim.js';
import { asText, flag, optional, withShort, type Common } from './command.js';
import { endingsOf, refuseTerminal, STDOUT } from './formats.js';
import { say, sayDone, writeData } from './terminal/output.js';
import { watched, type Watch } from './terminal/progress.js';
import { byteSize, count } from '../words/text.js';

/** The options of a command that writes data out. */
export const OUTPUT_OPTIONS = {
  output: withShort(
    'o',
    optional('FILE', 'A file that does not exist yet, or - for stdout, the default', asText),
  ),
  force: flag('Replace an output that exists, once the new one is whole'),
};

/** The same where the output is a table beside what is printed. */
export const TABLE_OPTIONS = {
  output: withShort(
    'o',
    optional(
      'FILE',
      `A file that does not exist yet, for the table (${endingsOf(TABLE_FORMATS).join(', ')})`,
      asText,
    ),
  ),
  force: OUTPUT_OPTIONS.force,
};

/** Raises a usage error for `--force` without a file. */
export function checkForce(output = STDOUT, force = false): void {
  if (force && output === STDOUT) refuse('--force', '--output FILE, a file to replace', 'none');
}

/** What is written where: what it is, by its name in JSON, and its format. */
export interface OutputFacts {
  readonly output: string;
  readonly of?: Readonly<Record<string, string>>;
  readonly format: Format;
  /** Why `--json` cannot report on stdout, where it cannot. */
  readonly noReport?: { readonly found: string; readonly help: string };
  /** Writes a folder of files, where one is wanted in place of the bytes. */
  readonly folder?: ((watch: Watch) => Promise<WrittenFolder>) | undefined;
}

/** Writes to stdout, or to a new file or folder and says so. Raises usage errors before work for what cannot be written there. */
export async function writeOut(
  task: string,
  { output, of = {}, format: { name: format, ...shown }, noReport, folder }: OutputFacts,
  how: Common & { readonly force?: boolean },
  bytesOf: (watch: Watch) => Bytes | Promise<Bytes>,
): Promise<void> {
  const { force = false } = how;
  const isStdout = output === STDOUT;
  checkForce(output, force);
  if (isStdout) {
    if (how.json && noReport !== undefined)
      throw usageError({ subject: '--json', expected: 'an --output FILE to report on', ...noReport });
    refuseTerminal({ name: format, ...shown });
  }
  // Before minutes of work are lost; writing checks again.
  if (!isStdout && folder === undefined) await checkNewFile(output, force);
  const words = {
    asked: isStdout
      ? 'Stopping.'
      : `Stopping; the unfinished ${folder === undefined ? 'file' : 'folder'} is being removed.`,
    stopped: () => (isStdout ? 'The output is not whole.' : `The unfinished ${output} was removed.`),
  };
  let isBegun = false;
  const work = async (watch: Watch): Promise<Partial<WrittenFolder>> => {
    if (folder !== undefined) return folder(watch);
    const bytes = await bytesOf(watch);
    if (!isStdout) return { bytes: await writeNewFile(output, bytes, force) };
    for await (const chunk of bytes) {
      isBegun = true;
      await writeData(chunk);
    }
    return {};
  };
  const written = await watched(task, how, work, words).catch((error: unknown) => {
    if (isBegun && !(error instanceof TakeawayError && error.code === 'interrupted')) say(words.stopped());
    throw error;
  });
  if (written.bytes === undefined) return;
  const parts = written.files === undefined ? '' : ` in ${count(written.files, 'file')}`;
  const what = [...Object.values(of), format].join(' as ');
  const told = `Wrote ${output}: ${what}${parts}, ${byteSize(written.bytes)}.`;
  await sayDone(how, { output, ...of, format, ...written }, () => told);
}
