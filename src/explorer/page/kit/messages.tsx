/** Messages about errors and pending requests. */
import type { ComponentChildren } from 'preact';
import type { ErrorObject } from '../../contract.js';
import { gamesBeside, withGame, withValues } from '../address.js';
import { AskError, isAbort, LostError } from '../api.js';
import { retry, type State } from '../resource.js';
import { address, go } from '../state.js';
import { Button } from './controls.js';
import { Command } from './words.js';

/** An error as a box, with a command or button that helps. Shows nothing for aborted requests. */
export function ErrorBox({ error }: { error: unknown }) {
  if (error === undefined || isAbort(error)) return null;
  const isRefused = error instanceof AskError;
  return (
    <div class="notice error" role="alert">
      {isRefused ? <Refused {...error.error} /> : <p>{wordsOf(error)}</p>}
      {(!isRefused || error.status >= 500) && (
        <p>
          <Button onClick={retry}>Try again</Button>
        </p>
      )}
    </div>
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof LostError)
    return 'The explorer does not answer. Is it still running? When it is back, this page goes on.';
  return error instanceof Error ? String(error) : 'Something went wrong.';
}

function Refused({ message, remedy, facts }: ErrorObject) {
  const command = remedy?.command ?? undefined;
  return (
    <>
      <p>{message}</p>
      {remedy?.do === 'did-you-mean' && <Suggestion wrong={facts} name={remedy.name} />}
      {command !== undefined && <Command text={command} />}
    </>
  );
}

function Suggestion({ wrong, name }: { wrong: ErrorObject['facts']; name: string }) {
  const choose = (): void => {
    const now = address.peek();
    const games = gamesBeside(now.values);
    // The wrong name may be that of a game to compare with.
    const at = games.findIndex((game) => Object.values(wrong).includes(game));
    go(at < 0 ? withGame(now, name) : withValues(now, { with: games.with(at, name).join(';') }));
  };
  return (
    <p>
      <Button class="inline" onClick={choose}>
        Show {name}
      </Button>
    </p>
  );
}

interface AnsweredProps<Answer> {
  readonly to: State<Answer>;
  /** Shown while there is no answer. */
  readonly words?: string;
  readonly children: (answer: Answer) => ComponentChildren;
}

/** The content for an answer, or its error or progress. */
export function Answered<Answer>({ to: { answer, error }, words, children }: AnsweredProps<Answer>) {
  if (error !== undefined) return <ErrorBox error={error} />;
  return <>{answer === undefined ? <Loading {...(words !== undefined && { words })} /> : children(answer)}</>;
}

/** A status for sighted people and screen readers. */
export function Loading({ words = 'Loading' }: { words?: string }) {
  return (
    <p class="loading" role="status">
      {words} …
    </p>
  );
}
