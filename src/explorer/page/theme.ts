/** Light or dark: the theme of the system, until someone chooses. The choice is in the address. */
import { computed, effect, signal } from '@preact/signals';
import { address, go } from './state.js';

const system = matchMedia('(prefers-color-scheme: dark)');
const prefersDark = signal(system.matches);
system.addEventListener('change', ({ matches }) => (prefersDark.value = matches));

const dark = computed(() => {
  const { theme } = address.value;
  return theme === undefined ? prefersDark.value : theme === 'dark';
});

/** Whether the page is dark; components that call this are drawn again when it changes. */
export function isDark(): boolean {
  return dark.value;
}

export function changeTheme(): void {
  go({ ...address.peek(), theme: dark.peek() ? 'light' : 'dark' }, 'replace');
}

/** Returns a colour of the page by the name of its variable. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

effect(() => {
  document.documentElement.dataset['theme'] = dark.value ? 'dark' : 'light';
});
