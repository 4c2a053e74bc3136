/** The extensions of this explorer; at most one runs. Different requests begin, watch and stop it. */
import { failure, messageOf } from '../../common/errors.js';
import type { ExtensionState } from '../contract.js';
import type { ExtendTalk, Outcome, Shown } from '../pool/talk.js';
import { answerOf, Refusal, type ErrorAnswer } from '../http/errors.js';
import { endedBy } from './extend.js';

/**
 * Milliseconds that an extension has to stop before its process is ended, if nothing is solved yet, and if solved values are
 * stored first. Ending it loses no more than a kill: stored values persist.
 */
const HEED_MS = 1000;
const STORE_MS = 20_000;
/** Extensions that are remembered. */
const MAX_REMEMBERED = 20;

/** Runs an extension: a process, or the worker of the static edition. */
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

  /** The remembered extensions, the latest last. */
  get states(): readonly ExtensionState[] {
    return this.#states;
  }

  /**
   * Begins an extension. Returns once the store is open for it, or the error if it cannot begin, which nobody else sees. An abort
   * of `signal` gives up an extension that has not begun.
   */
  async begin(wanted: unknown, signal: AbortSignal): Promise<ErrorAnswer | undefined> {
    if (this.#isUnderWay) {
      throw new Refusal(409, 'Another extension is running. Wait for its end, or stop it.');
    }
    this.#isUnderWay = true;
    const extending = this.#start();
    const before = this.#states.slice(1 - MAX_REMEMBERED);
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

  /** Asks the running extension to stop and to store what is solved. Resolves when it has ended. */
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
