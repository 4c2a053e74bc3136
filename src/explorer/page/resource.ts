/**
 * A question whose latest answer counts. Asking again gives up what is on its way, so that no older answer comes later;
 * what is on its way or shown already is not asked twice. Errors stand in the place of words, and can be asked again.
 */
import { isAbort } from './api.js';
import { fill } from './dom.js';
import { loading, showError } from './parts/messages.js';

export interface ResourceParts<Answer> {
  /** What is busy while an answer is on its way. */
  readonly place: HTMLElement;
  /** Where loading and errors are said. */
  readonly says: HTMLElement;
  /** What is said while there is nothing to see yet; nothing where what is there stays until the answer comes. */
  readonly words?: string;
  /** Shows an answer; `until` is aborted when another one is asked for. */
  readonly show: (answer: Answer, until: AbortSignal) => void;
  /** Takes away what was shown, for an error that stands in its place. */
  readonly clear?: () => void;
  /** Ends everything. */
  readonly signal: AbortSignal;
}

/** Asks by `work`. With a `key`, which says what is asked, the same is not asked again. */
export type Resource<Answer> = (work: (until: AbortSignal) => Promise<Answer>, key?: string) => void;

export function resource<Answer>(parts: ResourceParts<Answer>): Resource<Answer> {
  const { place, says, words, show, clear, signal } = parts;
  let latest: AbortController | undefined;
  let asked: string | undefined;
  return (work, key) => {
    if (signal.aborted || (key !== undefined && key === asked)) return;
    asked = key;
    void ask(work);
  };

  async function ask(work: (until: AbortSignal) => Promise<Answer>): Promise<void> {
    latest?.abort();
    const controller = new AbortController();
    latest = controller;
    const until = AbortSignal.any([controller.signal, signal]);
    if (words !== undefined) fill(says, loading(words));
    place.setAttribute('aria-busy', 'true');
    try {
      const answer = await work(until);
      if (until.aborted) return;
      fill(says);
      show(answer, until);
    } catch (error) {
      if (until.aborted || isAbort(error)) return;
      asked = undefined;
      clear?.();
      showError(says, error);
    } finally {
      if (latest === controller) place.removeAttribute('aria-busy');
    }
  }
}
