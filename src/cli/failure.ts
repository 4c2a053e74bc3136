/** Reports any error: one line on stderr, as text or with --json as an object, and the exit code. */
import { failure, FAULT, messageOf, TakeawayError, type Facts } from '../common/errors.js';
import { reasonOf } from '../common/system-errors.js';
import { shownGame, withShownGames } from './shown-games.js';
import { onMessages } from './terminal/color.js';
import { say, sayJson, sayLines } from './terminal/output.js';
import { errorObject, errorText, EXIT_CODES } from '../words/errors.js';

/** Options of the failed command. */
interface Call {
  /** The folder given with --store. */
  readonly store: string | undefined;
  readonly json: boolean;
}

/** Prints an error and returns its exit code. */
export function reportFailure(thrown: unknown, { store, json }: Call): number {
  const error = withGamesAsWritten(asTakeawayError(thrown));
  const isDebugging = process.env.TAKEAWAY_DEBUG === '1';
  const stack = isDebugging && thrown instanceof Error ? thrown.stack : undefined;
  if (json) sayJson({ error: { ...errorObject(error, store), stack } });
  else if (stack !== undefined) sayLines(stack);
  else say(`${onMessages('failure', 'takeaway:')} ${errorText(error, store)}`);
  return EXIT_CODES[error.code];
}

/** Returns the error with games as the user wrote them, in its facts and its remedy. */
function withGamesAsWritten({ code, text, facts, remedy, cause }: TakeawayError): TakeawayError {
  const shown = Object.entries(facts).map(([name, fact]) => [
    name,
    typeof fact === 'string' ? withShownGames(fact) : fact,
  ]);
  return new TakeawayError(code, text, Object.fromEntries(shown) as Facts, {
    cause,
    remedy: remedy !== undefined && 'game' in remedy ? { ...remedy, game: shownGame(remedy.game) } : remedy,
  });
}

function asTakeawayError(thrown: unknown): TakeawayError {
  if (thrown instanceof TakeawayError) return thrown;
  if (thrown instanceof Error && 'syscall' in thrown) {
    const path = 'path' in thrown ? String(thrown.path) : 'A file or folder';
    return failure(
      'io',
      '{path} cannot be used: {reason}.',
      { path, reason: reasonOf(thrown) },
      { cause: thrown },
    );
  }
  return failure(
    'internal',
    `${FAULT} TAKEAWAY_DEBUG=1 shows where it happened.`,
    { reason: messageOf(thrown) },
    { cause: thrown },
  );
}
