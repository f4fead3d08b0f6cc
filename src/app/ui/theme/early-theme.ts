/* Selects the theme before the first paint. A separate script that the page waits for (build/early-script.ts): it must not
   import anything. It reads what state/theme.ts writes. */
{
  let choice: string | null = null;
  try {
    choice = localStorage.getItem('theme');
  } catch {
    // Without storage the system's theme is used.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}
