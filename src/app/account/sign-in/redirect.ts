/** The login page that leads back to the requested path. */
export function loginPath(target: string): string {
  return `/login?redirect=${encodeURIComponent(target)}`;
}

/**
 * The path to open after signing in, from the untrusted `redirect` query value; null if it is not a path of this origin.
 * Browsers interpret `//host`, `/\host` and inner control characters as another host, so those are rejected before parsing,
 * and again in the parsed value (`/.//host` becomes `//host`).
 */
export function safeRedirect(raw: string | null, origin: string): string | null {
  if (raw === null || !raw.startsWith('/') || raw.startsWith('//')) return null;
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f\\]/.test(raw) || /%(5c|0[0-9a-f]|1[0-9a-f]|7f)/i.test(raw.split('?')[0] ?? '')) return null;
  const url = URL.parse(raw, origin);
  if (url === null || url.origin !== origin || url.pathname.startsWith('//')) return null;
  if (['/', '/login', '/prelogin', '/register', '/thirdLogin'].includes(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}
