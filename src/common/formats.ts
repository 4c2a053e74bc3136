/**
 * Formats of files, by name or by a file's ending. A file whose ending means another format is refused before any work. Series,
 * tables, figures and results of SQL each have a list of formats.
 */
import { refuse } from './errors.js';
import { oneOf } from './one-of.js';

/** Endings of file names with a meaning, lower case. */
export const ENDINGS = {
  arrow: ['.arrow', '.feather'],
  arrowStream: ['.arrows'],
  parquet: ['.parquet'],
  npy: ['.npy'],
  csv: ['.csv'],
  tsv: ['.tsv'],
  json: ['.json'],
  jsonLines: ['.jsonl', '.ndjson'],
  text: ['.txt'],
  markdown: ['.md'],
  latex: ['.tex'],
  svg: ['.svg'],
  png: ['.png'],
  vegaLite: ['.vl.json'],
  html: ['.html'],
  surveyPart: ['.survey'],
} as const;

/** Endings of formats that are never written here, so that no file gets a misleading name. */
const FOREIGN = (
  '.gz .zst .bz2 .xz .zip .xls .xlsx .ods .pdf .xml .jpg .jpeg ' +
  '.npz .h5 .hdf5 .orc .avro .sqlite .db .duckdb'
).split(' ');

/** Facts of a format; each list adds an encoder. */
export interface Format<Name extends string = string> {
  readonly name: Name;
  readonly describe: string;
  /** The endings of file names that mean it, of `ENDINGS`. */
  readonly endings: readonly string[];
  /** Whether a terminal cannot show it. */
  readonly isBinary: boolean;
}

/** Returns the format with a name. Raises a usage error with the nearest name if there is none. */
export function formatNamed<One extends Format>(formats: readonly One[], name: string): One {
  const names = formats.map((format) => format.name);
  return formats[names.indexOf(oneOf(name, names, 'The format'))];
}

/** Returns the format of a file's ending, in any case. */
export function formatOfFile<One extends Format>(formats: readonly One[], path: string): One | undefined {
  const ending = endingOf(path);
  return ending === undefined ? undefined : formats.find(({ endings }) => endings.includes(ending));
}

/** Returns the format of a file to be written: the named one, else the one of the ending. Raises a usage error for neither, and if they differ. */
export function formatForFile<One extends Format>(formats: readonly One[], path: string, name?: string): One {
  const format = name === undefined ? formatOfFile(formats, path) : formatNamed(formats, name);
  const ending = endingOf(path);
  if (format !== undefined && (ending === undefined || format.endings.includes(ending))) return format;
  const endings = [...new Set((format === undefined ? formats : [format]).flatMap((one) => one.endings))];
  refuse(
    format === undefined
      ? '{path} does not say a format. Choose a name that ends in {endings}.'
      : '{path} cannot have the format {format}. Choose a name that ends in {endings}.',
    { path, format: format?.name, endings: endings.join(' or ') },
  );
}

/** Returns the longest ending of a file's name that has a meaning. */
function endingOf(path: string): string | undefined {
  const name = path.toLowerCase();
  return [...Object.values(ENDINGS).flat(), ...FOREIGN]
    .filter((ending) => name.endsWith(ending))
    .sort((a, b) => b.length - a.length)
    .at(0);
}
