/**
 * The page's cookies as `document.cookie` writes them. Reading that property stops the page until the browser's other
 * process has answered, tens of milliseconds while much is being fetched; the cookie store answers without stopping it.
 * Browsers have the store only where the page came over TLS or from this computer.
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
