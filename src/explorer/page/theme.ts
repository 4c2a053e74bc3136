/** Light or dark: as the system has it, until someone chooses. The choice is in the address, like everything else. */
import { computed, effect, signal } from '@preact/signals';
import { address, go } from './state.js';

const system = matchMedia('(prefers-color-scheme: dark)');
const prefersDark = signal(system.matches);
system.addEventListener('change', ({ matches }) => (prefersDark.value = matches));

const dark = computed(() => {
  const { theme } = address.value;
  return theme === undefined ? prefersDark.value : theme === 'dark';
});

/** Whether the page is dark; what reads this while it is drawn is drawn anew when it changes. */
export function isDark(): boolean {
  return dark.value;
}

export function changeTheme(): void {
  go({ ...address.peek(), theme: dark.peek() ? 'light' : 'dark' }, 'replace');
}

/** A colour of the page, by the name of its variable. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

effect(() => {
  document.documentElement.dataset['theme'] = dark.value ? 'dark' : 'light';
});
