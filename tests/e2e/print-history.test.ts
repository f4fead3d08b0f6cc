import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Download, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { drawnHands, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openShared, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { readCounts } from '#tests/support/print-dialog.ts';
import { createRunStart } from '#tests/server/print-run-factory.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { createSerialRows, makeSerialLabel } from '#tests/support/serial-labels.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const ROWS = createSerialRows(12);

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
  const picture = (name: string): Promise<unknown> => page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });

  async function openHistory(): Promise<void> {
    await page.goto(`${opened.address}/index`);
    await page.getByRole('link', { name: 'Print history' }).click();
    await page.waitForURL('**/printRecords');
    await page.getByRole('heading', { name: 'Print history' }).waitFor();
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
  }
  async function print(copies: number): Promise<void> {
    const printing = await driver.openPrint();
    await printing.getByLabel('Copies').fill(String(copies));
    await printing.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')).click();
    await printing.getByText('Printing is finished').waitFor();
    await printing.getByRole('button', { name: 'Close' }).last().click();
    await printing.waitFor({ state: 'hidden' });
  }
  async function untilListed(count: number): Promise<void> {
    await expect
      .poll(async () => {
        if ((await rows().count()) === count) return true;
        await page.getByRole('button', { name: 'Load again' }).click();
        return false;
      })
      .toBe(true);
  }

  test('of a user who has printed nothing says what comes here', async () => {
    await openHistory();
    await expect.poll(() => page.title()).toContain('Print history');
    await page.getByText('Nothing has been printed yet').waitFor();
    await picture('history empty');
  });

  test('has a run with its counts, its data and its report as files', async () => {
    await makeSerialLabel(driver, 'Serial tag', opened.folder, ROWS);
    await print(2);
    await openHistory();
    await untilListed(1);
    await expect.poll(() => rows().first().innerText()).toMatch(/Serial tag\s+serials\.xlsx · serials[\s\S]*24 of 24/);
    await rows().getByText('Finished').waitFor();
    await picture('history list');
    for (const hand of drawnHands(page)) {
      await hand.press(rows().getByRole('button', { name: 'Serial tag' }));
      await dialog().getByText('Printing is finished').waitFor();
      expect(await readCounts(dialog().locator('.print-report'))).toEqual({
        'Asked for': 24,
        Verified: 12 * 2,
        Sent: 24,
        Refused: 0,
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
          expect(report.sent).toBe(24);
          expect(readings.map(({ decoded }) => decoded)).toEqual(ROWS.map(({ code }) => code));
        }
      }
      await picture('history details');
      await hand.press(dialog().locator('.history-actions').getByRole('button', { name: 'Close' }));
      await dialog().waitFor({ state: 'hidden' });
    }
  });

  test('counts the template once a run', async () => {
    const answer = await page.request.post(`${opened.address}/interface/api/tem.app_public/getUserTemplateList`, {
      data: {},
    });
    const body = (await answer.json()) as { data: { list: readonly { use_num: number }[] } };
    expect(body.data.list.map(({ use_num: count }) => count)).toEqual([1]);
  });

  test('prints a run again with the same choices, and says what is not there', async () => {
    for (const hand of hands) {
      await openHistory();
      await hand.press(rows().last().getByRole('button', { name: 'Serial tag' }));
      await hand.press(dialog().getByRole('button', { name: 'Print again' }));
      await page.waitForURL('**/editLabel**');
      await dialog().getByText('with the same choices').waitFor();
      await expect.poll(() => dialog().getByLabel('Copies').inputValue()).toBe('2');
      await dialog().getByText('24 labels on 24 pages').waitFor();
      await picture('history print again');
      if (hand.name === 'pointer') continue;
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
    await picture('history print changed label');
  });

  test('is told later of a run that ended while the server was away', async () => {
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await page.route('**/interface/**', (route) => route.abort());
    await print(1);
    await page.unroute('**/interface/**');
    // However long the telling takes, the list that comes first has what was told.
    const opening = Promise.withResolvers<void>();
    await page.route('**/endPrintRecord', async (route) => {
      await opening.promise;
      await route.continue();
    });
    await page.goto(`${opened.address}/index`);
    await page.getByRole('link', { name: 'Print history' }).click();
    await page.getByRole('heading', { name: 'Print history' }).waitFor();
    opening.resolve();
    await rows().getByText('12 of 12').waitFor();
    await expect.poll(() => rows().count()).toBe(3);
    await page.unroute('**/endPrintRecord');
  });

  /** As much as a browser tells that is killed in the midst of a run. */
  async function tellStart(jobId: string, name: string, startedAt: number): Promise<void> {
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

  test('shows a run as not ended whose browser never told its end', async () => {
    await tellStart('killed', 'Killed run', new Date(2024, 1, 3, 12).getTime());
    await openHistory();
    await untilListed(4);
    await rows().getByText('Not ended').waitFor();
    await rows().getByRole('button', { name: 'Killed run' }).click();
    await dialog().getByText('No end of this run was reported').waitFor();
    await dialog().getByText('This label was never saved').waitFor();
    await expect.poll(() => dialog().getByRole('button', { name: 'Print again' }).isDisabled()).toBe(true);
    await picture('history not ended');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  /** The third of February 2024, as the browser writes it: month first, from its first part. */
  async function typeDay(hand: Hand, field: Locator): Promise<void> {
    if (hand.name === 'pointer') await field.click({ position: { x: 16, y: 18 } });
    else await field.focus();
    await page.keyboard.type('02032024');
  }

  test('is narrowed by words, printer, state and days', async () => {
    const count = page.getByRole('status').filter({ hasText: 'print run' });
    for (const hand of drawnHands(page)) {
      await hand.type(page.getByLabel('Search by label, printer or data'), 'KILLED');
      await count.getByText('1 print run', { exact: true }).waitFor();
      await hand.press(page.getByRole('button', { name: 'Reset filters' }));
      await count.getByText('4 print runs', { exact: true }).waitFor();
      await hand.choose(page.getByLabel('Printer', { exact: true }), 'Another printer');
      await count.getByText('1 print run', { exact: true }).waitFor();
      await hand.choose(page.getByLabel('Printer', { exact: true }), 'Any printer');
      await hand.choose(page.getByLabel('State', { exact: true }), 'Finished');
      await count.getByText('3 print runs', { exact: true }).waitFor();
      await hand.choose(page.getByLabel('State', { exact: true }), 'Cancelled');
      await page.getByText('No print run matches these filters.').waitFor();
      await hand.press(page.getByRole('button', { name: 'Reset filters' }));
      await typeDay(hand, page.getByLabel('From', { exact: true }));
      await typeDay(hand, page.getByLabel('To', { exact: true }));
      await count.getByText('1 print run', { exact: true }).waitFor();
      await picture(`history filtered by ${hand.name}`);
      await hand.press(page.getByRole('button', { name: 'Reset filters' }));
      await count.getByText('4 print runs', { exact: true }).waitFor();
    }
  });

  test('is deleted run by run, after a question', async () => {
    const [mouse, keys] = hands as readonly [Hand, Hand];
    await mouse.press(rows().getByRole('button', { name: 'Killed run' }));
    await mouse.press(dialog().getByRole('button', { name: 'Delete' }));
    await mouse.press(dialog().getByRole('button', { name: 'Cancel' }));
    await dialog().getByText('No end of this run was reported').waitFor();
    await keys.press(dialog().getByRole('button', { name: 'Delete' }));
    await dialog().getByText('removed from the server for good').waitFor();
    await keys.press(dialog().getByRole('button', { name: 'Delete' }));
    await expect.poll(() => rows().count()).toBe(3);
    await untilIdle(page);
    await expect.poll(() => page.getByText('Killed run').count()).toBe(0);
  });

  test('says that its template is gone, and keeps the report', async () => {
    await page.goto(`${opened.address}/cloudTemplate`);
    await page.getByRole('button', { name: 'More for “Serial tag”' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.locator('.template-card').waitFor({ state: 'detached' });
    await openHistory();
    await rows().first().getByRole('button', { name: 'Serial tag' }).click();
    await dialog().getByText('The template is not there any more').waitFor();
    await dialog().getByText('Printing is finished').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  test('tells why it cannot be fetched, and is fetched again', async () => {
    await page.route('**/getPrintRecord**', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').waitFor();
    // That nothing could be fetched is not said as if there were nothing.
    await untilIdle(page);
    await expect.poll(() => page.getByText('No data').count()).toBe(0);
    await picture('history unreachable');
    for (const hand of drawnHands(page)) {
      const failed = page.waitForEvent('requestfailed');
      await hand.press(page.getByRole('button', { name: 'Try again' }));
      await failed;
      await page.getByRole('alert').waitFor();
    }
    await page.unroute('**/getPrintRecord**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await rows().first().waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    // A slow line: the details come when they come, and can be closed before.
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
    for (let n = 1; n <= 20; n++) await tellStart(`old-${n}`, `Old run ${n}`, n * 86_400_000);
    for (const hand of drawnHands(page)) {
      await hand.press(page.getByRole('button', { name: 'Load again' }));
      await page.getByRole('status').getByText('23 print runs', { exact: true }).waitFor();
      await expect.poll(() => rows().count()).toBe(20);
      await hand.press(page.locator('.home-pages .ant-pagination-item-2'));
      await rows().getByText('Old run 1', { exact: true }).waitFor();
      await expect.poll(() => rows().count()).toBe(3);
      await hand.press(page.locator('.home-pages .ant-pagination-item-1'));
      await rows().getByText('Old run 20', { exact: true }).waitFor();
    }
  });

  test.each([
    ...drawnOf('history fits at 1024', [
      ['zh', 1024],
      ['en', 1024],
    ] as const),
    ...drawnOf('history fits', [
      ['zh', 1280],
      ['zh', 1920],
      ['ru', 1280],
      ['pt', 1280],
      ['es', 1280],
      ['en', 1920],
    ] as const),
  ])(`fits the window in %s at %i (seed ${SEED})`, async (language, width) => {
    await setWindowSize(page, { width, height: width < 1920 ? 800 : 1080 });
    await page.evaluate((kept) => localStorage.setItem('language', kept), language);
    await page.reload();
    await rows().first().waitFor();
    const wide = await page.evaluate(() => document.querySelector('.home-main')?.scrollWidth ?? 0);
    expect(wide).toBeLessThanOrEqual(width - 232);
    const name = await rows().first().locator('.history-name').boundingBox();
    expect(name?.width).toBeGreaterThan(60);
    await picture(`history list ${language} ${width}`);
    await rows().first().locator('.history-name').click();
    await dialog().locator('.print-report').waitFor();
    await picture(`history details ${language} ${width}`);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });
});
