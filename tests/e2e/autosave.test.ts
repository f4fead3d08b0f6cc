import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { keptDrafts } from '#tests/support/kept-drafts.ts';
import { openEditor, type OpenedPage } from '#tests/support/open-editor.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { visitorOf } from '#tests/support/saved-label.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;

beforeAll(async () => {
  opened = await openEditor('autosave');
  ({ page } = opened);
});
afterAll(() => opened?.close());

const expectState = (state: string): Promise<void> =>
  expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe(state);

test('autosave saves an edited template as one version, and a switch in the settings disables it', async () => {
  await putElements(page, [createTestElement('rectangle', { xMm: 5, yMm: 5 })]);
  await page.getByTestId('save').click();
  await page.waitForURL(/labelStatus=edit/);
  await expectState('saved');
  for (const [type, xMm] of [
    ['ellipse', 40],
    ['triangle', 60],
  ] as const) {
    await putElements(page, [createTestElement(type, { xMm, yMm: 5 })]);
    await expectState('unsaved');
    await expectState('saved');
  }
  await untilIdle(page);
  expect(await keptDrafts(page)).toEqual([]);
  await page.reload();
  await page.getByTestId('canvas-overlay').waitFor();
  expect(await opened.driver.download()).toContain('Type="Triangle"');
  const { id } = JSON.parse(new URL(page.url()).searchParams.get('labelAttr') ?? '{}') as { id: string };
  const visitor = await visitorOf(opened.context, opened.address);
  expect(expectOk(await visitor.api.call('versionList', { id })).count).toBe(1);

  await page.goto(`${opened.address}/settings`);
  const autosave = page.getByRole('switch', { name: 'Autosave' });
  await expect.poll(() => autosave.isChecked()).toBe(true);
  await autosave.click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('autosave'))).toBe('false');
});
