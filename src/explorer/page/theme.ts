/** Light or dark: as the system has it, until someone chooses. The choice is in the address, like everything else. */
import { button } from './dom.js';
import { address, noteTheme } from './state.js';

const listeners = new Set<() => void>();
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export function isDark(): boolean {
  const { theme } = address();
  return theme === undefined ? prefersDark.matches : theme === 'dark';
}

/** Puts the theme on the page. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

/** Calls a listener after each change, until the signal is aborted. */
export function onTheme(listener: () => void, signal: AbortSignal): void {
  listeners.add(listener);
  signal.addEventListener('abort', () => listeners.delete(listener));
}

/** The button that changes the theme. */
export function themeButton(): HTMLButtonElement {
  const words = (): string => (isDark() ? 'Light' : 'Dark');
  const toggle = button(
    words(),
    () => {
      noteTheme(isDark() ? 'light' : 'dark');
      applyTheme();
    },
    { class: 'quiet', title: 'Change between dark and light' },
  );
  listeners.add(() => (toggle.textContent = words()));
  prefersDark.addEventListener('change', applyTheme);
  return toggle;
}

/** A colour of the page, by the name of its variable. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
