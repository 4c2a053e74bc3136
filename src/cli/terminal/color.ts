/**
 * Colour, where it helps and nobody has asked for none: in a terminal, or wherever --color or FORCE_COLOR wants it.
 * Each stream is coloured or not by itself.
 */

export const COLOR_CHOICES = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

/** What text can be; each is a colour that shows on dark and on light terminals. */
const STYLES = { heading: '1', failure: '1;31', good: '32', hot: '31', cold: '36' } as const;
export type Style = keyof typeof STYLES;

/** What is known of a stream that may be coloured. */
interface Surroundings {
  readonly isTerminal: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether a stream is coloured. What was chosen decides; else FORCE_COLOR (0 for never), else NO_COLOR
 * (no-color.org), else whether the stream is a terminal that can show colours.
 */
export function isColored(choice: ColorChoice, { isTerminal, environment }: Surroundings): boolean {
  if (choice !== 'auto') return choice === 'always';
  const { FORCE_COLOR: force = '', NO_COLOR: no = '', TERM: terminal } = environment;
  if (force !== '') return force !== '0';
  return no === '' && isTerminal && terminal !== 'dumb';
}

/** Whether each stream is coloured; looked up once, as a million answers may ask. */
const colored = { data: false, messages: false };

/** Takes note of what --color says; said once, before anything is printed. */
export function chooseColor(choice: ColorChoice): void {
  const environment = process.env;
  colored.data = isColored(choice, { isTerminal: process.stdout.isTTY, environment });
  colored.messages = isColored(choice, { isTerminal: process.stderr.isTTY, environment });
}

/**
 * Marks of styles in text that is not written yet, which each stream turns into its colours: it escapes every escape character
 * that a name may hold. They are lone surrogates, as no text in UTF-8 has them: input holds no mark.
 */
const FIRST_MARK = 0xdc00;
const NAMES = Object.keys(STYLES) as Style[];
const END = String.fromCharCode(FIRST_MARK + NAMES.length);
// With the flag u, no half of a surrogate pair is a mark.
const MARKS = new RegExp(`[${String.fromCharCode(FIRST_MARK)}-${END}]`, 'gu');

/** Text for stdout in a style, where stdout is coloured. */
export function onData(style: Style, text: string): string {
  return colored.data ? marked(style, text) : text;
}

/** Text for stderr in a style, where stderr is coloured. */
export function onMessages(style: Style, text: string): string {
  return colored.messages ? marked(style, text) : text;
}

function marked(style: Style, text: string): string {
  return String.fromCharCode(FIRST_MARK + NAMES.indexOf(style)) + text + END;
}

/** Text with its marks as colours, where the stream is coloured; else as it is. */
export function painted(stream: keyof typeof colored, text: string): string {
  if (!colored[stream]) return text;
  return text.replace(MARKS, (mark) => {
    const style = NAMES.at(mark.charCodeAt(0) - FIRST_MARK);
    return `\u001b[${style === undefined ? '0' : STYLES[style]}m`;
  });
}
