import { antiForgeryHeaders } from '#protocol/anti-forgery.ts';
import { createApiClient, type ApiClient } from '#services/api/api-client.ts';

/** A browser's cookies and a client on top of them. */
export interface TestVisitor {
  readonly api: ApiClient;
  readonly fetch: typeof globalThis.fetch;
  readonly cookies: Map<string, string>;
  /** The name and the value of the session's cookie; null if there is none. */
  readonly sessionCookie: () => readonly [name: string, token: string] | null;
  /** The `set-cookie` header for the session's token in the last response; null for none. */
  readonly lastSetCookie: () => string | null;
  readonly signedOut: readonly string[];
}

/** Intercepts the network traffic. */
export type Watch = (request: Request, response: Response) => Promise<void>;

export interface VisitorOptions {
  /** Headers for each of its requests, such as those of a proxy. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  readonly watch?: Watch | undefined;
}

export function createVisitor(
  url: string,
  language = 'en',
  { headers = {}, now = Date.now, watch }: VisitorOptions = {},
): TestVisitor {
  const cookies = new Map<string, string>();
  const signedOut: string[] = [];
  let setCookie: string | null = null;
  const fetchWithCookies: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof URL || typeof input === 'string' ? new URL(input, url) : input, init);
    const cookie = cookieText(cookies);
    if (cookie !== '') request.headers.set('cookie', cookie);
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    // As a page's own script does with every change.
    for (const [name, value] of Object.entries(antiForgeryHeaders(cookie))) {
      if (request.method !== 'GET' && !request.headers.has(name)) request.headers.set(name, value);
    }
    const sent = watch === undefined ? null : request.clone();
    const response = await fetch(request);
    if (sent !== null) await watch?.(sent, response.clone());
    setCookie = response.headers.getSetCookie().find((header) => /^(__Host-)?token-/.test(header)) ?? null;
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const api = createApiClient({
    baseUrl: url,
    language: () => language,
    cookies: () => Promise.resolve(cookieText(cookies)),
    now,
    onSignedOut: (message) => signedOut.push(message),
    fetch: fetchWithCookies,
  });
  const sessionCookie = (): readonly [string, string] | null =>
    [...cookies].find(([name]) => /^(__Host-)?token-/.test(name)) ?? null;
  return { api, fetch: fetchWithCookies, cookies, sessionCookie, lastSetCookie: () => setCookie, signedOut };
}

/** All of them, as a request has them. */
export function cookieText(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
