/**
 * The nearest of the known names to a misspelt one, for error messages. Separate because the games, the
 * methods and the command line's choices all offer it.
 */
import leven from 'leven';

/** The name with the smallest edit distance, when that is at most a third of its letters; else undefined. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Infinity;
  for (const name of names) {
    const distance = name.startsWith(text) && text.length > 2 ? 0 : leven(text, name);
    if (distance < least && distance <= Math.max(2, Math.floor(name.length / 3))) {
      nearest = name;
      least = distance;
    }
  }
  return nearest;
}
