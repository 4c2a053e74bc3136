/** Binary data on stdout. Separate from the streams themselves, which the program needs before it loads the library. */
import { usageError } from '../../common/errors.js';
import { isDataOnTerminal } from './output.js';

/** Raises a usage error when data would go to a terminal, which cannot show a binary format. */
export function refuseTerminal(format: string): void {
  if (!isDataOnTerminal()) return;
  throw usageError({
    subject: `The format ${format}`,
    expected: 'a file or a pipe',
    found: 'a terminal, which cannot show binary data',
    help: 'Name an output file, or redirect with >.',
  });
}
