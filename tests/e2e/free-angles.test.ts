import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openEditor, type OpenedPage } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf, readPages } from '#tests/support/print-dialog.ts';
import { putElements } from '#tests/support/put-elements.ts';

const LABEL = 'Slanted';
const ELEMENTS = [
  createTestElement('rectangle', { name: 'Box', xMm: 10, yMm: 10, widthMm: 30, heightMm: 15, filled: true }),
  createTestElement('qrcode', {
    name: 'Code',
    sources: [fixedText('TURNED 42')],
    xMm: 60,
    yMm: 20,
    widthMm: 25,
    heightMm: 25,
  }),
];

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('free-angles', {}, { name: LABEL });
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());
keepPictures(() => page);

interface Place {
  readonly x: number;
  readonly y: number;
}

async function middleOf(target: Locator): Promise<Place> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A point of the label on the page. */
async function onPage(xMm: number, yMm: number): Promise<Place> {
  const box = await page.locator('.ed-label-edge').boundingBox();
  if (box === null) throw new Error('there is no label');
  return { x: box.x + (xMm / 100) * box.width, y: box.y + (yMm / 80) * box.height };
}

/** Drags the round handle around this middle by an angle. */
async function turnHandle(middle: Place, degrees: number): Promise<void> {
  const from = await middleOf(page.locator('[data-handle="rotate"]'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const reach = Math.hypot(from.x - middle.x, from.y - middle.y) + 80;
  const start = Math.atan2(from.y - middle.y, from.x - middle.x);
  for (let i = 1; i <= 5; i++) {
    const angle = start + (degrees * i * Math.PI) / 900;
    await page.mouse.move(middle.x + reach * Math.cos(angle), middle.y + reach * Math.sin(angle));
  }
}

/** `Rotate` and `TurnAngle` of each element in the file. */
async function angles(): Promise<readonly string[]> {
  const objects = (await driver.download()).match(/<Object [^>]*>/g) ?? [];
  return objects.map((object) => {
    const [rotate, turn] = [/ Rotate="(.*?)"/, / TurnAngle="(.*?)"/].map((name) => name.exec(object)?.[1] ?? '');
    return `${rotate} ${turn}`.trim();
  });
}

const field = (): Locator =>
  page.getByTestId('field-angle').getByRole('spinbutton').or(page.getByTestId('field-angle'));

test('a free angle is dragged with the handle, undone in one step, canceled by Esc, and snaps with Shift', async () => {
  await putElements(page, ELEMENTS);
  await page.keyboard.press('Escape');
  const middle = await onPage(25, 17.5);
  await page.mouse.click(middle.x, middle.y);
  await turnHandle(middle, 30);
  await expect.poll(() => page.locator('.ed-tip text').textContent()).toMatch(/^(29|30)(\.\d)?°$/);
  await page.mouse.up();
  const [turned = ''] = await angles();
  expect(Number(turned.split(' ')[1])).toBeGreaterThan(29);
  expect(Number(turned.split(' ')[1])).toBeLessThan(31);

  // The frame and its handles are turned with the element, and the handles resize along its sides.
  await expect.poll(() => page.locator('.ed-selection').getAttribute('transform')).toMatch(/^rotate\((29|30|31)/);
  await page.getByTestId('canvas-overlay').focus();
  await turnHandle(middle, -20);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect((await angles())[0]).toBe(turned);
  await page.keyboard.press('Control+z');
  expect((await angles())[0]).toBe('0');

  await page.keyboard.down('Shift');
  await turnHandle(middle, 50);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  expect((await angles())[0]).toBe('0 45');
  await page.keyboard.press('Control+z');
});

test('a free angle is typed, stepped and set with keys, and begins again at 0 after a whole turn', async () => {
  await page.getByTestId('canvas-overlay').focus();
  await page.keyboard.press('Alt+r');
  await page.keyboard.press('Alt+r');
  await page.keyboard.press('Alt+Shift+T');
  expect((await angles())[0]).toBe('0 1.9');
  await field().fill('359.9');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  expect((await angles())[0]).toBe('0 0.1');
  await field().fill('-42.5');
  await page.keyboard.press('Tab');
  await expect.poll(() => field().inputValue()).toBe('317.5');
  await page.getByTestId('canvas-overlay').focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z');
  expect((await angles())[0]).toBe('0');
});

test('a code rotates freely once that is allowed, and its turned label prints', async () => {
  const middle = await onPage(72.5, 32.5);
  await page.mouse.click(middle.x, middle.y);
  await page.getByText('Codes rotate by 90° unless free angles are allowed.').waitFor();
  await expect.poll(() => field().isDisabled()).toBe(true);
  await page.keyboard.press('Alt+r');
  await page.getByText(/is a code. Allow free angles/).waitFor();
  await page.getByRole('checkbox', { name: 'Allow free angles' }).check();
  await field().fill('12.3');
  await page.keyboard.press('Tab');
  expect((await angles())[1]).toBe('0 12.3');

  const before = await jobsOf(inject('productPages'), LABEL);
  const dialog = await driver.openPrint();
  await dialog.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')).click();
  const printed = (): Promise<readonly string[]> => pagesOf(inject('productPages'), before, LABEL);
  await expect.poll(async () => (await printed()).length).toBe(1);
  await expect.poll(async () => readPages(await printed()).catch(() => [])).toEqual([['TURNED 42']]);
});
