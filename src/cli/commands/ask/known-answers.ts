/** Answers of those positions that are known or cheap, where others are dear. */
import { TakeawayError } from '../../../common/errors.js';
import type { Answer, QueryOptions, Store } from '../../../index.js';

export interface KnownAnswers {
  /** In the order of the positions; undefined for those that are not known. */
  readonly answers: readonly (Answer | undefined)[];
  /** Why the highest position is not known; undefined where all are. */
  readonly error: TakeawayError | undefined;
}

/** Asks about all at once, and where that is refused, about all below the lowest position that is dear. */
export async function knownAnswers(
  store: Store,
  game: string,
  positions: ArrayLike<number>,
  options: QueryOptions,
): Promise<KnownAnswers> {
  const ask = async (asked: ArrayLike<number>, how: QueryOptions): Promise<Answer[] | TakeawayError> => {
    try {
      return await store.query(game, asked, how);
    } catch (error) {
      if (error instanceof TakeawayError && error.code === 'not-stored') return error;
      throw error;
    }
  };
  const whole = await ask(positions, options);
  if (!(whole instanceof TakeawayError)) return { answers: whole, error: undefined };
  // What is known is all below some position, so the first `known` of these are, and no others.
  const numbers = Array.from(positions);
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  let known = 0;
  let dear = sorted.length;
  while (dear - known > 1) {
    const middle = (known + dear) >>> 1;
    const answer = await ask([sorted[middle - 1]], { ...options, winningMoves: false });
    if (answer instanceof TakeawayError) dear = middle;
    else known = middle;
  }
  const bound = sorted.at(known) ?? Infinity;
  const answered = await store.query(
    game,
    numbers.filter((position) => position < bound),
    options,
  );
  let next = 0;
  return {
    answers: numbers.map((position) => (position < bound ? answered[next++] : undefined)),
    error: whole,
  };
}
