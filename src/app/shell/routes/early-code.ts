/** Where the page names the files that only the editor needs (build/preload-application.ts). */
const EDITOR_CODE = 'meta[name=editor-code]';
/** Where this browser keeps which file has come here before: asked for once more it would only be unpacked twice. */
const FETCHED = 'labelwright.fetched';

/**
 * Asks for the code of the editor and of its render worker while that of the application is on its way. Whoever needs it
 * asks again and joins these requests. Does nothing while developing, where the page names no files.
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
    // As the worker asks, so that the cache takes both for the same.
    const response = await fetch(file, { credentials: 'same-origin' });
    // Read to its end: a body that nobody reads stops on its way.
    await response.body?.pipeTo(new WritableStream());
    if (response.ok) localStorage.setItem(FETCHED, file);
  } catch {
    // The worker asks again, and says what is wrong; a browser that keeps nothing asks twice.
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
