import type { Page } from 'playwright';
import { expect } from 'vitest';
import { UPLOAD_IMAGE_PATH } from '#protocol/api.ts';
import { untilIdle } from './until-idle.ts';

/** Saves the label, for the first time or again, and returns the PNG that is uploaded with it. */
export async function savedPreview(page: Page): Promise<Buffer> {
  const upload = page.waitForRequest((request) => request.url().endsWith(UPLOAD_IMAGE_PATH));
  await page.getByTestId('save').click();
  const place = page.getByRole('dialog').filter({ has: page.getByTestId('save-place'), visible: true });
  await Promise.race([upload, place.waitFor().then(() => place.getByRole('button', { name: 'Save' }).click())]);
  const png = Buffer.from((await upload).postData() ?? '', 'base64');
  await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
  await untilIdle(page);
  return png;
}
