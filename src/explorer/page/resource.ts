/**
 * Requests whose latest answer counts. At most two run and the latest of the others waits, so that a slider shows answers while
 * it moves. An older answer never replaces a newer one, and the same request is sent once.
 */
import { signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { GameFacts, Routes } from '../contract.js';
import { gamesBeside } from './address.js';
import { getJson, route, type ParametersOf } from './api.js';

const AT_ONCE = 2;

export interface State<Answer> {
  /** The newest answer; it stays during the next request and with an error. */
  readonly answer: Answer | undefined;
  /** The error of the latest request. */
  readonly error: unknown;
  /** Whether the latest request is pending. */
  readonly isBusy: boolean;
}

export type Work<Answer> = (until: AbortSignal) => Promise<Answer>;

/** Answers in the LRU cache. */
const MAX_ANSWERS = 64;

interface Shared {
  readonly answer: Promise<unknown>;
  readonly end: AbortController;
  /** Callers that wait for the answer. */
  waiting: number;
  hasAnswer: boolean;
}

const answers = new Map<string, Shared>();

/**
 * Returns the answer to a key from one request for all callers, which is aborted when none of them waits any more. The answer to
 * a key never changes, so the last ones are cached; failures are not.
 */
export async function shared<Answer>(key: string, work: Work<Answer>, until: AbortSignal): Promise<Answer> {
  const found = answers.get(key) ?? begun(work);
  answers.delete(key);
  answers.set(key, found);
  found.waiting++;
  const forget = (): void => {
    if (answers.get(key) === found) answers.delete(key);
  };
  const leave = (): void => {
    found.waiting--;
    if (found.waiting > 0 || found.hasAnswer) return;
    forget();
    found.end.abort();
  };
  until.addEventListener('abort', leave, { once: true });
  try {
    const answer = (await found.answer) as Answer;
    found.hasAnswer = true;
    if (answers.size > MAX_ANSWERS) answers.delete(answers.keys().next().value!);
    return answer;
  } catch (error) {
    forget();
    throw error;
  } finally {
    until.removeEventListener('abort', leave);
  }
}

function begun(work: Work<unknown>): Shared {
  const end = new AbortController();
  return { answer: work(end.signal), end, waiting: 0, hasAnswer: false };
}

/** Failed requests are sent again when this changes. */
const tries = signal(0);

/** Sends all failed requests again. */
export function retry(): void {
  tries.value++;
}

export class Resource<Answer> {
  readonly #state = signal<State<Answer>>({ answer: undefined, error: undefined, isBusy: false });
  readonly state: ReadonlySignal<State<Answer>> = this.#state;
  readonly #running = new Set<AbortController>();
  #key: string | undefined;
  #latest: Work<Answer> | undefined;
  #isWaiting = false;
  /** Numbers of the latest request, and of the one answered last. */
  #asked = 0;
  #told = 0;

  /** Sends a request, unless the latest one has the same key. */
  ask(key: string, work: Work<Answer>): void {
    if (key === this.#key) return;
    this.#key = key;
    this.#latest = work;
    this.#begin();
  }

  /** Sends the latest request again if it failed. */
  again(): void {
    if (this.#state.peek().error !== undefined) this.#begin();
  }

  /** Aborts all requests, and forgets the answer. */
  close(): void {
    for (const controller of this.#running) controller.abort();
    this.#running.clear();
    this.#key = this.#latest = undefined;
    this.#isWaiting = false;
    this.#told = ++this.#asked;
    const { answer, error, isBusy } = this.#state.peek();
    if (answer !== undefined || error !== undefined || isBusy)
      this.#state.value = { answer: undefined, error: undefined, isBusy: false };
  }

  #begin(): void {
    this.#asked++;
    this.#state.value = { ...this.#state.peek(), isBusy: true };
    this.#isWaiting = this.#running.size >= AT_ONCE;
    if (!this.#isWaiting) void this.#run(this.#latest!, this.#asked);
  }

  async #run(work: Work<Answer>, number: number): Promise<void> {
    const controller = new AbortController();
    this.#running.add(controller);
    let outcome: { readonly answer?: Answer; readonly error: unknown };
    try {
      outcome = { answer: await work(controller.signal), error: undefined };
    } catch (error) {
      outcome = { error };
    }
    if (controller.signal.aborted) return;
    this.#running.delete(controller);
    const isLatest = number === this.#asked;
    // A superseded request may still deliver an answer, but not an error.
    if (number > this.#told && (isLatest || outcome.error === undefined)) {
      this.#told = number;
      this.#state.value = { ...this.#state.peek(), ...outcome, isBusy: !isLatest };
    }
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    void this.#run(this.#latest!, this.#asked);
  }
}

/** Returns a resource that lives as long as the component. */
export function useOwnResource<Answer>(): Resource<Answer> {
  const resource = useMemo(() => new Resource<Answer>(), []);
  useEffect(() => () => resource.close(), [resource]);
  useEffect(() => onRetry(() => resource.again()), [resource]);
  return resource;
}

/** Calls `again` at each retry. Returns a function that ends this. */
export function onRetry(again: () => void): () => void {
  return tries.subscribe(again);
}

/** Returns the answer to a request that changes with its key; without a key nothing is requested. */
export function useResource<Answer>(key: string | undefined, work: Work<Answer>): State<Answer> {
  const resource = useOwnResource<Answer>();
  useEffect(() => {
    if (key === undefined) resource.close();
    else resource.ask(key, work);
  }, [key]);
  return resource.state.value;
}

/**
 * Returns the facts of all games of a view, its own first. They are requested again whenever the store changes, so that results
 * about several games never mix versions.
 */
export function useGames(facts: GameFacts, values: { readonly with?: unknown }): State<readonly GameFacts[]> {
  const others = gamesBeside(values);
  const key = others.length === 0 ? undefined : [...others, facts.version].join(';');
  const { answer, error, isBusy } = useResource(key, async (until) => ({
    key,
    games: await Promise.all(
      others.map((game) =>
        shared(`game ${game} ${facts.version}`, (end) => getJson('game', { game }, end), until),
      ),
    ),
  }));
  if (key === undefined) return { answer: [facts], error: undefined, isBusy: false };
  const isKnown = answer !== undefined || error !== undefined;
  // The request for new games is sent only after this render.
  const isOld = answer?.key !== key && error === undefined;
  return { answer: isKnown ? [facts, ...(answer?.games ?? [])] : undefined, error, isBusy: isBusy || isOld };
}

/** Returns the answer of a route; requests it again when `version` changes. */
export function useJson<Path extends keyof Routes>(
  path: Path,
  parameters: ParametersOf<Path> | undefined,
  version: string | number = '',
): State<Routes[Path]['answer']> {
  const key = parameters === undefined ? undefined : `${route(path, parameters)} ${version}`;
  return useResource(key, (until) => shared(key!, (end) => getJson(path, parameters!, end), until));
}
