/** The games shown last, kept in this browser only. */
const KEY = 'takeaway-seen';
const MAX_GAMES = 8;

/** Returns the games, the latest first; none if the browser keeps nothing. */
export function seenGames(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, MAX_GAMES) : [];
  } catch {
    return [];
  }
}

export function noteSeen(game: string): void {
  const others = seenGames().filter((each) => each !== game);
  try {
    localStorage.setItem(KEY, JSON.stringify([game, ...others].slice(0, MAX_GAMES)));
  } catch {
    // Storage may be forbidden.
  }
}
