/**
 * Colour, where it helps and nobody has asked for none: in a terminal, or wherever --color or FORCE_COLOR wants it.
 * Separate from the streams, because each stream is coloured or not by itself.
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

/** Text for stdout in a style, where stdout is coloured. */
export function onData(style: Style, text: string): string {
  return colored.data ? styled(style, text) : text;
}

/** Text for stderr in a style, where stderr is coloured. */
export function onMessages(style: Style, text: string): string {
  return colored.messages ? styled(style, text) : text;
}

function styled(style: Style, text: string): string {
  return `\u001b[${STYLES[style]}m${text}\u001b[0m`;
}
