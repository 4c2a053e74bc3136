/** The interface of routes, and helpers that they share. */
import { getMimeType } from 'hono/utils/mime';
import { concatenated } from '../../platform/bytes.js';
import { commandText } from '../../words/commands.js';
import { gameWord } from '../../common/shown.js';
import type { Game, SeriesName } from '../../index.js';
import type { Games, OpenGame } from '../games/games.js';
import type { Params } from '../http/request.js';
import type { Shown } from '../pool/talk.js';
import type { PARAMETERS } from './parameters.js';

export interface World extends Shown {
  readonly games: Games;
  /** Random numbers 0 <= r < 1. */
  readonly random: () => number;
}

/** A request to a route. */
export interface Call extends World {
  readonly params: Params;
  /** The parts of the address for `:name` and `:kind`. */
  readonly named: Readonly<Partial<Record<string, string>>>;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Opens the requested game, or another one, with first values of some series. */
  readonly open: (wanted?: readonly SeriesName[], game?: string) => Promise<OpenGame>;
}

/** Adds a route. The result of `answer` is sent as JSON, unless it is a response. */
export type AddRoute = <Answer extends object>(
  path: keyof typeof PARAMETERS,
  answer: (call: Call) => Promise<Answer | Response>,
) => void;

/** Items of a long list that are written at a time, and the least characters of a piece. */
const [ITEMS, PIECE] = [256, 2 ** 16];

/**
 * Returns a JSON answer that is written while it is sent: a list of 200,000 points has 22 MB, which with its bytes and the points
 * exceeds the memory of a process.
 */
export function longAnswer(answer: object): Response {
  return new Response(streamOf(piecesOfJson(answer)), { headers: { 'content-type': 'application/json' } });
}

/** Returns a stream that pulls an iterator. */
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

/** Yields the JSON of plain data in parts: a list is written `ITEMS` at a time. */
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

/** Returns a command about a game, ready to paste. */
export function commandFor(
  { givenStore }: Shown,
  name: string,
  game: Game,
  ...words: readonly (string | number)[]
): string {
  return commandText([name, gameWord(game.definition, game.key), ...words.map(String)], givenStore);
}

/** Types that hono lacks or has otherwise, by extension. */
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

/** Returns the type of a file by its extension. */
export function typeOf(ending: string): string {
  return TYPES[ending] ?? getMimeType(ending) ?? 'application/octet-stream';
}

/** Returns bytes as a response; `file` makes it a download. */
export function bytesAnswer(bytes: Uint8Array, type: string, file?: string): Response {
  const headers: Record<string, string> = {
    'content-type': type,
    'content-length': String(bytes.byteLength),
  };
  if (file !== undefined) headers['content-disposition'] = disposition(file);
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
}

/** Returns the header of a download; `file` has letters, digits, dots and dashes. */
export function disposition(file: string): string {
  return `attachment; filename="${file}"`;
}

export async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return concatenated(Uint8Array, parts);
}
