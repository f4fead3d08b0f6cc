import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createPng, createTemplateFile } from '#tests/server/create-test-server.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openShared, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { PASSWORD, signUp } from '#tests/support/screen-walk.ts';
import { createVisitor } from '#tests/support/visitor.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

interface Made {
  readonly id: string;
}

/** The schedules of programs in the account page, each control by the pointer and by the keyboard. */
describe('the schedules', () => {
  let opened: OpenedPage;
  let page: Page;
  let hands: readonly Hand[];
  let address: string;
  let ask: (path: string, body?: object) => Promise<Response>;
  let template: string;

  beforeAll(async () => {
    opened = await openShared();
    ({ page, address } = opened);
    hands = handsOn(page);
    await signUp(page, address, 'paul.planner');
    const visitor = createVisitor(address);
    expectOk(await visitor.api.call('login', { account: 'paul.planner', password: PASSWORD }));
    const { data, url } = expectOk(await visitor.api.call('uploadToken', { bucket: 'web' }));
    const file = expectOk(await visitor.api.uploadTemplate(createTemplateFile(), 'label.tprts', data));
    const image = expectOk(await visitor.api.uploadPreview(createPng(), data));
    const label = { name: 'Shelf label', parent_id: '', width: 60, height: 40 };
    const saved = await visitor.api.call('addTemplate', { ...label, url: url + file.key, image: url + image.key });
    template = expectOk(saved).id;
    const scopes = ['schedules:read' as const, 'schedules:write' as const, 'runs:read' as const];
    const asked = { name: 'Planner', scopes, days: 7, confirmation: PASSWORD };
    const { token } = expectOk(await visitor.api.call('addApiToken', asked));
    ask = (path, body) =>
      fetch(`${address}/v1/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
  const card = (): Locator => page.getByTestId('schedules');
  const picture = (name: string): Promise<unknown> => page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });

  test('are shown with their times, run now, paused, resumed and deleted', async () => {
    await page.goto(`${address}/user`);
    await card().getByText('There are no schedules yet.').waitFor();
    for (const hand of hands) {
      const name = `Shelves by ${hand.name}`;
      const run = { template, format: 'zpl' };
      const made = await ask('schedules', { name, cron: '0 6 * * 1-5', zone: 'Europe/Madrid', trigger: 'open', run });
      expect(made.status).toBe(201);
      const { id } = (await made.json()) as Made;
      const button = (what: string): Locator => card().getByRole('button', { name: `${what} ${name}`, exact: true });
      await page.goto(`${address}/user`);
      const item = card().getByRole('listitem').filter({ hasText: name });
      await item.getByText('Shelf label · ZPL').waitFor();
      await item.getByText('Not started yet').waitFor();
      await item.getByText(/Next: /).waitFor();
      await hand.press(button('Run now'));
      await card().getByText(`“${name}” has been started.`).waitFor();
      const { items } = (await (await ask('runs')).json()) as { items: { template: string }[] };
      expect(items.length).toBeGreaterThan(0);
      await item.getByText(/Last (started|done|failed)/).waitFor();
      await hand.press(button('Pause'));
      await item.getByText('Paused', { exact: true }).waitFor();
      expect(await (await ask(`schedules/${id}`)).json()).toMatchObject({ state: 'paused', next: null });
      await hand.press(button('Resume'));
      await item.getByText('Paused', { exact: true }).waitFor({ state: 'detached' });
      await picture(`schedules by ${hand.name}`);
      for (const [width, height] of [
        [390, 844],
        [1280, 720],
      ] as const) {
        await setWindowSize(page, { width, height });
        await item.scrollIntoViewIfNeeded();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wide).toBeLessThanOrEqual(0);
        await picture(`schedules at ${width}`);
      }
      await hand.press(button('Delete'));
      await hand.press(dialog().getByRole('button', { name: 'Delete', exact: true }));
      await item.waitFor({ state: 'detached' });
      expect((await ask(`schedules/${id}`)).status).toBe(404);
    }
  });
});
