/** The games that were looked at last in this browser, and nowhere else. */
const KEY = 'takeaway-seen';
const MOST = 8;

/** The texts of the games, the latest one first; none where the browser keeps nothing. */
export function seenGames(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps that a game was looked at. */
export function noteSeen(game: string): void {
  const others = seenGames().filter((each) => each !== game);
  try {
    localStorage.setItem(KEY, JSON.stringify([game, ...others].slice(0, MOST)));
  } catch {
    // A browser may refuse to keep anything.
  }
}
