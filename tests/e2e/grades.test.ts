import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withPoppler } from '#tests/export/poppler.ts';
import { fixedText } from '#model/elements/base/content.ts';
import type { MatrixSymbology } from '#model/symbology/types.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { chooseOption, type EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

/** From the badge on the canvas to the report on the disk. */
describe('grades', () => {
  let opened: OpenedPage;
  let page: Page;
  let driver: EditorDriver;
  let folder: string;

  beforeAll(async () => {
    opened = await openShared();
    ({ page, driver, folder } = opened);
    await writeFile(join(folder, 'rows.csv'), 'name\nAnna 安娜\nBoris\nCleo 标签\n');
    await page.goto(`${opened.address}/index`);
    await page.waitForURL(/\/login/);
    await driver.register('gerda', 'correct horse battery');
    await driver.createLabel('Grades');
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  function badges(): Promise<readonly string[]> {
    return page.getByRole('list', { name: 'Grades of the codes' }).getByRole('button').evaluateAll(labelsOf);
  }

  test('codes of rarer symbologies fetch their encoders once, and are read like all others', async () => {
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (/\/bwip-encoders-/.test(request.url())) fetched.push(request.url());
    });
    const code = (symbology: MatrixSymbology, xMm: number, widthMm: number) =>
      createTestElement('qrcode', {
        symbology,
        xMm,
        yMm: 10,
        widthMm,
        heightMm: 24,
        sources: [fixedText('0123456789')],
      });
    await putElements(page, [code('aztec', 4, 24)]);
    await expect.poll(async () => (await badges()).length).toBe(1);
    expect(fetched).toHaveLength(1);
    await putElements(page, [code('pdf417', 34, 40), code('maxicode', 4, 24), code('microqr', 80, 14)]);
    await expect.poll(async () => (await badges()).length).toBeGreaterThanOrEqual(4);
    await page.getByText('The code for this symbol is still loading').waitFor({ state: 'detached' });
    expect(fetched).toHaveLength(1);
    await driver.clear();
  });

  test('a code on the canvas has a visible and announced grade, loses it under a line, and the panel reports why', async () => {
    await driver.place('qrcode', 60, 20);
    await driver.bind(join(folder, 'rows.csv'), 'Sheet1', 'name');
    await expect.poll(badges).toEqual(['QR code 1, QR Code: Grade A']);
    await driver.place('barcode', 12, 45);
    await expect.poll(badges).toEqual(['QR code 1, QR Code: Grade A', 'Barcode1, Code 128: Grade A']);
    const content = page.locator('[data-content-field] textarea').first();
    await content.fill('标签');
    await page.getByText('Code 128 cannot hold Chinese characters').waitFor();
    await expect.poll(async () => (await badges()).length).toBe(1);
    await page.getByTestId('not-valid').getByText('Not valid').waitFor();
    await content.fill('');
    await page.getByText('The barcode has no data').waitFor();
    await content.fill('0123456789');
    await driver.place('line', 10, 50);
    await expect.poll(async () => (await badges())[1]).toBe('Barcode1, Code 128: Grade F');
    await page.getByTestId('grade-badge').nth(1).click();
    await page.getByTestId('element-problems').getByText('Another element covers the code.').waitFor();
    await page.keyboard.press('Control+Z');
    await expect.poll(async () => (await badges())[1]).toBe('Barcode1, Code 128: Grade A');
  });

  test('later findings about a code move no field of its panel away from a pointer', async () => {
    const panel = page.getByTestId('attribute-panel');
    /** As painted: between two frames a script may find them where they are never painted. */
    const places = async (): Promise<readonly (readonly [string, number])[]> => {
      await page.evaluate(
        () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen(null)))),
      );
      return panel
        .locator('input, textarea, button, [role=combobox]')
        .evaluateAll((fields) =>
          fields
            .filter((field) => field.closest('section:has([data-testid=symbol-size])') === null)
            .map((field) => [field.getAttribute('aria-label') ?? field.id, field.getBoundingClientRect().y] as const),
        );
    };
    const content = page.locator('[data-content-field] textarea').first();
    await page.getByTestId('grade-badge').nth(1).click();
    await panel.getByTestId('symbol-size').waitFor();
    await page.getByTestId('element-problems').waitFor({ state: 'detached' });
    const before = await places();
    await content.fill('标签');
    await page.getByTestId('element-problems').waitFor();
    await panel.getByTestId('symbol-size').waitFor({ state: 'detached' });
    expect((await places()).slice(0, before.length)).toEqual(before);
    await page.keyboard.press('Control+Z');
    await panel.getByTestId('symbol-size').waitFor();

    // Scrolled to the end, fields would move up when something below them disappears.
    await setWindowSize(page, { width: 1280, height: 640 });
    await content.fill('标签');
    await page.getByTestId('element-problems').waitFor();
    await panel.getByTestId('symbol-size').waitFor({ state: 'detached' });
    const fields = panel.locator('.ed-panel-fields');
    const hasRoom = (): Promise<boolean> => fields.evaluate(({ style }) => style.paddingBottom !== '');
    const scrolled = (): Promise<number> => fields.evaluate(({ scrollTop }) => Math.round(scrollTop));
    const end = await fields.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    await panel.hover();
    await page.mouse.wheel(0, 5_000);
    await expect.poll(scrolled).toBe(end);
    const atEnd = await places();
    // The buttons next to the size no longer count when it is there again.
    const expectSame = async (): Promise<void> => {
      const now = await places();
      expect(now.length).toBeGreaterThan(20);
      expect(now).toEqual(atEnd.slice(0, now.length));
    };
    await page.keyboard.press('Control+Z');
    await page.getByTestId('element-problems').waitFor({ state: 'detached' });
    await expectSame();
    await panel.getByTestId('symbol-size').waitFor();
    await expectSame();
    // The reserved space is removed once it is out of view.
    await page.mouse.wheel(0, -5_000);
    await expect.poll(scrolled).toBe(0);
    await expect.poll(hasRoom).toBe(false);
    await setWindowSize(page, { width: 1280, height: 800 });
  });

  test('a code is sized by its module with the pointer, and by a grade with the keyboard', async () => {
    const panel = page.getByTestId('attribute-panel');
    const dots = async (): Promise<number> => Number.parseInt(await panel.getByTestId('symbol-module').innerText(), 10);
    const width = (): Promise<number> => panel.getByTestId('field-width').inputValue().then(Number);
    await page.getByTestId('grade-badge').first().click();
    await panel.getByTestId('symbol-module').scrollIntoViewIfNeeded();
    const before = await width();
    await panel.getByTestId('symbol-module').click();
    await page
      .locator('.ant-select-dropdown:visible')
      .getByText(/^6 dots · 0\.508 mm · A$/)
      .click();
    await expect.poll(dots).toBe(6);
    // The choice says it, and the measures below do not repeat it.
    await expect.poll(() => panel.getByText('Dots per module').count()).toBe(1);
    const chosen = await width();
    await panel.getByRole('button', { name: 'Smallest size for grade C' }).press('Enter');
    await expect.poll(dots).toBeLessThan(6);
    await untilIdle(page);
    await expect.poll(() => width()).toBeLessThan(chosen);
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Control+Z');
    await expect.poll(width).toBe(before);
  });

  test('the badge covers no handle, code or other element, and can be disabled permanently', async () => {
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+A');
    await expect.poll(async () => (await badges()).length).toBe(2);
    const boxes = await page.getByTestId('grade-badge').evaluateAll((found) =>
      found.map((badge) => {
        const { x, y, width, height } = badge.getBoundingClientRect();
        return { x, y, width, height };
      }),
    );
    // Elements under a badge's center and corners once the badges are hidden: nothing but the empty canvas.
    await page.getByTestId('grades-shown').click();
    await page.getByTestId('grade-badge').first().waitFor({ state: 'detached' });
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+A');
    const under = await page.evaluate(
      (places) =>
        places.flatMap(({ x, y, width, height }) =>
          [
            [x, y],
            [x + width, y],
            [x, y + height],
            [x + width, y + height],
            [x + width / 2, y + height / 2],
          ].map(([px = 0, py = 0]) => document.elementFromPoint(px, py)?.getAttribute('data-handle') ?? 'none'),
        ),
      boxes,
    );
    expect(boxes).toHaveLength(2);
    expect(new Set(under)).toEqual(new Set(['none']));
    await driver.save();
    await page.reload();
    await page.getByTestId('grades-shown').waitFor();
    await untilIdle(page);
    await expect.poll(() => page.getByTestId('grades-shown').getAttribute('aria-pressed')).toBe('false');
    await page.getByTestId('grades-shown').press('Enter');
    await expect.poll(async () => (await badges()).length).toBe(2);
  });

  test('the selected grade is remembered, and the report saved as CSV and PDF', async () => {
    let dialog = await driver.openPrint();
    await chooseOption(page, dialog.getByLabel('Minimum barcode grade'), 'Grade A');
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    dialog = await driver.openPrint();
    await dialog.getByText('Grade A', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await dialog.getByText('Printing is finished').waitFor();

    const csv = await readFile(await download(dialog, 'Save as CSV'), 'utf8');
    const [heading = '', ...lines] = csv.trim().split('\r\n');
    expect(heading).toContain('Row,State,Element,Code type,Expected,Read,Grade');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(/^2,printed,QR code 1,QR Code,Anna 安娜,Anna 安娜,A,,1,/i);
    expect(lines[1]).toMatch(/^2,printed,Barcode1,Code 128,0123456789,0123456789,A,1,1,/);

    const pdf = await readFile(await download(dialog, 'Save as PDF'));
    const text = await withPoppler(pdf, (opened) => opened.text());
    expect(text).toContain('Minimum grade: A');
    expect(text.replaceAll(' / ', '/')).toContain('3/0/0/0/0');
    expect(text).toMatch(/4\s+QR code 1\s+QR Code\s+Cleo 标签\s+dots \+ zxing\s+A/);
    expect(text).toContain('page 1 of 1');
  });

  async function download(dialog: Locator, name: string): Promise<string> {
    const begun = page.waitForEvent('download');
    await dialog.getByRole('button', { name }).click();
    const path = join(folder, name.replaceAll(' ', '-'));
    await (await begun).saveAs(path);
    return path;
  }
});

function labelsOf(elements: readonly Element[]): readonly string[] {
  return elements.map((element) => element.getAttribute('aria-label') ?? '');
}
