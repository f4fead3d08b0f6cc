/** The visible themes. */
export type ShownTheme = 'light' | 'dark';

const listeners = new Set<() => void>();

/** The theme on the page; early-theme.ts has set it before the first paint. */
export function shownTheme(): ShownTheme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

export function showTheme(theme: ShownTheme): void {
  if (theme === shownTheme()) return;
  document.documentElement.dataset['theme'] = theme;
  for (const listener of listeners) listener();
}

/** Calls the listener when the theme changes, until the returned function is called. */
export function onThemeShown(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
