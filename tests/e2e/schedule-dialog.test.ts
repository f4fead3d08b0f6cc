import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { CLOUD_TYPES, type ScheduleInfo } from '#protocol/api.ts';
import { uploadCloudFile } from '#tests/server/cloud-uploads.ts';
import { createPng, createTemplateFile } from '#tests/server/create-test-server.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { PASSWORD, signUp, speak } from '#tests/support/screen-walk.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { createVisitor, type TestVisitor } from '#tests/support/visitor.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

/** Schedules that their owner creates and changes on the screen, by the pointer and by the keyboard. */
describe('the dialog of a schedule', () => {
  let opened: OpenedPage;
  let page: Page;
  let hands: readonly Hand[];
  let address: string;
  let visitor: TestVisitor;

  beforeAll(async () => {
    opened = await openShared({ timezoneId: 'Europe/Madrid' });
    ({ page, address } = opened);
    hands = handsOn(page);
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signUp(page, address, 'dora.dialog');
    visitor = createVisitor(address);
    expectOk(await visitor.api.call('login', { account: 'dora.dialog', password: PASSWORD }));
    const { data, url } = expectOk(await visitor.api.call('uploadToken', { bucket: 'web' }));
    const file = expectOk(await visitor.api.uploadTemplate(createTemplateFile(), 'label.tprts', data));
    const image = expectOk(await visitor.api.uploadPreview(createPng(), data));
    for (const name of ['Box label', 'Shelf label']) {
      const label = { name, parent_id: '', width: 60, height: 40 };
      expectOk(await visitor.api.call('addTemplate', { ...label, url: url + file.key, image: url + image.key }));
    }
    const [folder] = expectOk(await visitor.api.call('cloudDataList', { type: CLOUD_TYPES.spreadsheets })).list;
    const bytes = Buffer.from('name,stock\nTea,4\nRice,12\n');
    expectOk(await uploadCloudFile(visitor, { tid: folder?.id ?? '', name: 'goods.csv', bytes }));
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
  const card = (): Locator => page.getByTestId('schedules');
  const field = (name: string): Locator => dialog().getByLabel(name, { exact: true });
  const button = (name: string): Locator => dialog().getByRole('button', { name, exact: true });
  const times = (): Locator => page.getByTestId('schedule-times').getByRole('listitem');
  const listed = async (name: string): Promise<ScheduleInfo | undefined> =>
    expectOk(await visitor.api.call('scheduleList', {})).list.find((one) => one.name === name);

  test('creates a schedule with rows, conditions and times, and changes its times and rows', async () => {
    for (const hand of drawnOf('schedule dialog', hands)) {
      const name = `Shelves by ${hand.name}`;
      await page.goto(`${address}/user`);
      await hand.press(card().getByRole('button', { name: 'New schedule' }));
      await expect
        .poll(() => field('Time zone').or(page.getByTestId('schedule-zone')).first().innerText())
        .toContain('Madrid');
      await hand.type(field('Name'), name);
      await hand.choose(field('Template'), 'Shelf label');
      await hand.choose(field('Rows'), 'Cloud spreadsheet');
      await hand.choose(field('Spreadsheet'), 'goods.csv');
      await hand.press(button('Add a condition'));
      const condition = dialog().getByRole('group', { name: 'Condition 1' });
      await expect.poll(() => button('Save').isDisabled()).toBe(true);
      await hand.type(condition.getByLabel('Column', { exact: true }), 'stock');
      await hand.choose(condition.getByLabel('Condition', { exact: true }), 'is at least');
      await hand.type(condition.getByLabel('Value', { exact: true }), '10');
      await hand.choose(field('Print to'), 'ZPL');
      await hand.type(field('Copies'), '3');
      await hand.choose(field('Minimum barcode grade'), 'B');
      await hand.choose(field('When'), 'On selected weekdays');
      await hand.type(dialog().locator('input[type=time]'), '0630AM');
      await hand.press(dialog().getByRole('checkbox', { name: 'Wed' }));
      await expect.poll(() => times().allInnerTexts()).toHaveLength(3);
      await expect.poll(async () => (await times().allInnerTexts()).join(' ')).toContain('06:30 AM');
      await untilIdle(times());
      await expect.poll(async () => (await times().allInnerTexts()).join(' ')).not.toContain('Wed');
      await hand.press(button('Save'));
      await dialog().waitFor({ state: 'detached' });
      const item = card().getByRole('listitem').filter({ hasText: name });
      await item.getByText('Shelf label · ZPL').waitFor();
      await item.getByText(/Mon, Tue, Thu,? (and|&)? ?Fri at 06:30/).waitFor();
      const made = await listed(name);
      expect(made).toMatchObject({ cron: '30 6 * * 1,2,4,5', zone: 'Europe/Madrid', format: 'zpl', trigger: 'none' });
      const { run } = expectOk(await visitor.api.call('getSchedule', { id: made?.id ?? '' }));
      expect(run).toMatchObject({
        source: { type: 'spreadsheet', sheet: '' },
        where: [{ column: 'stock', test: 'atLeast', value: '10' }],
        copies: 3,
        minimum_grade: 'B',
      });

      await hand.press(item.getByRole('button', { name: `Edit ${name}` }));
      await expect.poll(() => field('Name').inputValue()).toBe(name);
      await hand.press(button('Remove condition 1'));
      await hand.choose(field('When'), 'Every few hours');
      await hand.choose(field('Every'), '6 hours');
      await hand.choose(field('When'), 'Cron expression');
      await expect.poll(() => field('Cron expression').inputValue()).toBe('0 */6 * * *');
      await hand.type(field('Cron expression'), '0 0 31 2 *');
      await page
        .getByTestId('schedule-times')
        .getByText(/must be five fields/)
        .waitFor();
      // The server's message is at the field.
      await hand.press(button('Save'));
      await dialog()
        .getByRole('alert')
        .getByText(/must be five fields/)
        .waitFor();
      await expect
        .poll(() => field('Cron expression').getAttribute('aria-describedby'))
        .toBe(await dialog().getByRole('alert').getAttribute('id'));
      await hand.type(field('Cron expression'), '15 5 1 * *');
      await hand.choose(field('Rows'), 'Web address');
      await expect.poll(() => button('Save').isDisabled()).toBe(true);
      await hand.type(field('Web address'), 'ftp://example.com/goods.csv');
      await hand.type(field('Sheet'), 'Goods');
      await hand.press(button('Save'));
      const alert = dialog().getByRole('alert');
      await alert.getByText(/not a web address/).waitFor();
      await expect
        .poll(() => field('Web address').getAttribute('aria-describedby'))
        .toBe(await alert.getAttribute('id'));
      await hand.type(field('Web address'), 'https://example.com/goods.xlsx');
      await untilIdle(alert);
      await expect.poll(() => alert.count()).toBe(0);
      await hand.press(button('Save'));
      await item.getByText('15 5 1 * *').waitFor();
      const changed = await listed(name);
      expect(changed).toMatchObject({ id: made?.id, cron: '15 5 1 * *' });
      const { run: later } = expectOk(await visitor.api.call('getSchedule', { id: made?.id ?? '' }));
      expect(later.source).toEqual({ type: 'url', url: 'https://example.com/goods.xlsx', sheet: 'Goods' });
      await hand.press(item.getByRole('button', { name: `Edit ${name}` }));
      await expect.poll(() => field('Web address').inputValue()).toBe('https://example.com/goods.xlsx');
      await expect.poll(() => field('Sheet').inputValue()).toBe('Goods');
      await hand.press(button('Cancel'));
      await dialog().waitFor({ state: 'detached' });
    }
  });

  test('shows the address of a webhook once, and replaces it', async () => {
    for (const hand of drawnOf('schedule webhook', hands)) {
      const name = `Orders by ${hand.name}`;
      await page.goto(`${address}/user`);
      await hand.press(card().getByRole('button', { name: 'New schedule' }));
      await hand.type(field('Name'), name);
      await hand.choose(field('Template'), 'Box label');
      await hand.choose(field('When'), 'Only by webhook');
      await expect.poll(() => button('Save').isDisabled()).toBe(true);
      await hand.pick(
        dialog().getByRole('radiogroup', { name: 'Webhook' }),
        'Anyone with the address can start the run',
      );
      await hand.press(button('Save'));
      const shown = page.getByTestId('schedule-address');
      const first = await shown.innerText();
      expect(first).toMatch(new RegExp(`^${address}/v1/triggers/lwh_`));
      await hand.press(button('Copy'));
      await untilIdle(page);
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(first);
      await page.keyboard.press('Escape');
      await expect.poll(() => shown.isVisible()).toBe(true);
      await hand.press(button('I have saved it'));
      await shown.waitFor({ state: 'detached' });
      const post = async (to: string): Promise<number> => (await page.request.post(to, { data: {} })).status();
      expect(await post(first)).toBe(202);

      await hand.press(card().getByRole('button', { name: `Edit ${name}` }));
      await hand.press(dialog().getByRole('checkbox', { name: 'Create a new address' }));
      await hand.press(button('Save'));
      await shown.waitFor();
      const second = await shown.innerText();
      await hand.press(button('I have saved it'));
      expect([await post(first), await post(second)]).toEqual([404, 202]);

      await hand.press(card().getByRole('button', { name: `Edit ${name}` }));
      await hand.pick(
        dialog().getByRole('radiogroup', { name: 'Webhook' }),
        'Only signed messages start the run (Standard Webhooks)',
      );
      await hand.press(button('Save'));
      await shown.waitFor();
      await hand.press(button('I have saved it'));
      await expect.poll(() => page.getByTestId('schedule-key').innerText()).toMatch(/^whsec_/);
      await hand.press(button('I have saved it'));
      await page.getByTestId('schedule-key').waitFor({ state: 'detached' });
      expect(await post(second)).toBe(404);
    }
  });

  test('reports a deleted template at its field, and is closed by Escape', async () => {
    const { list } = expectOk(await visitor.api.call('templateList', { name: 'Box label' }));
    const name = 'Boxes';
    await page.goto(`${address}/user`);
    await card().getByRole('button', { name: 'New schedule' }).click();
    await field('Name').fill(name);
    const [pointer] = hands;
    await pointer?.choose(field('Template'), 'Box label');
    expectOk(await visitor.api.call('deleteTemplate', { id: list[0]?.id ?? '' }));
    await button('Save').click();
    const alert = dialog().getByRole('alert');
    await alert.waitFor();
    await expect.poll(() => field('Template').getAttribute('aria-describedby')).toBe(await alert.getAttribute('id'));
    await pointer?.choose(field('Template'), 'Shelf label');
    await untilIdle(dialog());
    await expect.poll(() => dialog().getByRole('alert').count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await listed(name)).toBeUndefined();
  });

  const LOOKS = (['en', 'zh'] as const).flatMap((language) =>
    (['light', 'dark'] as const).flatMap((theme) => [
      [language, theme, 1280, 720] as const,
      [language, theme, 390, 844] as const,
    ]),
  );
  const CASES = drawnOf('schedule dialog fits', LOOKS);
  test.each(CASES)(`fits the window in %s and %s at %i x %i (seed ${SEED})`, async (language, theme, width, height) => {
    await speak(page, language);
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
    await setWindowSize(page, { width, height });
    await page.goto(`${address}/user`);
    const what = language === 'en' ? 'New schedule' : '新建计划';
    await card().getByRole('button', { name: what }).click();
    const form = page.getByTestId('schedule-form');
    await form
      .getByRole('button', { name: language === 'en' ? 'Add a condition' : '添加条件' })
      .waitFor({ state: 'detached' });
    await pressRows(form, language === 'en' ? 'Cloud spreadsheet' : '云端表格');
    await form.getByRole('button', { name: language === 'en' ? 'Add a condition' : '添加条件' }).click();
    await expect.poll(async () => (await times().allInnerTexts()).includes('…')).toBe(false);
    await untilIdle(page);
    await expect.poll(() => cutTexts(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });

  async function pressRows(form: Locator, entry: string): Promise<void> {
    await form.getByTestId('schedule-source').click();
    await page.locator('.ant-select-dropdown:visible').getByText(entry, { exact: true }).click();
  }
});

/** Labels, hints and buttons whose text is cut off. */
function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '.sched-form label, .sched-form legend, .sched-form p, .sched-form button, .ant-modal-footer button',
      ),
    ]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
      .map((one) => one.textContent ?? ''),
  );
}
