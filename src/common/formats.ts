/**
 * What a format of a file is, and finding one by its name or by the ending of a file. Separate from the formats, of
 * which series, tables and figures each have a list.
 */
import { oneOf } from './one-of.js';

/** What is known of every format; each list adds what makes its bytes. */
export interface Format<Name extends string = string> {
  readonly name: Name;
  /** What it is, in a few words. */
  readonly describe: string;
  /** The endings of file names that mean it, lower case, with their dots. */
  readonly endings: readonly string[];
  /** Whether a terminal cannot show it. */
  readonly isBinary: boolean;
}

/** The format of a name. Raises a usage error, with the nearest name, where there is none. */
export function formatNamed<One extends Format>(formats: readonly One[], name: string): One {
  const known = oneOf(
    name,
    formats.map((format) => format.name),
    'The format',
  );
  return formats.find((format) => format.name === known)!;
}

/** The format that the ending of a file's name means, whatever its case. */
export function formatOfFile<One extends Format>(formats: readonly One[], path: string): One | undefined {
  const name = path.toLowerCase();
  return formats.find(({ endings }) => endings.some((ending) => name.endsWith(ending)));
}
