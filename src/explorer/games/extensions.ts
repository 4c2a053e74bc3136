/**
 * The one extension that the page may have running, beside whatever answers requests: begun, watched and stopped by separate
 * ones.
 */
import { failure, messageOf } from '../../common/errors.js';
import type { ExtensionState } from '../contract.js';
import { answerOf, Refusal, type ErrorAnswer } from '../http/errors.js';
import type { ExtendTalk, ExtensionNews, Outcome, Shown } from '../crew/talk.js';

/**
 * Milliseconds that an extension has to stop before its process is ended: where nothing is solved yet, and where what is
 * solved is stored first. To end it loses no more than a kill: what is stored stays.
 */
const HEED_MS = 1000;
const STORE_MS = 20_000;

/** What works on an extension: a process, or a thread that answers requests as well. */
export interface Extending {
  run(
    request: ExtendTalk['request'],
    take: (news: ExtensionNews) => Promise<true>,
    signal: AbortSignal,
  ): Promise<Outcome>;
  end(): Promise<void>;
}

export class Extensions {
  readonly #shown: Shown;
  readonly #start: () => Extending;
  readonly #listeners = new Set<() => void>();
  #state: ExtensionState | null = null;
  #stop: () => void = () => undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #isUnderWay = false;

  /** `start` has one begin. */
  constructor(shown: Shown, start: () => Extending) {
    this.#shown = shown;
    this.#start = start;
  }

  /** The latest one; null where there was none. */
  get state(): ExtensionState | null {
    return this.#state;
  }

  /**
   * Begins one of what was sent, and returns once the store is open for it; or with why it cannot begin, of which nothing
   * is to be seen elsewhere. `signal` is aborted when whoever asks has gone; one that has begun goes on.
   */
  async begin(wanted: unknown, signal: AbortSignal): Promise<ErrorAnswer | undefined> {
    if (this.#isUnderWay) {
      throw new Refusal(409, 'The store', 'one extension at a time', 'one that runs');
    }
    this.#isUnderWay = true;
    const extending = this.#start();
    const run = new Run((state) => this.#set(state));
    let begun = (): void => undefined;
    const hasBegun = new Promise<undefined>((resolve) => (begun = () => resolve(undefined)));
    const take = (news: ExtensionNews): Promise<true> => {
      run.take(news);
      if ('begun' in news) begun();
      return Promise.resolve(true);
    };
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.#stop = () => {
      stop.abort();
      timer ??= setTimeout(() => void extending.end(), run.hasBegun ? STORE_MS : HEED_MS);
    };
    const giveUp = (): void => {
      if (!run.hasBegun) this.#stop();
    };
    const ended = extending
      .run({ shown: this.#shown, wanted }, take, stop.signal)
      .catch((error: unknown): Outcome => {
        return stop.signal.aborted ? { status: 'stopped' } : { status: 'failed', answer: crashAnswer(error) };
      })
      .then(async (outcome) => {
        clearTimeout(timer);
        this.#stop = () => undefined;
        signal.removeEventListener('abort', giveUp);
        await extending.end();
        this.#isUnderWay = false;
        run.end(outcome);
        return outcome;
      });
    this.#ended = ended;
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    const outcome = await Promise.race([hasBegun, ended]);
    return outcome?.status === 'failed' && !run.hasBegun ? outcome.answer : undefined;
  }

  /** Asks the running one to stop: what is solved is stored. Resolves when it has. */
  async stop(): Promise<void> {
    this.#stop();
    await this.#ended;
  }

  /** Calls `listener` after each change until the signal is aborted. */
  watch(listener: () => void, signal: AbortSignal): void {
    const follow = (): void => listener();
    this.#listeners.add(follow);
    signal.addEventListener('abort', () => this.#listeners.delete(follow), { once: true });
  }

  #set(state: ExtensionState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** One run: its state, which nobody sees before it has begun. */
class Run {
  readonly #show: (state: ExtensionState) => void;
  readonly #startedAt = performance.now();
  #seriesStartedAt = this.#startedAt;
  #state: ExtensionState | undefined;

  constructor(show: (state: ExtensionState) => void) {
    this.#show = show;
  }

  get hasBegun(): boolean {
    return this.#state !== undefined;
  }

  take(news: ExtensionNews): void {
    if ('begun' in news) {
      this.#update({
        ...{ ...news.begun, status: 'running', progress: 0, at: null },
        ...{ blocks: 0, seconds: 0, secondsLeft: null, error: null },
      });
      return;
    }
    const { series, stop, progress } = news;
    const before = this.#state?.at?.series;
    if (before !== undefined && series !== before) this.#seriesStartedAt = performance.now();
    const elapsed = (performance.now() - this.#seriesStartedAt) / 1000;
    const secondsLeft = progress > 0 && elapsed > 0 ? (elapsed * (1 - progress)) / progress : null;
    const blocks = (this.#state?.blocks ?? 0) + 1;
    this.#update({ at: { series, frontier: stop }, progress, secondsLeft, blocks, seconds: this.#seconds() });
  }

  end(outcome: Outcome): void {
    if (!this.hasBegun) return;
    const { status } = outcome;
    if (status === 'done') this.#update({ status, progress: 1, secondsLeft: 0, seconds: this.#seconds() });
    else
      this.#update({ status, secondsLeft: null, error: status === 'failed' ? outcome.answer.error : null });
  }

  #seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  #update(change: Partial<ExtensionState>): void {
    this.#state = { ...this.#state, ...change } as ExtensionState;
    this.#show(this.#state);
  }
}

function crashAnswer(error: unknown): ErrorAnswer {
  return answerOf(
    failure('internal', 'The process of an extension', 'it to finish', messageOf(error), {
      help: 'Every block announced so far is stored.',
      remedy: { do: 'retry' },
    }),
    undefined,
  );
}
