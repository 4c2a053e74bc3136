/**
 * A question whose latest answer counts. Two are on their way at most and the latest of the others waits, so that a slider
 * shows answers while it moves; an older answer never replaces a newer one, and the same question is asked once.
 */
import { signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { GameFacts } from '../contract.js';
import { gamesBeside } from './address.js';
import { getJson, route, type Parameters } from './api.js';

const AT_ONCE = 2;

export interface State<Answer> {
  /** The newest answer there is; it stays while another one is on its way, and beside an error. */
  readonly answer: Answer | undefined;
  /** Why the latest question has none. */
  readonly error: unknown;
  /** Whether the latest question waits for its answer. */
  readonly isBusy: boolean;
}

export type Work<Answer> = (until: AbortSignal) => Promise<Answer>;

/** Answers that are kept, the latest used last. */
const MAX_ANSWERS = 64;

interface Shared {
  readonly answer: Promise<unknown>;
  readonly end: AbortController;
  /** Those who wait for the answer. */
  waiting: number;
  hasAnswer: boolean;
}

const answers = new Map<string, Shared>();

/**
 * The answer to the question with a key, which is asked once for all: it is given up when nobody waits for it any more. Answers
 * to a key never change, so the last ones are kept; failures are not.
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

/** Questions that failed are asked again when this changes. */
const tries = signal(0);

/** Asks again whatever has failed. */
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
  /** The number of the latest question, and of the one that was answered last. */
  #asked = 0;
  #told = 0;

  /** Asks by `work`, unless the question with this key is the latest one already. */
  ask(key: string, work: Work<Answer>): void {
    if (key === this.#key) return;
    this.#key = key;
    this.#latest = work;
    this.#begin();
  }

  /** Asks the latest question again where it has failed. */
  again(): void {
    if (this.#state.peek().error !== undefined) this.#begin();
  }

  /** Gives up what is on its way, and forgets what is known. */
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
    // Of questions that nobody has any more only an answer is of use.
    if (number > this.#told && (isLatest || outcome.error === undefined)) {
      this.#told = number;
      this.#state.value = { ...this.#state.peek(), ...outcome, isBusy: !isLatest };
    }
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    void this.#run(this.#latest!, this.#asked);
  }
}

/** A resource that lives as long as what shows it. */
export function useOwnResource<Answer>(): Resource<Answer> {
  const resource = useMemo(() => new Resource<Answer>(), []);
  useEffect(() => () => resource.close(), [resource]);
  useEffect(() => onRetry(() => resource.again()), [resource]);
  return resource;
}

/** Calls `again` whenever someone asks to; what it returns ends that. */
export function onRetry(again: () => void): () => void {
  return tries.subscribe(again);
}

/** The answer to a question that changes with its key; without a key nothing is asked and nothing known. */
export function useResource<Answer>(key: string | undefined, work: Work<Answer>): State<Answer> {
  const resource = useOwnResource<Answer>();
  useEffect(() => {
    if (key === undefined) resource.close();
    else resource.ask(key, work);
  }, [key]);
  return resource.state.value;
}

/**
 * The facts about all games that a view shows, the first being its own. They are asked for again when anything is stored, so
 * that what is made of several games is never older than one of them.
 */
export function useGames(facts: GameFacts, values: { readonly with?: unknown }): State<readonly GameFacts[]> {
  const others = gamesBeside(values);
  const key = others.length === 0 ? undefined : [...others, facts.version].join(';');
  const { answer, error, isBusy } = useResource(key, async (until) => ({
    key,
    games: await Promise.all(
      others.map((game) =>
        shared(`game ${game} ${facts.version}`, (end) => getJson<GameFacts>('game', { game }, end), until),
      ),
    ),
  }));
  if (key === undefined) return { answer: [facts], error: undefined, isBusy: false };
  const isKnown = answer !== undefined || error !== undefined;
  // What is there may be of the games before: the question for these is asked only after this is drawn.
  const isOld = answer?.key !== key && error === undefined;
  return { answer: isKnown ? [facts, ...(answer?.games ?? [])] : undefined, error, isBusy: isBusy || isOld };
}

/** What a route answers; asked anew where `version` changes. */
export function useJson<Answer>(
  path: string,
  parameters: Parameters | undefined,
  version: string | number = '',
): State<Answer> {
  const key = parameters === undefined ? undefined : `${route(path, parameters)} ${version}`;
  return useResource(key, (until) => shared(key!, (end) => getJson<Answer>(path, parameters!, end), until));
}
