import type { BrowserContext } from 'playwright';
import { antiForgeryHeaders } from '#protocol/anti-forgery.ts';

/** The headers that the context's pages send with every change. */
export async function antiForgeryOf(context: BrowserContext): Promise<Record<string, string>> {
  const cookies = await context.cookies();
  return antiForgeryHeaders(cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
}

/** Adds the page's headers to calls that a test makes with the context's cookies. */
export function addAntiForgery(context: BrowserContext): void {
  const { request } = context;
  const post = request.post.bind(request);
  request.post = async (url, options) =>
    post(url, { ...options, headers: { ...(await antiForgeryOf(context)), ...options?.headers } });
}
