import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS, type TemplateInfo } from '#protocol/api.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { eitherHand, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { readCounts } from '#tests/support/print-dialog.ts';
import { createRunStart } from '#tests/server/print-run-factory.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { createSerialRows, makeSerialLabel } from '#tests/support/serial-labels.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const ROWS = createSerialRows(4);

describe('the print history', () => {
  let opened: OpenedPage;
  let page: Page;
  let driver: EditorDriver;
  let hands: readonly Hand[];

  beforeAll(async () => {
    opened = await openShared();
    ({ page, driver } = opened);
    hands = handsOn(page);
    page.on('dialog', (dialog) => void dialog.accept());
    await driver.register('historian', 'correct horse battery');
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const rows = (): Locator => page.locator('.history-table tbody tr.ant-table-row');
  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();

  async function openHistory(): Promise<void> {
    const link = page.getByRole('link', { name: 'Print history' });
    if (await link.isVisible()) await link.click();
    else await page.goto(`${opened.address}/printRecords`);
    await page.waitForURL('**/printRecords');
    await page.getByRole('heading', { name: 'Print history' }).waitFor();
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
  }
  async function print(copies: number): Promise<void> {
    const printing = await driver.openPrint();
    await printing.getByLabel('Copies', { exact: true }).fill(String(copies));
    await printing.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')).click();
    await printing.getByText('Printing is finished').waitFor();
    await printing.getByRole('button', { name: 'Close' }).last().click();
    await printing.waitFor({ state: 'hidden' });
  }
  async function untilListed(count: number): Promise<void> {
    await expect
      .poll(async () => {
        if ((await rows().count()) === count) return true;
        await page.getByRole('button', { name: 'Reload' }).click();
        return false;
      })
      .toBe(true);
  }

  test('shows a user without prints what it will list', async () => {
    await page.goto(`${opened.address}/index`);
    await page.getByRole('link', { name: 'Print history' }).click();
    await page.waitForURL('**/printRecords');
    await expect.poll(() => page.title()).toContain('Print history');
    await page.getByText('Nothing has been printed yet').waitFor();
  });

  test('lists a run with its counts and its data, and saves its report as CSV, PDF and JSON', async () => {
    await makeSerialLabel(driver, 'Serial tag', opened.folder, ROWS);
    await print(2);
    await openHistory();
    await untilListed(1);
    await expect.poll(() => rows().first().innerText()).toMatch(/Serial tag\s+serials\.xlsx · serials[\s\S]*8 of 8/);
    await rows().getByText('Finished').waitFor();
    for (const hand of eitherHand(page)) {
      await hand.press(rows().getByRole('button', { name: 'Serial tag' }));
      await dialog().getByText('Printing is finished').waitFor();
      expect(await readCounts(dialog().locator('.print-report'))).toEqual({
        Requested: 8,
        Verified: 4 * 2,
        Sent: 8,
        Rejected: 0,
      });
      const facts = await dialog().locator('.history-facts').innerText();
      expect(facts).toMatch(/Printed by\s+historian/);
      expect(facts).toMatch(/Data\s+serials\.xlsx · serials/);
      expect(facts).toMatch(/Copies\s+2/);
      for (const kind of ['CSV', 'PDF', 'JSON']) {
        const download: Promise<Download> = page.waitForEvent('download');
        await hand.press(dialog().getByRole('button', { name: `Save as ${kind}` }));
        const file = await readFile(await (await download).path());
        if (kind === 'CSV') {
          expect(file.toString('utf8').trim().split('\r\n')).toHaveLength(1 + ROWS.length);
          expect(file.toString('utf8')).toContain(ROWS[3]?.code);
        } else if (kind === 'PDF') expect(file.subarray(0, 5).toString()).toBe('%PDF-');
        else {
          const { report, readings } = JSON.parse(file.toString('utf8')) as {
            report: { sent: number };
            readings: readonly { decoded: string }[];
          };
          expect(report.sent).toBe(8);
          expect(readings.map(({ decoded }) => decoded)).toEqual(ROWS.map(({ code }) => code));
        }
      }
      await hand.press(dialog().locator('.history-actions').getByRole('button', { name: 'Close' }));
      await dialog().waitFor({ state: 'hidden' });
    }
  });

  /** Calls the server as the page does. */
  async function call<T>(path: string, data: object): Promise<T> {
    const answer = await page.request.post(`${opened.address}${path}`, { data });
    return ((await answer.json()) as { data: T }).data;
  }
  const templates = async (): Promise<readonly TemplateInfo[]> =>
    (await call<{ list: readonly TemplateInfo[] }>(CALLS.templateList.path, {})).list;

  test('counts the template once per run', async () => {
    expect((await templates()).map(({ use_num: count }) => count)).toEqual([1]);
  });

  test('prints a run again with the same choices, once, and says that the label was changed since', async () => {
    const drawn = eitherHand(page);
    for (const hand of drawn) {
      await openHistory();
      await hand.press(rows().last().getByRole('button', { name: 'Serial tag' }));
      await hand.press(dialog().getByRole('button', { name: 'Print again' }));
      await page.waitForURL('**/editLabel**');
      await dialog().getByText('with the same choices').waitFor();
      await expect.poll(() => dialog().getByLabel('Copies', { exact: true }).inputValue()).toBe('2');
      await dialog().getByText('8 labels on 8 pages').waitFor();
      if (hand !== drawn.at(-1)) continue;
      await dialog().getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')).click();
      await dialog().getByText('Printing is finished').waitFor();
      await dialog().getByRole('button', { name: 'Close' }).last().click();
      await dialog().waitFor({ state: 'hidden' });
      // Opened once, not each time that the label is.
      await page.reload();
      await page.getByTestId('canvas-overlay').waitFor();
      await untilIdle(dialog());
      await expect.poll(() => dialog().count()).toBe(0);
    }
    // The label changes: the next repetition says so.
    await driver.place('text', 5, 18);
    await page.getByTestId('save').click();
    await expect.poll(() => page.url()).toMatch(/revision%22%3A2/);
    await openHistory();
    await untilListed(2);
    await rows().first().getByRole('button', { name: 'Serial tag' }).click();
    await dialog().getByRole('button', { name: 'Print again' }).click();
    await dialog().getByText('The label has been changed since.').waitFor();
  });

  test('gets the end of a run later when the server was down', async () => {
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await page.route('**/interface/**', (route) => route.abort());
    await print(1);
    await page.unroute('**/interface/**');
    // The next list has the reported end, however long the report takes.
    const opening = Promise.withResolvers<void>();
    await page.route('**/endPrintRecord', async (route) => {
      await opening.promise;
      await route.continue();
    });
    await page.goto(`${opened.address}/printRecords`);
    await page.getByRole('heading', { name: 'Print history' }).waitFor();
    opening.resolve();
    await rows().getByText('4 of 4').waitFor();
    await expect.poll(() => rows().count()).toBe(3);
    await page.unroute('**/endPrintRecord');
  });

  /** The last report of a browser that is killed in the middle of a run. */
  async function addStart(jobId: string, name: string, startedAt: number): Promise<void> {
    await page.request.post(`${opened.address}/interface/api/tem.app_public/addPrintRecord`, {
      data: createRunStart({
        job_id: jobId,
        name,
        printer: 'Another printer',
        data: [],
        asked: 5000,
        started_at: startedAt,
      }),
    });
  }

  test('shows a run whose browser never reported its end as not ended', async () => {
    await addStart('killed', 'Killed run', new Date(2024, 1, 3, 12).getTime());
    await openHistory();
    await untilListed(4);
    await rows().getByText('Not ended').waitFor();
    await rows().getByRole('button', { name: 'Killed run' }).click();
    await dialog().getByText('The end of this run was not reported').waitFor();
    await dialog().getByText('This label was never saved').waitFor();
    await expect.poll(() => dialog().getByRole('button', { name: 'Print again' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  /** The third of February 2024, from the year on. */
  async function typeDay(hand: Hand, field: Locator): Promise<void> {
    if (hand.name === 'pointer') await field.click({ position: { x: 16, y: 18 } });
    else await field.focus();
    await page.keyboard.type('20240203');
    await page.keyboard.press('Enter');
  }

  test('is filtered by words, printer, state and days', async () => {
    const count = page.getByRole('status').filter({ hasText: 'print run' });
    for (const hand of eitherHand(page)) {
      await hand.type(page.getByLabel('Search by label, printer or data'), 'KILLED');
      await count.getByText('1 print run', { exact: true }).waitFor();
      await hand.press(page.getByRole('button', { name: 'Reset filters' }));
      await count.getByText('4 print runs', { exact: true }).waitFor();
      await hand.choose(page.getByLabel('Printer', { exact: true }), 'Another printer');
      await count.getByText('1 print run', { exact: true }).waitFor();
      await hand.choose(page.getByLabel('Printer', { exact: true }), 'Any printer');
      await hand.choose(page.getByLabel('Status', { exact: true }), 'Finished');
      await count.getByText('3 print runs', { exact: true }).waitFor();
      await hand.choose(page.getByLabel('Status', { exact: true }), 'Canceled');
      await page.getByText('No print run matches these filters.').waitFor();
      await hand.press(page.getByRole('button', { name: 'Reset filters' }));
      await typeDay(hand, page.getByLabel('From', { exact: true }));
      await typeDay(hand, page.getByLabel('To', { exact: true }));
      await count.getByText('1 print run', { exact: true }).waitFor();
      await hand.press(page.getByRole('button', { name: 'Reset filters' }));
      await count.getByText('4 print runs', { exact: true }).waitFor();
    }
  });

  test('deletes a run after a question that can be canceled', async () => {
    const [mouse, keys] = hands as readonly [Hand, Hand];
    await mouse.press(rows().getByRole('button', { name: 'Killed run' }));
    await mouse.press(dialog().getByRole('button', { name: 'Delete' }));
    await mouse.press(dialog().getByRole('button', { name: 'Cancel' }));
    await dialog().getByText('The end of this run was not reported').waitFor();
    await keys.press(dialog().getByRole('button', { name: 'Delete' }));
    await dialog().getByText('permanently deleted from the server').waitFor();
    await keys.press(dialog().getByRole('button', { name: 'Delete' }));
    await expect.poll(() => rows().count()).toBe(3);
    await untilIdle(page);
    await expect.poll(() => page.getByText('Killed run').count()).toBe(0);
  });

  test('says that the template of a run was deleted, and keeps the report', async () => {
    const [template] = await templates();
    await call(CALLS.deleteTemplate.path, { id: template?.id });
    expect(await templates()).toEqual([]);
    await page.getByRole('button', { name: 'Reload' }).click();
    await untilIdle(page);
    await rows().first().getByRole('button', { name: 'Serial tag' }).click();
    await dialog().getByText('The template was deleted').waitFor();
    await dialog().getByText('Printing is finished').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  test('reports a loading error, loads again, and shows details that arrive late', async () => {
    await page.route('**/getPrintRecord**', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').waitFor();
    // A loading error is not shown as an empty list.
    await untilIdle(page);
    await expect.poll(() => page.getByText('No data').count()).toBe(0);
    for (const hand of eitherHand(page)) {
      const failed = page.waitForEvent('requestfailed');
      await hand.press(page.getByRole('button', { name: 'Try again' }));
      await failed;
      await page.getByRole('alert').waitFor();
    }
    await page.unroute('**/getPrintRecord**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await rows().first().waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    // A slow connection: the details arrive late, and can be closed before.
    let letThrough = (): void => undefined;
    const slow = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/getPrintRecord', async (route) => {
      await slow;
      await route.continue();
    });
    await rows().first().getByRole('button', { name: 'Serial tag' }).click();
    await dialog().locator('.ant-skeleton').waitFor();
    letThrough();
    await dialog().getByText('Printing is finished').waitFor();
    await page.unroute('**/getPrintRecord');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  test('is shown page by page, and loaded again', async () => {
    for (let n = 1; n <= 20; n++) await addStart(`old-${n}`, `Old run ${n}`, n * 86_400_000);
    for (const hand of eitherHand(page)) {
      await hand.press(page.getByRole('button', { name: 'Reload' }));
      await page.getByRole('status').getByText('23 print runs', { exact: true }).waitFor();
      await expect.poll(() => rows().count()).toBe(20);
      await hand.press(page.locator('.home-pages .ant-pagination-item-2'));
      await rows().getByText('Old run 1', { exact: true }).waitFor();
      await expect.poll(() => rows().count()).toBe(3);
      await hand.press(page.locator('.home-pages .ant-pagination-item-1'));
      await rows().getByText('Old run 20', { exact: true }).waitFor();
    }
  });

  test.each(
    drawnOf('history fits', [
      ['zh', 1024],
      ['en', 1024],
      ['ru', 1280],
      ['pt', 1280],
      ['es', 1280],
    ] as const),
  )(`fits the window in %s at %i and leaves the names of labels room (seed ${SEED})`, async (language, width) => {
    await setWindowSize(page, { width, height: 800 });
    await page.evaluate((kept) => localStorage.setItem('language', kept), language);
    await page.reload();
    await rows().first().waitFor();
    await untilIdle(page);
    const list = page.locator('.home-main');
    await expect.poll(() => list.evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(width - 232);
    const name = rows().first().locator('.history-name');
    await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(60);
  });
});
