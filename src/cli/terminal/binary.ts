/** Binary data on stdout. */
import { usageError } from '../../common/errors.js';
import type { Format } from '../../common/formats.js';
import { isDataOnTerminal } from './output.js';

/** Raises a usage error when data would go to a terminal that cannot show its format. */
export function refuseTerminal({ name, isBinary }: Format): void {
  if (!isBinary || !isDataOnTerminal()) return;
  throw usageError({
    subject: `The format ${name}`,
    expected: 'a file or a pipe',
    found: 'a terminal, which cannot show binary data',
    help: 'Name an output file, or redirect with >.',
  });
}
