/**
 * File formats, found by name or by the ending of a file name. A format must agree with the ending, which is checked here before any
 * work. Series, tables, figures and results of SQL each have a list of formats.
 */
import { refuse } from './errors.js';
import { oneOf } from './one-of.js';

/** The endings of the formats, in lower case, with their dots. */
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

/** Endings of formats that are never written here, but that other programs recognise. */
const FOREIGN = (
  '.gz .zst .bz2 .xz .zip .xls .xlsx .ods .pdf .xml .jpg .jpeg ' +
  '.npz .h5 .hdf5 .orc .avro .sqlite .db .duckdb'
).split(' ');

/** The fields of every format; each list adds the function that makes its bytes. */
export interface Format<Name extends string = string> {
  readonly name: Name;
  readonly describe: string;
  /** Its endings, from `ENDINGS`. */
  readonly endings: readonly string[];
  /** Whether a terminal cannot show it. */
  readonly isBinary: boolean;
}

/** Returns the format of a name. Raises a usage error, with the nearest name, if there is none. */
export function formatNamed<One extends Format>(formats: readonly One[], name: string): One {
  const names = formats.map((format) => format.name);
  return formats[names.indexOf(oneOf(name, names, 'The format'))];
}

/** Returns the format of a file name by its ending, in upper or lower case. */
export function formatOfFile<One extends Format>(formats: readonly One[], path: string): One | undefined {
  const ending = endingOf(path);
  return ending === undefined ? undefined : formats.find(({ endings }) => endings.includes(ending));
}

/**
 * Returns the format of a file to be written: the named one, or else that of the ending. Raises a usage error if the ending belongs to
 * another format, or if there is neither a name nor a known ending.
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

/** Returns the longest known ending of a file name. */
function endingOf(path: string): string | undefined {
  const name = path.toLowerCase();
  return [...Object.values(ENDINGS).flat(), ...FOREIGN]
    .filter((ending) => name.endsWith(ending))
    .sort((a, b) => b.length - a.length)
    .at(0);
}
