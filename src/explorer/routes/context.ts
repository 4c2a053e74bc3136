/** What the routes work with, and the few things that all of them do. */
import { getMimeType } from 'hono/utils/mime';
import type { Format } from '../../common/formats.js';
import { concatenated } from '../../platform/bytes.js';
import { commandText } from '../../words/commands.js';
import { gameWord } from '../../common/shown.js';
import type { Game, SeriesName } from '../../index.js';
import type { Routes } from '../contract.js';
import type { Games, OpenGame } from '../games/games.js';
import { asText, named, required, type Param, type Values } from '../../words/params.js';
import { parseNumber } from '../../words/numbers.js';
import { given } from '../http/request.js';
import type { Shown } from '../pool/talk.js';

/** What the routes are made over. */
export interface World extends Shown {
  readonly games: Games;
  /** Random numbers 0 <= r < 1. */
  readonly random: () => number;
}

/** A request, as its route answers it; `Name` are the names of its parameters. */
export interface Call<Name extends string = string> extends World {
  /** Reads the parameters of the request, and refuses others. */
  readonly read: <Of extends Readonly<Record<Name, Param<unknown>>>>(
    params: Of & Readonly<Record<Exclude<keyof Of, Name>, never>>,
  ) => Values<Of>;
  /** The parts of the path in the places of `:name` and `:kind`. */
  readonly named: Readonly<Partial<Record<string, string>>>;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Opens a game, with first values of some series. */
  readonly open: (game: string, wanted?: readonly SeriesName[]) => Promise<OpenGame>;
}

/** Parameters of several routes. */
export const GAME = required(given(asText));
export const NUMBER = given(parseNumber);
export const RANGE = { from: NUMBER, to: NUMBER };

/** Returns the parameter of a format. */
export function formatIn<Name extends string>(formats: readonly Format<Name>[]) {
  const choices = formats.map(({ name }) => name);
  return required({ ...given(named(choices)), choices });
}

/** Adds a route. What `answer` returns is sent as JSON, unless it is a response. */
export type AddRoute = <Path extends keyof Routes>(
  path: Path,
  answer: (call: Call<Routes[Path]['parameter']>) => Promise<Routes[Path]['answer'] | Response>,
) => void;

/** Items of a long list that are written at a time, and the least characters of a piece that is sent. */
const [ITEMS, PIECE] = [256, 2 ** 16];

/**
 * An answer in JSON as `JSON.stringify` writes it, made while it is sent: a list of some 200,000 points has 22 MB, which with its
 * bytes and the points is more than a process may take.
 */
export function longAnswer(answer: object): Response {
  return new Response(streamOf(piecesOfJson(answer)), { headers: { 'content-type': 'application/json' } });
}

/** What an iterator yields, each piece made when it is taken. */
export function streamOf(
  pieces: Iterator<Uint8Array, void> | AsyncIterator<Uint8Array, void>,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(to) {
      const next = await pieces.next();
      if (next.done === true) to.close();
      else to.enqueue(next.value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}

function* piecesOfJson(answer: object): Generator<Uint8Array, void> {
  const encoder = new TextEncoder();
  let text = '';
  for (const part of partsOfJson(answer)) {
    text += part;
    if (text.length < PIECE) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text);
}

/** The text of plain data in JSON, in parts: a list is written `ITEMS` at a time. */
function* partsOfJson(value: unknown): Generator<string, void> {
  if (Array.isArray(value) && value.length > ITEMS) {
    for (let at = 0; at < value.length; at += ITEMS)
      yield `${at === 0 ? '[' : ','}${JSON.stringify(value.slice(at, at + ITEMS)).slice(1, -1)}`;
    yield ']';
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    let before = '{';
    for (const [key, one] of Object.entries(value)) {
      if (one === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* partsOfJson(one);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else yield JSON.stringify(value);
}

/** A command about a game as one can paste it. */
export function commandFor(
  { givenStore }: Shown,
  name: string,
  game: Game,
  ...words: readonly (string | number)[]
): string {
  return commandText([name, gameWord(game.definition, game.key), ...words.map(String)], givenStore);
}

/** Types that hono does not know by the ending, or knows otherwise. */
const TYPES: Readonly<Partial<Record<string, string>>> = {
  '.svg': 'image/svg+xml',
  '.tsv': 'text/tab-separated-values; charset=utf-8',
  '.jsonl': 'application/jsonl',
  '.md': 'text/markdown; charset=utf-8',
  '.tex': 'application/x-tex',
  '.arrow': 'application/vnd.apache.arrow.file',
  '.arrows': 'application/vnd.apache.arrow.stream',
  '.parquet': 'application/vnd.apache.parquet',
};

/** The type of a file by its ending, for tables, figures and values alike. */
export function typeOf(ending: string): string {
  return TYPES[ending] ?? getMimeType(ending) ?? 'application/octet-stream';
}

/** Bytes as the answer, with what they are and, for a file to save, its name. */
export function bytesAnswer(bytes: Uint8Array, type: string, file?: string): Response {
  const headers: Record<string, string> = {
    'content-type': type,
    'content-length': String(bytes.byteLength),
  };
  if (file !== undefined) headers['content-disposition'] = disposition(file);
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
}

/** That it is saved under a name of letters, digits, dots and dashes. */
export function disposition(file: string): string {
  return `attachment; filename="${file}"`;
}

/** All of some bytes in one piece. */
export async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return concatenated(Uint8Array, parts);
}
