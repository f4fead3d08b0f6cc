import type { Page, Response } from 'playwright';

/** One answer of the server, to the page or to one of its workers. */
export interface Fetched {
  readonly url: string;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Transferred bytes, headers included; 0 for an answer from the browser's cache. */
  readonly bytes: number;
}

export interface WatchedResponses {
  /** Number of started answers. */
  readonly count: () => number;
  /** All of them, once they have ended. */
  readonly finished: () => Promise<readonly Fetched[]>;
  /** Records no further answers. */
  readonly stop: () => void;
}

/**
 * Records the fetches of a page and its workers from now on. Playwright pauses each worker until it listens to it, so nothing
 * is missed; a DevTools session of our own comes too late for a worker when the machine is busy.
 */
export function watchResponses(page: Page): WatchedResponses {
  const fetched: Promise<Fetched>[] = [];
  const listen = (response: Response): void => {
    if (response.url().startsWith('http')) fetched.push(measured(response));
  };
  page.on('response', listen);
  return {
    count: () => fetched.length,
    finished: () => Promise.all(fetched),
    stop: () => void page.off('response', listen),
  };
}

async function measured(response: Response): Promise<Fetched> {
  const sizes = await response.request().sizes();
  return {
    url: response.url(),
    headers: await response.allHeaders(),
    // Only the browser's cache is asked for headers alone, and Chromium reports the size of the whole file.
    bytes: response.request().method() === 'HEAD' ? 0 : sizes.responseBodySize + sizes.responseHeadersSize,
  };
}
