/** How the page names the largest file that the editor's worker will ask for (build/preload-application.ts). */
const RENDER_CODE = 'meta[name=render-code]';

/**
 * Asks for the render worker's compiled code while the worker itself is on its way. The worker's own request for it
 * joins this one in the browser's cache. Does nothing while developing, where the page does not name it.
 */
export async function fetchRenderCode(): Promise<void> {
  const address = document.querySelector<HTMLMetaElement>(RENDER_CODE)?.content;
  if (address === undefined) return;
  try {
    // As the worker asks, so that the cache takes both for the same.
    const response = await fetch(address, { credentials: 'same-origin' });
    // Read to its end: a body that nobody reads stops on its way.
    await response.body?.pipeTo(new WritableStream());
  } catch {
    // The worker asks again, and says what is wrong.
  }
}

/** The element of the page's own text, once that has been read as far. */
export async function whenRead(id: string): Promise<HTMLElement> {
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  }
  const element = document.getElementById(id);
  if (element === null) throw new Error(`index.html has no #${id}`);
  return element;
}
