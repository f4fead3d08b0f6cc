/**
 * The anti-forgery token (docs/develop/adr/0085-sessions-and-signed-calls.md): a cookie that the page's script may read, and a header of
 * the same name in which it sends the cookie's value back. Both are named after the session's cookie.
 */

/** The name of the session cookie, before the installation's own name. */
export const SESSION_COOKIE = 'token';
/** The prefix of a cookie that was set over TLS. Never in the header's name: many proxies drop headers with `_`. */
export const HOST_PREFIX = '__Host-';

/** The header's name, and without `HOST_PREFIX` the cookie's. */
export function antiForgeryName(installation: string): string {
  return `xsrf-${SESSION_COOKIE}-${installation}`;
}

/**
 * The headers for requests that change something, from the text of `document.cookie`. Installations on other ports of
 * the same host have their own: the browser sends their cookies here as well, so that repeating them reveals nothing.
 */
export function antiForgeryHeaders(cookies: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const found = cookies.split(';').flatMap((pair) => {
    const [, prefix = '', name, value] = /^\s*(__Host-)?(xsrf-token-\w+)=([\w.-]+)\s*$/.exec(pair) ?? [];
    return name === undefined || value === undefined ? [] : [{ prefix, name, value }];
  });
  // A page over TLS also sees cookies from an earlier one without it.
  for (const { name, value } of found.toSorted((a, b) => a.prefix.length - b.prefix.length)) headers[name] = value;
  return headers;
}

/** The id of the page's user: see `pageUserHeaders`. */
export const PAGE_USER_HEADER = 'page-user';

/**
 * The user of the page that sends a request. The browser sends the cookie of the last sign-in in any of its tabs; the
 * server treats a page of another user as signed out, so that no data of one user enters the account of another.
 */
export function pageUserHeaders(userId: string | null): Record<string, string> {
  return userId === null ? {} : { [PAGE_USER_HEADER]: userId };
}
