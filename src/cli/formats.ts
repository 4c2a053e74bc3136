/** The format of an output: its option, and how it follows from the output's name. */
import { refuse } from '../common/errors.js';
import { formatForFile, formatNamed, formatOfFile, type Format } from '../common/formats.js';
import { choice, type Option } from './command.js';
import { isDataOnTerminal } from './terminal/output.js';

/** An output that is no file. */
export const STDOUT = '-';

/** The names of formats. */
export function namesOf<Name extends string>(formats: readonly Format<Name>[]): Name[] {
  return formats.map(({ name }) => name);
}

/** The option that names a format, by default that of the output's ending. */
export function formatOption<Name extends string>(
  formats: readonly Format<Name>[],
): Option<Name | undefined> {
  return choice(`Default by the ending of the output (${endingsOf(formats).join(', ')})`, namesOf(formats));
}

/** The format that is given, or else meant by the output. Raises a usage error where neither says, or they differ. */
export function formatOf<Name extends string>(
  formats: readonly Format<Name>[],
  given: Name | undefined,
  output: string,
): Format<Name> {
  if (output === STDOUT && given !== undefined) return formatNamed(formats, given);
  if (given !== undefined || formatOfFile(formats, output) !== undefined)
    return formatForFile(formats, output, given);
  const endings = endingsOf(formats);
  const last = endings.pop();
  refuse(
    '--format',
    `one of ${namesOf(formats).join(', ')}, or an --output that ends in ${endings.join(', ')} or ${last}`,
    output === STDOUT ? 'neither' : `the output ${output}`,
  );
}

/** Raises a usage error when data would go to a terminal that cannot show its format. */
export function refuseTerminal({ name, isBinary }: Format): void {
  if (!isBinary || !isDataOnTerminal()) return;
  refuse(`The format ${name}`, 'a file or a pipe', 'a terminal, which cannot show binary data', {
    help: 'Name an output file, or redirect with >.',
  });
}

/** The endings of all formats. */
export function endingsOf(formats: readonly Format[]): string[] {
  return [...new Set(formats.flatMap(({ endings }) => endings))];
}
