/** Asking the server: JSON, and values as Arrow. Errors carry the same object that the command line prints. */
import type { ErrorObject, SeriesName } from '../contract.js';
import { answers, type Events } from './edition.js';

/** Parameters of a route; those that are null or undefined are left out. */
export type Parameters = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What the server refused or could not do. */
export class AskError extends Error {
  readonly status: number;
  readonly error: ErrorObject;

  constructor(status: number, error: ErrorObject) {
    super(error.subject);
    this.status = status;
    this.error = error;
  }
}

/** The server did not answer at all. */
export class LostError extends Error {}

/** The address of a route, relative to the page, with its parameters. */
export function route(path: string, parameters: Parameters = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '' && value !== false)
      search.set(name, value === true ? '1' : String(value));
  }
  const text = search.toString();
  return text === '' ? `api/${path}` : `api/${path}?${text}`;
}

/** How often a request is repeated that the server is too busy for. */
const MOST_REPEATS = 5;

async function ask(address: string, options: RequestInit, repeats = MOST_REPEATS): Promise<Response> {
  const response = await answers()
    .fetch(address, options)
    .catch((reason: unknown) => {
      throw isAbort(reason) ? reason : new LostError('The explorer does not answer', { cause: reason });
    });
  if (response.ok) return response;
  if (response.status === 503 && options.method === undefined && repeats > 0) {
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    return ask(address, options, repeats - 1);
  }
  let error: ErrorObject;
  try {
    error = ((await response.json()) as { readonly error: ErrorObject }).error;
  } catch {
    const subject = `The server answered ${response.status}`;
    error = { code: 'internal', exitCode: 1, subject, expected: null, found: null, help: null, remedy: null };
  }
  throw new AskError(response.status, error);
}

/** What a route answers as JSON. */
export async function getJson<Answer>(
  path: string,
  parameters: Parameters,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await ask(route(path, parameters), signal === undefined ? {} : { signal });
  return (await response.json()) as Answer;
}

/** What a route answers as a file, with its name. */
export async function getFile(path: string, parameters: Parameters): Promise<{ blob: Blob; name: string }> {
  const response = await ask(route(path, parameters), {});
  const named = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '');
  return { blob: await response.blob(), name: named?.[1] ?? 'takeaway' };
}

/** Asks for a change. */
export async function send<Answer>(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
  const options =
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return (await (await ask(route(path), options)).json()) as Answer;
}

/** Values as they come: bits for cold positions, integers for others. */
export type Values = Uint8Array | Uint16Array | Uint32Array;

/** The values of [from, to) of a series: for `cold` 1 or 0 each. */
export async function getValues(
  game: string,
  series: SeriesName,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<Values> {
  const address = route('values', { game, series, from: String(from), to });
  const [response, { tableFromIPC }] = await Promise.all([
    ask(address, signal === undefined ? {} : { signal }),
    import('apache-arrow'),
  ]);
  const table = tableFromIPC(new Uint8Array(await response.arrayBuffer()));
  const chunks = table.batches.map((batch) => {
    const { values, length } = batch.data.children[0] as { values: Values; length: number };
    return { values, length };
  });
  const width = series === 'cold' ? 1 : Math.max(1, ...chunks.map(({ values }) => values.BYTES_PER_ELEMENT));
  const result =
    width === 1
      ? new Uint8Array(to - from)
      : width === 2
        ? new Uint16Array(to - from)
        : new Uint32Array(to - from);
  let start = 0;
  for (const { values, length } of chunks) {
    if (series === 'cold')
      for (let i = 0; i < length; i++) result[start + i] = (values[i >>> 3] >>> (i & 7)) & 1;
    else result.set(values.subarray(0, length), start);
    start += length;
  }
  return result;
}

/** Listens to the events of a route; each listener is given what its event says. */
export function openEvents(
  path: string,
  listeners: Readonly<Record<string, (event: never) => unknown>>,
): Events {
  const source = answers().events(route(path));
  for (const [name, listener] of Object.entries(listeners)) {
    const hear = (event: Event): void =>
      void listener(JSON.parse((event as MessageEvent<string>).data) as never);
    source.addEventListener(name, hear);
  }
  return source;
}

/** Whether the server answers at all. */
export async function isThere(): Promise<boolean> {
  return fetch('icon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/** Whether an error only says that nobody waits for the answer any more. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
