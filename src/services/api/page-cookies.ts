/**
 * The page's cookies as in `document.cookie`. Reading that property blocks the page until the browser's other process
 * has answered, tens of milliseconds under load; the cookie store is asynchronous. Browsers have the store only if the
 * page came over TLS or from this computer.
 */
export async function pageCookies(): Promise<string> {
  if (!('cookieStore' in globalThis)) return document.cookie;
  try {
    const cookies = await cookieStore.getAll();
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  } catch {
    return document.cookie;
  }
}
