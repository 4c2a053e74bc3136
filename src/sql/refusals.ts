/** DuckDB's refusals of queries as errors: one line, with the place in the query. */
import { failure, interruptedError, type TakeawayError } from '../common/errors.js';
import { didYouMean } from '../common/one-of.js';
import type { Remedy } from '../common/remedies.js';
import { parseGame } from '../game/game.js';
import { GAME_TABLES } from './tables.js';

/** A missing table, optionally in a schema, or a database in which DuckDB expects it. */
const UNKNOWN = /(?:Table with name|^Catalog) "?(.+?)"? does not exist/;

/** Converts a message of DuckDB about a query; `tables` are the available names. */
export function refusalOf(message: string, sql: string, tables: readonly string[]): TakeawayError {
  const [kind = '', text] = splitKind(message);
  const [body, place] = splitPlace(text, sql);
  const where =
    place === undefined ? 'The SQL is refused: ' : 'The SQL is refused at line {line}, column {column}: ';
  if (kind.startsWith('INTERRUPT')) return interruptedError();
  const unknown = UNKNOWN.exec(body)?.[1];
  if (unknown !== undefined) {
    return failure(
      'usage',
      `${where}there is no table {table}. The tables are {tables}.`,
      { ...place, table: unknown, tables },
      { remedy: nearestTable(unknown, tables) ?? withGame(unknown) },
    );
  }
  const reason = inOneLine(body);
  if (kind === 'Permission') {
    const remedy = { do: 'allow', what: 'files' } as const;
    return failure(
      'usage',
      `${where}only the store can be read: {reason}.`,
      { ...place, reason },
      { remedy },
    );
  }
  if (kind === 'Out of Memory') {
    // DuckDB's advice is about settings, which are locked.
    return failure(
      'usage',
      `${where}the allowed memory is not enough: {reason}. A smaller range, or fewer groups, takes less.`,
      { ...place, reason: reason.split(';')[0] },
      { remedy: { do: 'allow', what: 'memory' } },
    );
  }
  if (kind === 'INTERNAL' || kind === 'FATAL') {
    return failure('internal', 'DuckDB could not answer: {reason}.', { reason });
  }
  return failure('usage', `${where}{reason}.`, { ...place, reason }, { remedy: withGame(sql.trim()) });
}

/** Suggests the intended table, perhaps given without its game. */
function nearestTable(unknown: string, tables: readonly string[]): Remedy | undefined {
  const ofGame = tables.find((name) => name.endsWith(`.${unknown}`));
  return didYouMean(ofGame ?? unknown, tables);
}

/** Suggests naming a game: one taken for a table or schema, or one for the table. */
function withGame(unknown: string): Remedy | undefined {
  if (GAME_TABLES.includes(unknown)) return { do: 'query-in-sql', game: 'squares' };
  const game = [unknown, unknown.split('.')[0]].find(isGame);
  return game === undefined ? undefined : { do: 'query-in-sql', game };
}

function isGame(text: string): boolean {
  try {
    // Files cannot be read here.
    parseGame(text);
    return true;
  } catch {
    return false;
  }
}

/** Splits `Binder Error: text`. */
function splitKind(message: string): [kind: string | undefined, text: string] {
  const match = /^(?:Failed to extract statements: )?([A-Za-z ]+) Error: ([\s\S]*)$/.exec(message);
  return match === null ? [undefined, message] : [match[1], match[2]];
}

/** Splits off the picture of the place (`LINE 1: SELECT ...` and a caret below), and returns the place. */
function splitPlace(
  text: string,
  sql: string,
): [body: string, place?: { readonly line: number; readonly column: number }] {
  const match = /\n\nLINE (\d+): (.*)\n( *)\^/.exec(text);
  if (match === null) return [text];
  const [, number, shown, indent] = match;
  const line = Number(number);
  let column = indent.length - `LINE ${number}: `.length + 1;
  // DuckDB shows only a part of a long line.
  if (shown.startsWith('...')) {
    const whole = sql.split('\n').at(line - 1) ?? '';
    const seen = shown.slice(3).replace(/\.\.\.$/, '');
    column += whole.indexOf(seen) - 3;
  }
  return [text.slice(0, match.index), { line, column }];
}

function inOneLine(text: string): string {
  const line = text
    .trim()
    .replace(/[.!]?\s*\n+\s*/g, '; ')
    .replace(/[.!]$/, '');
  return line.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}
