/** Requests to the server: JSON, values, files and events. Errors carry the object that the command line prints. */
import type { ErrorObject, Routes, SeriesName } from '../contract.js';
import { fetchAnswer } from './edition.js';

/** Parameters of a route; null and undefined ones are left out. */
export type Parameters<Name extends string = string> = Readonly<
  Partial<Record<Name, string | number | boolean | null | undefined>>
>;
export type ParametersOf<Path extends keyof Routes> = Parameters<Routes[Path]['parameter']>;

/** An error that the server answered with. */
export class AskError extends Error {
  readonly status: number;
  readonly error: ErrorObject;

  constructor(status: number, error: ErrorObject) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** No answer from the server. */
export class LostError extends Error {}

/** Returns the address of a route with its parameters, relative to the page. */
export function route(path: string, parameters: Parameters = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '' && value !== false)
      search.set(name, value === true ? '1' : String(value));
  }
  const text = search.toString();
  return text === '' ? `api/${path}` : `api/${path}?${text}`;
}

/** Repetitions of a request that finds the server too busy. */
const MAX_REPEATS = 5;

/** Awaits a lazily loaded part of the page. A browser gives no reason if it fails to load. */
export async function orLost<Part>(part: Promise<Part>): Promise<Part> {
  return part.catch((cause: unknown) => {
    throw new LostError('A part of the page does not come', { cause });
  });
}

async function ask(address: string, options: RequestInit, repeats = MAX_REPEATS): Promise<Response> {
  const response = await fetchAnswer(address, options).catch((reason: unknown) => {
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
    const message = `The server answered ${response.status} without saying why. Try again.`;
    error = { code: 'internal', exitCode: 1, message, remedy: null, facts: {} };
  }
  throw new AskError(response.status, error);
}

export async function getJson<Path extends keyof Routes>(
  path: Path,
  parameters: ParametersOf<Path>,
  signal?: AbortSignal,
): Promise<Routes[Path]['answer']> {
  const response = await ask(route(path, parameters), signal === undefined ? {} : { signal });
  return (await response.json()) as Routes[Path]['answer'];
}

/** Returns the answer of a route as a file with its name. */
export async function getFile(
  path: keyof Routes,
  parameters: Parameters,
): Promise<{ blob: Blob; name: string }> {
  const response = await ask(route(path, parameters), {});
  const named = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '');
  return { blob: await response.blob(), name: named?.[1] ?? 'takeaway' };
}

/** Sends a change. */
export async function send(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<void> {
  const options =
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await ask(route(path), options);
  // Unread, the worker of the static edition would hold the rest ready.
  await response.body?.cancel();
}

/** Values in the narrowest integers; 1 for cold positions and 0 for hot ones. */
export type Values = Uint8Array | Uint16Array | Uint32Array;

/** Returns the values of [from, to) of a series. */
export async function getValues(
  game: string,
  series: SeriesName,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<Values> {
  const address = route('values', { game, series, format: 'npy', from: String(from), to });
  const bytes = await (await ask(address, signal === undefined ? {} : { signal })).arrayBuffer();
  // The header of the NPY file has its own length, and the bytes per value.
  const start = 10 + new DataView(bytes).getUint16(8, true);
  const header = new TextDecoder('latin1').decode(bytes.slice(0, start));
  const width = /'descr': '[|<][bu](\d)'/.exec(header)?.[1];
  return width === '1'
    ? new Uint8Array(bytes, start)
    : width === '2'
      ? new Uint16Array(bytes, start)
      : new Uint32Array(bytes, start);
}

/** Listens to the server-sent events of a route until they end. */
export async function hearEvents(
  path: string,
  listeners: Readonly<Partial<Record<string, (event: never) => unknown>>>,
  signal: AbortSignal,
): Promise<void> {
  const { body } = await ask(route(path), { signal }, 0);
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { value } = await reader.read();
      if (value === undefined) return;
      const events = (text + value).split('\n\n');
      text = events.pop()!;
      for (const event of events) {
        const said = /^event: (.*)\ndata: (.*)$/m.exec(event);
        if (said !== null) listeners[said[1]]?.(JSON.parse(said[2]) as never);
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** Whether a request was given up. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
