/**
 * What a format of a file is, and finding one by its name or by the ending of a file. A file is what its ending says: that is
 * checked here before any work. Series, tables, figures and results of SQL each have a list of formats.
 */
import { refuse } from './errors.js';
import { oneOf } from './one-of.js';

/** The endings of file names that mean something here, lower case, with their dots. */
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

/** Endings of what is never written here, but what many programs take a file for by them. */
const FOREIGN = (
  '.gz .zst .bz2 .xz .zip .xls .xlsx .ods .pdf .xml .jpg .jpeg ' +
  '.npz .h5 .hdf5 .orc .avro .sqlite .db .duckdb'
).split(' ');

/** What is known of every format; each list adds what makes its bytes. */
export interface Format<Name extends string = string> {
  readonly name: Name;
  readonly describe: string;
  /** The endings of file names that mean it, of `ENDINGS`. */
  readonly endings: readonly string[];
  /** Whether a terminal cannot show it. */
  readonly isBinary: boolean;
}

/** The format of a name. Raises a usage error, with the nearest name, where there is none. */
export function formatNamed<One extends Format>(formats: readonly One[], name: string): One {
  const names = formats.map((format) => format.name);
  return formats[names.indexOf(oneOf(name, names, 'The format'))];
}

/** The format that the ending of a file's name means, whatever its case. */
export function formatOfFile<One extends Format>(formats: readonly One[], path: string): One | undefined {
  const ending = endingOf(path);
  return ending === undefined ? undefined : formats.find(({ endings }) => endings.includes(ending));
}

/**
 * The format of a file to be written: the one that is named, else what the ending means. Raises a usage error where the
 * ending means something else, and where neither says what the file is.
 */
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

/** The ending of a file's name, where it means something: the longest of those that do. */
function endingOf(path: string): string | undefined {
  const name = path.toLowerCase();
  return [...Object.values(ENDINGS).flat(), ...FOREIGN]
    .filter((ending) => name.endsWith(ending))
    .sort((a, b) => b.length - a.length)
    .at(0);
}
