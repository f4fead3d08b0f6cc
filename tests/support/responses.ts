import type { Page, Response } from 'playwright';

/** One answer of the server, to the page or to one of its workers. */
export interface Fetched {
  readonly url: string;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What went over the line, headers included; 0 for what came out of the browser's cache. */
  readonly bytes: number;
}

export interface WatchedResponses {
  /** How many answers have begun. */
  readonly count: () => number;
  /** All of them, once they have come to their end. */
  readonly finished: () => Promise<readonly Fetched[]>;
  /** Notes no further answers. */
  readonly stop: () => void;
}

/**
 * Notes what a page and its workers fetch from now on. Playwright holds each worker until it listens to it, so nothing
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
    bytes: sizes.responseBodySize + sizes.responseHeadersSize,
  };
}
