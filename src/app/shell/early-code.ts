import { readStored, writeStored } from '../state/browser-storage.ts';

/** Where the page names the files that only the editor needs (build/preload-application.ts). */
const EDITOR_CODE = 'meta[name=editor-code]';
/** Storage key for Skia's code if this browser has fetched it: fetching it early again would only decompress it twice. */
const FETCHED = 'labelwright.fetched';

/**
 * Fetches the code of the editor and of its render worker while that of the application is loading. Later requests join
 * these. Does nothing during development, when the page names no files.
 */
export async function fetchEditorCode(): Promise<void> {
  const content = document.querySelector<HTMLMetaElement>(EDITOR_CODE)?.content;
  if (content === undefined) return;
  const [editor = [], worker = []] = content.split('|').map((files) => files.split(' '));
  for (const file of editor) document.head.append(createLink(file));
  const skia = worker.find((file) => file.endsWith('.wasm'));
  if (skia === undefined || (await isCached(skia))) return;
  const fetched = await Promise.all(worker.map(fetchIntoCache));
  if (fetched.every(Boolean)) writeStored(FETCHED, skia);
}

/** Browsers empty their caches by themselves. A file that was never fetched is not asked for: they report it as an error. */
async function isCached(file: string): Promise<boolean> {
  if (readStored(FETCHED) !== file) return false;
  const answer = fetch(file, { method: 'HEAD', cache: 'only-if-cached', mode: 'same-origin' });
  return answer.then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Whether it succeeded. If not, the worker asks again and reports the problem; a browser without a cache asks twice. */
async function fetchIntoCache(file: string): Promise<boolean> {
  try {
    // The same request as the worker's, so that they share a cache entry.
    const response = await fetch(file, { credentials: 'same-origin' });
    // Reads to the end: an unread body stops loading. As a blob, Skia takes 5 ms of the page's thread, as a stream 20.
    await response.blob();
    return response.ok;
  } catch {
    return false;
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
