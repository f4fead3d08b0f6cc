import type { BrowserContext } from 'playwright';
import { antiForgeryHeaders } from '#protocol/anti-forgery.ts';

/** The headers that the context's pages send with whatever changes something. */
export async function antiForgeryOf(context: BrowserContext): Promise<Record<string, string>> {
  const cookies = await context.cookies();
  return antiForgeryHeaders(cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
}

/** Lets calls that a test makes with the context's cookies carry them, as those of a page do. */
export function addAntiForgery(context: BrowserContext): void {
  const { request } = context;
  const post = request.post.bind(request);
  request.post = async (url, options) =>
    post(url, { ...options, headers: { ...(await antiForgeryOf(context)), ...options?.headers } });
}
