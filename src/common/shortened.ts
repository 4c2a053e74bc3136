/** How much of what came from outside a message shows. Separate because errors and progress show the same things. */

/** Characters of an input that a message shows at most. */
const MOST_SHOWN = 200;

/** The text, or its beginning with its length where it is too long for a message. */
export function shortened(text: string): string {
  if (text.length <= MOST_SHOWN) return text;
  // Half a surrogate pair would be no character.
  const beginning = text.slice(0, MOST_SHOWN).replace(/[\ud800-\udbff]$/, '');
  return `${beginning}... (${text.length} characters)`;
}
