import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { serverRunList, type ServerRun } from '#protocol/api.ts';
import { startAssistantProcess } from '#tests/assistant/assistant-process.ts';
import { createFolder } from '#tests/assistant/start-assistant.ts';
import { createPng } from '#tests/server/create-test-server.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { eitherHand } from '#tests/support/hands.ts';
import { keepPictures, openProduct, UNOPTIMIZED, type OpenedProduct } from '#tests/support/open-editor.ts';
import { PASSWORD, signUp, speak } from '#tests/support/screen-walk.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { createVisitor, type TestVisitor } from '#tests/support/visitor.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

/** Runs started by programs and schedules, in the tray of runs, by one of the hands. */
describe('runs of programs in the tray', () => {
  let opened: OpenedProduct;
  let page: Page;
  let address: string;
  let visitor: TestVisitor;
  let start: (rows: number, broken?: number, printer?: string) => Promise<string>;

  beforeAll(async () => {
    opened = await openProduct({ WORKERS: '1' }, { args: [UNOPTIMIZED] });
    ({ page, address } = opened);
    await signUp(page, address, 'tara.tray');
    visitor = createVisitor(address);
    expectOk(await visitor.api.call('login', { account: 'tara.tray', password: PASSWORD }));
    const { data, url } = expectOk(await visitor.api.call('uploadToken', { bucket: 'web' }));
    const bytes = await readFile(join(await createRenderFolder(), 'label.tprts'));
    const file = expectOk(await visitor.api.uploadTemplate(bytes, 'label.tprts', data));
    const image = expectOk(await visitor.api.uploadPreview(createPng(), data));
    const label = { name: 'Shelf label', parent_id: '', width: 100, height: 80 };
    const saved = await visitor.api.call('addTemplate', { ...label, url: url + file.key, image: url + image.key });
    const template = expectOk(saved).id;
    const scopes = ['runs:read' as const, 'runs:write' as const];
    const asked = { name: 'Shop', scopes, days: 7, confirmation: PASSWORD };
    const { token } = expectOk(await visitor.api.call('addApiToken', asked));
    start = async (count, broken = -1, printer = '') => {
      const rows = Array.from({ length: count }, (_, i) => ({ name: `Tea ${i}`, code: i === broken ? '' : `A-${i}` }));
      const answer = await fetch(`${address}/v1/runs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ template, rows, ...(printer === '' ? { format: 'zpl' } : { printer, dpi: 203 }) }),
      });
      expect(answer.status).toBe(202);
      return ((await answer.json()) as { id: string }).id;
    };
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const tray = (): Locator => page.getByTestId('run-tray');
  const items = (): Locator => page.locator('.run-tray-list .run-item');
  const button = (within: Locator, name: string): Locator => within.getByRole('button', { name, exact: true });
  const stateOf = async (id: string): Promise<ServerRun['state'] | undefined> =>
    expectOk(await visitor.api.call('serverRunList', {})).list.find((run) => run.id === id)?.state;

  test('are paused, resumed and canceled, and open with their report and pages', async () => {
    await page.goto(`${address}/user`);
    await untilIdle(tray());
    await expect.poll(() => tray().count()).toBe(0);
    for (const hand of eitherHand(page)) {
      const large = await start(4000);
      await page.goto(`${address}/user`);
      await hand.press(tray());
      const item = items().first();
      await item.getByText('by a program').waitFor();
      await hand.press(button(item, 'Pause'));
      await item.getByText('Paused', { exact: false }).waitFor();
      expect(await stateOf(large)).toBe('paused');
      await hand.press(button(item, 'Continue'));
      await button(item, 'Pause').waitFor();
      expect(await stateOf(large)).not.toBe('paused');
      await hand.press(button(item, 'Cancel printing'));
      await item.getByText('Canceled').waitFor();
      expect(await stateOf(large)).toBe('cancelled');
      await hand.press(button(item, 'Dismiss'));
      await expect.poll(() => items().count()).toBe(0);
      expect(await stateOf(large)).toBeUndefined();

      const small = await start(3, 1);
      // Without a tray: it appears with the next screen, and follows the run by itself.
      await page.goto(`${address}/user`);
      await hand.press(tray());
      await items().first().getByText('Done').waitFor();
      expect(await stateOf(small)).toBe('done');
      const figures = await items().first().locator('dl').innerText();
      expect(figures).toMatch(/Rendered\s+2/);
      expect(figures).toMatch(/Rejected\s+1/);
      expect(figures).toMatch(/Computing time\s+[\d.]+ sec/);
      await hand.press(button(items().first(), 'Open report'));
      const report = page.getByTestId('server-run-report');
      await report.getByRole('cell', { name: '2', exact: true }).first().waitFor();
      const dialog = page.getByRole('dialog').filter({ visible: true }).last();
      for (const [name, ending] of [
        ['Download pages', 'zpl'],
        ['Download report', 'csv'],
      ] as const) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          hand.press(dialog.getByRole('link', { name }).or(dialog.getByRole('button', { name })).first()),
        ]);
        expect(download.suggestedFilename()).toBe(`run-${small}.${ending}`);
        expect((await readFile(await download.path())).length).toBeGreaterThan(20);
      }
      await page.keyboard.press('Escape');
      await report.waitFor({ state: 'detached' });
      await hand.press(button(items().first(), 'Dismiss'));
      await tray().waitFor({ state: 'detached' });
    }
  });

  test('with unconfirmed pages are resolved', async () => {
    await using folder = await createFolder();
    const { code } = expectOk(await visitor.api.call('addAssistantCode', { confirmation: PASSWORD }));
    const environment = { ASSISTANT_DIR: folder.path };
    let assistant = await startAssistantProcess(environment, ['--server', address, '--pair', code]);
    const printer = async (): Promise<string> => {
      const [one] = expectOk(await visitor.api.call('assistantList', {})).list;
      return one?.online === true ? (one.printers[0]?.id ?? '') : '';
    };
    try {
      for (const hand of eitherHand(page)) {
        await expect.poll(printer).not.toBe('');
        const id = await start(100, -1, await printer());
        const run = async (): Promise<ServerRun | undefined> =>
          expectOk(await visitor.api.call('serverRunList', {})).list.find((one) => one.id === id);
        await expect.poll(async () => (await run())?.printed ?? 0, { interval: 20 }).toBeGreaterThan(5);
        await assistant.signal('SIGKILL');
        await expect.poll(async () => (await run())?.printing).toBe('uncertain');
        const doubts = (await run())?.in_doubt ?? 0;
        expect(doubts).toBeGreaterThan(1);
        await page.goto(`${address}/user`);
        await hand.press(tray());
        const item = items().first();
        await item.getByText('The print assistant disconnected before it answered').waitFor();
        await hand.press(button(item, 'Decide…'));
        const dialog = page.getByTestId('doubts');
        await expect.poll(() => dialog.getByRole('listitem').count()).toBe(doubts);
        const [one, all] =
          hand.name === 'pointer' ? ['It was printed', 'All were printed'] : ['Print it again', 'Print all again'];
        await hand.press(button(dialog.getByRole('listitem').first(), one));
        await expect.poll(() => dialog.getByRole('listitem').count()).toBe(doubts - 1);
        await hand.press(button(dialog, all));
        await dialog.getByText('No pages are unconfirmed any more.').waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        await untilIdle(button(item, 'Decide…'));
        await expect.poll(() => button(item, 'Decide…').count()).toBe(0);
        assistant = await startAssistantProcess(environment, []);
        await expect.poll(async () => (await run())?.state).toBe('done');
        expect(await run()).toMatchObject({ printed: 100, in_doubt: 0 });
        expectOk(await visitor.api.call('putAwayServerRun', { id }));
      }
    } finally {
      await assistant[Symbol.asyncDispose]();
    }
  });

  test('cause no request while the tab is hidden and nothing runs', async () => {
    let asked = 0;
    /** The page's due timers fire at once. */
    const pass = async (ms: number): Promise<void> => {
      await page.clock.fastForward(ms);
      await untilIdle(page);
    };
    await page.clock.install();
    page.on('request', (request) => (asked += request.url().endsWith(serverRunList.path) ? 1 : 0));
    await page.goto(`${address}/user`);
    await page.getByTestId('schedules').waitFor();
    await expect.poll(() => asked).toBe(1);
    await pass(8000);
    expect(asked).toBe(1);
    const large = await start(4000);
    await page.goto(`${address}/user`);
    await tray().waitFor();
    const before = asked;
    await pass(8000);
    await expect.poll(() => asked).toBeGreaterThan(before);
    // A hidden tab sends no request.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await untilIdle(page);
    const hidden = asked;
    await pass(8000);
    expect(asked).toBe(hidden);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => asked).toBeGreaterThan(hidden);
    expectOk(await visitor.api.call('steerServerRun', { id: large, action: 'cancel' }));
    const state = async (): Promise<string | undefined> =>
      expectOk(await visitor.api.call('serverRunList', {})).list.find(({ id }) => id === large)?.state;
    await expect.poll(state).toBe('cancelled');
    // Its end is detected, and then no more requests are sent.
    await pass(8000);
    const ended = asked;
    await pass(8000);
    expect(asked).toBe(ended);
  });

  const LOOKS = (['en', 'zh'] as const).flatMap((language) =>
    (['light', 'dark'] as const).flatMap((theme) => [1280, 390].map((width) => [language, theme, width] as const)),
  );
  test.each(drawnOf('runs of programs fit', LOOKS))(
    `fit the window in %s, %s, at %i (seed ${SEED})`,
    async (language, theme, width) => {
      const large = await start(4000);
      await visitor.api.call('steerServerRun', { id: large, action: 'pause' });
      await speak(page, language);
      await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
      await setWindowSize(page, { width, height: 800 });
      await page.goto(`${address}/user`);
      await tray().click();
      await items().first().waitFor();
      await untilIdle(page);
      const box = await page.locator('.run-tray-list').boundingBox();
      expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 0) <= width]).toEqual([true, true]);
      expectOk(await visitor.api.call('steerServerRun', { id: large, action: 'cancel' }));
    },
  );
});
