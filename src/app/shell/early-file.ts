/** The file of the label in the address, requested before the code that reads it is loaded. */
export interface EarlyFile {
  readonly path: string;
  /** Null if the server could not be reached. */
  readonly response: Promise<Response | null>;
}

/**
 * Requests the template's file while the application is loading, if the page is the editor of a saved label. `search` is
 * the query of the address.
 */
export function fetchEarlyFile(search: string): EarlyFile | null {
  const path = fileIn(new URLSearchParams(search).get('labelAttr'));
  if (path === null) return null;
  return { path, response: fetch(path, { credentials: 'include' }).catch(() => null) };
}

/**
 * A `fetch` that returns the early file for its first request. If the early request failed or was rejected, it asks again,
 * so that errors occur in the usual place.
 */
export function fetchAfter(early: EarlyFile | null): typeof globalThis.fetch {
  let waiting = early;
  return async (input, init) => {
    if (waiting !== null && isFor(waiting, input, init)) {
      const { response } = waiting;
      waiting = null;
      const answer = await response;
      if (answer?.ok === true) return answer;
    }
    return fetch(input, init);
  };
}

function isFor({ path }: EarlyFile, input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  const [url, method] = input instanceof Request ? [input.url, input.method] : [String(input), init?.method ?? 'GET'];
  return method === 'GET' && new URL(url, window.location.href).href === new URL(path, window.location.href).href;
}

/** Only a path of this server: anyone may have made the address. */
function fileIn(attributes: string | null): string | null {
  try {
    const value: unknown = JSON.parse(attributes ?? 'null');
    const file: unknown = typeof value === 'object' && value !== null && 'file' in value ? value.file : null;
    return typeof file === 'string' && /^\/(?!\/)/.test(file) ? file : null;
  } catch {
    return null;
  }
}
