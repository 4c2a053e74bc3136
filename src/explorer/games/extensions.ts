/**
 * The extensions of this explorer, of which one may run, beside whatever answers requests: begun, watched and stopped by
 * separate ones.
 */
import { failure, messageOf } from '../../common/errors.js';
import type { ExtensionState } from '../contract.js';
import type { ExtendTalk, Outcome, Shown } from '../pool/talk.js';
import { answerOf, Refusal, type ErrorAnswer } from '../http/errors.js';
import { endedBy } from './extend.js';

/**
 * Milliseconds that an extension has to stop before its process is ended: where nothing is solved yet, and where what is
 * solved is stored first. To end it loses no more than a kill: what is stored stays.
 */
const HEED_MS = 1000;
const STORE_MS = 20_000;
/** Extensions that are remembered. */
const MOST = 20;

/** What works on an extension: a process, or a thread that answers requests as well. */
export interface Extending {
  run(
    request: ExtendTalk['request'],
    take: (state: ExtensionState) => Promise<true>,
    signal: AbortSignal,
  ): Promise<Outcome>;
  end(): Promise<void>;
}

export class Extensions {
  readonly #shown: Shown;
  readonly #start: () => Extending;
  readonly #listeners = new Set<() => void>();
  #states: readonly ExtensionState[] = [];
  #stop: () => void = () => undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #isUnderWay = false;

  constructor(shown: Shown, start: () => Extending) {
    this.#shown = shown;
    this.#start = start;
  }

  /** The latest ones, the last one last. */
  get states(): readonly ExtensionState[] {
    return this.#states;
  }

  /**
   * Begins one of what was sent, and returns once the store is open for it; or with why it cannot begin, of which nothing
   * is to be seen elsewhere. `signal` is aborted when whoever asks has gone; one that has begun goes on.
   */
  async begin(wanted: unknown, signal: AbortSignal): Promise<ErrorAnswer | undefined> {
    if (this.#isUnderWay) {
      throw new Refusal(409, 'Another extension is running. Wait for its end, or stop it.');
    }
    this.#isUnderWay = true;
    const extending = this.#start();
    const before = this.#states.slice(1 - MOST);
    let state: ExtensionState | undefined;
    let begun = (): void => undefined;
    const hasBegun = new Promise<undefined>((resolve) => (begun = () => resolve(undefined)));
    const take = (now: ExtensionState): Promise<true> => {
      state = now;
      this.#set([...before, now]);
      begun();
      return Promise.resolve(true);
    };
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.#stop = () => {
      stop.abort();
      timer ??= setTimeout(() => void extending.end(), state === undefined ? HEED_MS : STORE_MS);
    };
    const giveUp = (): void => {
      if (state === undefined) this.#stop();
    };
    const crashed = (error: unknown): Outcome => {
      const refused = crashAnswer(error, stop.signal.aborted);
      return state === undefined ? { refused } : { ended: endedBy(state, refused.error) };
    };
    const ended = extending
      .run({ shown: this.#shown, wanted }, take, stop.signal)
      .catch(crashed)
      .then(async (outcome) => {
        clearTimeout(timer);
        this.#stop = () => undefined;
        signal.removeEventListener('abort', giveUp);
        await extending.end();
        this.#isUnderWay = false;
        if ('refused' in outcome) return outcome.refused;
        this.#set([...before, outcome.ended]);
        return undefined;
      });
    this.#ended = ended;
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    return Promise.race([hasBegun, ended]);
  }

  /** Asks the running one to stop: what is solved is stored. Resolves when it has. */
  async stop(): Promise<void> {
    this.#stop();
    await this.#ended;
  }

  /** Calls `listener` after each change until the signal is aborted. */
  watch(listener: () => void, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#listeners.add(listener);
    signal.addEventListener('abort', () => this.#listeners.delete(listener), { once: true });
  }

  #set(states: readonly ExtensionState[]): void {
    this.#states = states;
    for (const listener of this.#listeners) listener();
  }
}

function crashAnswer(error: unknown, isStopped: boolean): ErrorAnswer {
  return answerOf(
    failure(
      isStopped ? 'interrupted' : 'internal',
      'The process of an extension has ended: {reason}. Every block announced so far is stored.',
      { reason: messageOf(error) },
      { remedy: { do: 'retry' } },
    ),
    undefined,
  );
}
