/*
 * Says before the first paint which theme is shown. A script of its own that the page waits for (build/early-theme.ts):
 * it must not import anything. What it reads is written by state/theme.ts.
 */
{
  let choice: string | null = null;
  try {
    choice = localStorage.getItem('theme');
  } catch {
    // A browser that keeps nothing shows what the system shows.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}
