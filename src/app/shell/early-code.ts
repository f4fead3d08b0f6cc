/** Where the page names the files that only the editor needs (build/preload-application.ts). */
const EDITOR_CODE = 'meta[name=editor-code]';
/** Storage key for the file that this browser has fetched before: fetching it early would only decompress it twice. */
const FETCHED = 'labelwright.fetched';

/**
 * Fetches the code of the editor and of its render worker while that of the application is loading. Later requests join
 * these. Does nothing during development, when the page names no files.
 */
export function fetchEditorCode(): void {
  const files = document.querySelector<HTMLMetaElement>(EDITOR_CODE)?.content.split(' ') ?? [];
  for (const file of files) {
    if (file.endsWith('.wasm')) void fetchIntoCache(file);
    else document.head.append(createLink(file));
  }
}

async function fetchIntoCache(file: string): Promise<void> {
  try {
    if (localStorage.getItem(FETCHED) === file) return;
    // The same request as the worker's, so that they share a cache entry.
    const response = await fetch(file, { credentials: 'same-origin' });
    // Reads to the end: an unread body stops loading.
    await response.body?.pipeTo(new WritableStream());
    if (response.ok) localStorage.setItem(FETCHED, file);
  } catch {
    // The worker asks again and reports the problem; a browser without a cache asks twice.
  }
}

function createLink(file: string): HTMLLinkElement {
  const link = document.createElement('link');
  if (file.endsWith('.css')) {
    link.rel = 'preload';
    link.as = 'style';
  } else link.rel = 'modulepreload';
  link.crossOrigin = 'anonymous';
  link.href = file;
  return link;
}
