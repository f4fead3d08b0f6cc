import type { Page } from 'playwright';
import { register, type UserInfo } from '#protocol/api/accounts.ts';
import { antiForgeryOf } from './anti-forgery.ts';

/**
 * Signs a new user up by a call, in the page's browser; signing up by hand has tests of its own. The page is then on none of
 * the product's screens, and the editor's guide has been seen.
 */
export async function signUpByCall(page: Page, address: string, name: string, password: string): Promise<void> {
  const context = page.context();
  const answer = await context.request.post(address + register.path, {
    data: { user_name: name, password },
    headers: await antiForgeryOf(context),
  });
  const { data } = (await answer.json()) as { data: UserInfo | null };
  if (data === null) throw new Error(`${name} could not be signed up: ${await answer.text()}`);
  // The page's data about its user can be written from any page of the product; this one is small.
  await page.goto(`${address}/healthz`);
  await page.evaluate(
    (kept) => {
      localStorage.setItem('userInfo', kept);
      localStorage.setItem('firstGuideDone', 'true');
    },
    JSON.stringify({ userid: data.user_id, name: data.user_name, email: null }),
  );
}
