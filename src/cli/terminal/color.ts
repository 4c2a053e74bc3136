/** Colours of text on stdout and on stderr. FORCE_COLOR and NO_COLOR decide; without them, a terminal is coloured. */

/** Styles of text, as colours that are legible on dark and on light terminals. */
const STYLES = { heading: '1', failure: '1;31', good: '32', hot: '31', cold: '36' } as const;
export type Style = keyof typeof STYLES;

/**
 * Whether a stream is coloured: FORCE_COLOR decides (0 for never), else NO_COLOR (no-color.org), else whether the stream is a
 * terminal that can show colours.
 */
export function isColored(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { FORCE_COLOR: force = '', NO_COLOR: no = '', TERM: terminal } = environment;
  if (force !== '') return force !== '0';
  return no === '' && isTerminal && terminal !== 'dumb';
}

/** Whether each stream is coloured, decided once, as a million answers may ask. */
const colored = { data: false, messages: false };

/** Decides which streams are coloured, before anything is printed. */
export function chooseColors(): void {
  colored.data = isColored(process.stdout.isTTY, process.env);
  colored.messages = isColored(process.stderr.isTTY, process.env);
}

/**
 * Marks of styles in text that is not written yet. Each stream escapes control characters first, as names may contain them, and
 * then replaces marks by colours. Marks are lone surrogates: text in UTF-8 has none, so no input contains a mark.
 */
const FIRST_MARK = 0xdc00;
const NAMES = Object.keys(STYLES) as Style[];
const END = String.fromCharCode(FIRST_MARK + NAMES.length);
// With the flag u, no half of a surrogate pair is a mark.
const MARKS = new RegExp(`[${String.fromCharCode(FIRST_MARK)}-${END}]`, 'gu');

/** Marks text for stdout, if stdout is coloured. */
export function onData(style: Style, text: string): string {
  return colored.data ? marked(style, text) : text;
}

/** Marks text for stderr, if stderr is coloured. */
export function onMessages(style: Style, text: string): string {
  return colored.messages ? marked(style, text) : text;
}

function marked(style: Style, text: string): string {
  return String.fromCharCode(FIRST_MARK + NAMES.indexOf(style)) + text + END;
}

/** Replaces marks by colours. */
export function painted(stream: keyof typeof colored, text: string): string {
  if (!colored[stream]) return text;
  return text.replace(MARKS, (mark) => {
    const style = NAMES.at(mark.charCodeAt(0) - FIRST_MARK);
    return `\u001b[${style === undefined ? '0' : STYLES[style]}m`;
  });
}
