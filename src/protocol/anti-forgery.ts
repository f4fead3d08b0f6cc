/**
 * The anti-forgery token (docs/develop/adr/0085-sessions-and-signed-calls.md): a cookie that the page's script may read, and a header of
 * the same name in which it sends the cookie's value back. Both are named after the session's cookie.
 */

/** Before the installation's own name, the name of the cookie that holds the session's token. */
export const SESSION_COOKIE = 'token';
/** Before the name of a cookie that came over TLS. Never in the header's name: many proxies drop headers with `_`. */
export const HOST_PREFIX = '__Host-';

/** The header's name, and without `HOST_PREFIX` the cookie's. */
export function antiForgeryName(installation: string): string {
  return `xsrf-${SESSION_COOKIE}-${installation}`;
}

/**
 * The headers for whatever changes something, from the text of `document.cookie`. Installations on other ports of the same
 * host have their own: the browser sends their cookies here as well, so that to repeat them tells nobody anything.
 */
export function antiForgeryHeaders(cookies: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const found = cookies.split(';').flatMap((pair) => {
    const [, prefix = '', name, value] = /^\s*(__Host-)?(xsrf-token-\w+)=([\w.-]+)\s*$/.exec(pair) ?? [];
    return name === undefined || value === undefined ? [] : [{ prefix, name, value }];
  });
  // A page that came over TLS also sees what an earlier one without it has left.
  for (const { name, value } of found.toSorted((a, b) => a.prefix.length - b.prefix.length)) headers[name] = value;
  return headers;
}

/** The id of the user whose page asks: see `pageUserHeaders`. */
export const PAGE_USER_HEADER = 'page-user';

/**
 * Says whose page asks. The browser sends the cookie of whoever signed in last, in whichever of its tabs; the server answers
 * a page of somebody else as one that is signed out, so that nothing of one user gets into the account of another.
 */
export function pageUserHeaders(userId: string | null): Record<string, string> {
  return userId === null ? {} : { [PAGE_USER_HEADER]: userId };
}
