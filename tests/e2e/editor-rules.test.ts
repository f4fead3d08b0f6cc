import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxOf } from '#tests/support/box-of.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { chooseOption, type EditorDriver } from '#tests/support/editor-driver.ts';
import { handNames, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openEditor, type OpenedPage } from '#tests/support/open-editor.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { setWindowSize } from '#tests/support/window-size.ts';
import { savedPreview } from '#tests/support/saved-preview.ts';
import { takeFromMenu } from '#tests/support/take-from-menu.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
let hands: readonly Hand[];

beforeAll(async () => {
  opened = await openEditor('editor-rules');
  ({ page, driver } = opened);
  hands = handsOn(page);
});
afterAll(() => opened?.close());
keepPictures(() => page);

const overlay = (): Locator => page.getByTestId('canvas-overlay');
const panel = (): Locator => page.getByTestId('attribute-panel');
const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
const emptyText = (): Locator => page.getByTestId('empty-text');

/** Screen coordinates of a position on the label, in mm. */
async function onScreen(xMm: number, yMm: number): Promise<{ x: number; y: number }> {
  const edge = await boxOf(page.locator('.ed-label-edge'));
  return { x: edge.x + (xMm / 100) * edge.width, y: edge.y + (yMm / 80) * edge.height };
}
async function clickAt(xMm: number, yMm: number, options: Parameters<Page['mouse']['click']>[2] = {}): Promise<void> {
  const { x, y } = await onScreen(xMm, yMm);
  await page.mouse.click(x, y, options);
}

describe('the first guide', () => {
  test.each(handNames('editor-rules'))('goes through five steps, and is shown once (%s)', async (name) => {
    const hand = hands.find((one) => one.name === name) ?? expect.fail(name);
    const asked: string[] = [];
    page.on('dialog', (question) => {
      asked.push(question.type());
      void question.accept();
    });
    await page.evaluate(() => localStorage.removeItem('firstGuideDone'));
    await page.reload();
    const next = page.getByTestId('guide-next');
    for (const [title, button] of [
      ['Welcome to the label editor', 'Start'],
      ['Add elements', 'Next'],
      ['Tools and right-click menu', 'Next'],
      ['Attributes', 'Next'],
      ['Print', 'Got it'],
    ] as const) {
      await page.locator('.ed-guide').getByText(title, { exact: true }).waitFor();
      await untilIdle(next);
      await expect.poll(() => next.innerText()).toBe(button);
      await expect.poll(() => page.getByTestId('guide-skip').count()).toBe(button === 'Got it' ? 0 : 1);
      await untilIdle(page);
      await expect.poll(() => page.evaluate(() => localStorage.getItem('firstGuideDone'))).toBeNull();
      await hand.press(next);
    }
    await next.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('firstGuideDone'))).toBe('true');
    await page.reload();
    await overlay().waitFor();
    await untilIdle(next);
    await expect.poll(() => next.count()).toBe(0);
    // Nothing is unsaved, so leaving asked nothing.
    expect(asked).toEqual([]);
    page.removeAllListeners('dialog');
  });
});

test('the page is not left without a warning while changes are unsaved', async () => {
  await driver.place('rectangle', 10, 10);
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', (question) => {
      resolve(question.type());
      void question.dismiss();
    });
  });
  await page.close({ runBeforeUnload: true });
  expect(await asked).toBe('beforeunload');
  // A user who stays finds everything unchanged.
  expect(await driver.download()).toContain('Type="Rectangle"');
});

describe('the pointer on the canvas', () => {
  test('a right click opens the menu 5 px away from it, inside the window, for the element under it', async () => {
    await driver.clear();
    await putElements(page, [createTestElement('rectangle', { name: 'Rectangle1', xMm: 10, yMm: 10 })]);
    await putElements(page, [createTestElement('ellipse', { name: 'Ellipse1', xMm: 50, yMm: 40 })]);
    const menu = page.getByTestId('context-menu');
    const name = (text: string): Locator => panel().getByText(text, { exact: true }).first();
    await name('Ellipse1').waitFor();
    // High enough for the whole menu below the pointer.
    await setWindowSize(page, { width: 1280, height: 1500 });
    const at = await onScreen(10, 20);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down({ button: 'right' });
    // The press itself selects nothing; the menu, which opens with it or after it, is for the element there.
    await page.mouse.up({ button: 'right' });
    await menu.waitFor();
    const box = await boxOf(menu);
    expect([box.x - at.x, box.y - at.y]).toEqual([expect.closeTo(5, 0), expect.closeTo(5, 0)]);
    await name('Rectangle1').waitFor();
    await page.keyboard.press('Escape');
    await setWindowSize(page, { width: 1280, height: 800 });

    const canvas = await boxOf(overlay());
    await page.mouse.click(canvas.x + canvas.width - 4, canvas.y + canvas.height - 4, { button: 'right' });
    await menu.waitFor();
    const low = await boxOf(menu);
    expect(low.y + low.height).toBeLessThanOrEqual(800 - 5);
    expect(low.x + low.width).toBeLessThanOrEqual(1280 - 5);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  });

  test('a press selects at once; a double-click on a text with one typed source types in place', async () => {
    await driver.clear();
    await driver.place('text', 20, 20);
    await putElements(page, [createTestElement('rectangle', { name: 'Rectangle1', xMm: 60, yMm: 40 })]);
    const at = await onScreen(21, 21.5);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    // No delay separates a click from a double-click (ADR 103): the panel has the text while the button is still down.
    await panel().getByText('Text1', { exact: true }).first().waitFor();
    await page.mouse.up();
    await clickAt(21, 21.5, { clickCount: 2 });
    const typing = page.getByTestId('text-input');
    await typing.waitFor();
    await page.keyboard.type('typed here');
    await page.keyboard.press('Escape');
    expect(await driver.download()).toContain('NormalText="typed here"');

    // A source that is not typed is a field between the typed ones.
    await panel().getByRole('button', { name: 'Add a data source' }).click();
    await chooseOption(page, panel().getByTestId('source-kind'), 'Sequence');
    await overlay().focus();
    await clickAt(21, 21.5, { clickCount: 2 });
    await expect.poll(() => typing.textContent()).toBe('typed here{1…}');
    await page.keyboard.press('Escape');
    await untilIdle(typing);
    await expect.poll(() => typing.count()).toBe(0);
  });

  test('the selection frame is dashed 2, 2', async () => {
    const from = await onScreen(2, 60);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 30);
    const frame = page.locator('.ed-marquee');
    await frame.waitFor();
    await expect
      .poll(() => frame.evaluate((rect) => getComputedStyle(rect).strokeDasharray))
      .toMatch(/^2(px)?, 2(px)?$/);
    await page.mouse.up();
  });

  test('an empty text shows a hint on the canvas, and not in the preview, which has 300 dpi', async () => {
    await driver.clear();
    await putElements(page, [createTestElement('rectangle', { name: 'Rectangle1', xMm: 60, yMm: 40 })]);
    const without = await savedPreview(page);
    // The preview has 300 dpi: 11811 dots a meter, in both directions.
    expect([without.readUInt32BE(16), without.readUInt32BE(20)]).toEqual([1181, 945]);
    const at = without.indexOf('pHYs') + 4;
    expect([without.readUInt32BE(at), without.readUInt32BE(at + 4), without[at + 8]]).toEqual([11811, 11811, 1]);
    await driver.place('text', 20, 20);
    await panel().getByTestId('content-input').fill('');
    await expect.poll(() => emptyText().textContent()).toBe('Double-click to type');
    expect((await savedPreview(page)).equals(without)).toBe(true);
    // It rotates with its text, disappears while one types, and returns when nothing was typed.
    await panel().getByRole('radiogroup', { name: 'Rotation' }).getByRole('radio', { name: '90°' }).click();
    await expect.poll(() => emptyText().getAttribute('transform')).toContain('rotate(90)');
    await panel()
      .getByRole('radiogroup', { name: 'Writing direction' })
      .getByRole('radio', { name: 'Vertical' })
      .click();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await clickAt(21, 21.5, { clickCount: 2 });
    await page.getByTestId('text-input').waitFor();
    await emptyText().waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await emptyText().waitFor();
    // A double-click does not edit a value from elsewhere, and a hidden text is not shown.
    await page.keyboard.press('Control+Shift+h');
    await emptyText().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+h');
    await emptyText().waitFor();
    await chooseOption(page, panel().getByTestId('source-kind'), 'Formula');
    await emptyText().waitFor({ state: 'detached' });
  });

  test('an invalid barcode is reported after one second without an edit', async () => {
    await driver.clear();
    await driver.place('barcode', 10, 10);
    const content = panel().getByTestId('content-input');
    await content.fill('');
    // Each key is pressed before the second is over, and all of them together take more than one.
    await content.pressSequentially('中文字符', { delay: 400 });
    const typedAt = Date.now();
    const notice = page.locator('.ant-message-notice').filter({ hasText: 'The barcode could not be made' });
    const meanwhile = await notice.count();
    expect(meanwhile).toBe(0);
    await notice.waitFor();
    expect(Date.now() - typedAt).toBeGreaterThan(900);
  });
});

describe('the surroundings of the label', () => {
  test('the grid is shown by Ctrl+’ and by Alt+G: 5 and 10 units, or 25 and 50 on a large label', async () => {
    await driver.clear();
    await overlay().focus();
    const lines = page.locator('.ed-grid-minor');
    await untilIdle(lines);
    await expect.poll(() => lines.count()).toBe(0);
    await page.keyboard.press("Control+'");
    await lines.waitFor({ state: 'attached' });
    const steps = async (): Promise<readonly number[]> => {
      const zoom = Number((await page.getByTestId('zoom').innerText()).replace('%', '')) / 100;
      const minor = Number(/^M([\d.]+)/.exec((await lines.getAttribute('d')) ?? '')?.[1]);
      const major = Number(await page.locator('#ed-grid').getAttribute('width'));
      return [minor / zoom, major / zoom];
    };
    expect(await steps()).toEqual([expect.closeTo(5, 3), expect.closeTo(10, 3)]);
    await page.keyboard.press('Alt+g');
    await lines.waitFor({ state: 'detached' });
    await page.keyboard.press('Alt+g');

    await setWidth(300);
    await expect.poll(steps).toEqual([expect.closeTo(25, 3), expect.closeTo(50, 3)]);
    await setWidth(100);
    await page.keyboard.press("Control+'");
    await lines.waitFor({ state: 'detached' });
  });

  test('the rulers are 25 px high, with ticks of 5 and 10 and numbers of 11', async () => {
    const ruler = page.locator('.ed-ruler-x');
    expect((await boxOf(ruler)).height).toBe(25);
    expect((await boxOf(page.locator('.ed-ruler-y'))).width).toBe(25);
    const ticks = (await page.locator('.ed-ruler-x .ed-ruler-ticks').getAttribute('d')) ?? '';
    const lengths = new Set([...ticks.matchAll(/M[\d.-]+ ([\d.]+)V25/g)].map(([, from]) => 25 - Number(from)));
    expect([...lengths].toSorted((a, b) => a - b)).toEqual([5, 10]);
    const numbers = ruler.locator('.ed-ruler-text');
    await expect.poll(() => numbers.first().evaluate((text) => getComputedStyle(text).fontSize)).toBe('11px');
    await expect
      .poll(() => numbers.allTextContents())
      .toEqual(expect.arrayContaining(['0', '20', '40', '60', '80', '100']));
    // They count from the edge of the label.
    const zero = await boxOf(numbers.filter({ hasText: /^0$/ }).first());
    const edge = await boxOf(page.locator('.ed-label-edge'));
    expect(Math.abs(zero.x - edge.x)).toBeLessThan(5);
  });

  async function setWidth(mm: number): Promise<void> {
    await page.getByTestId('action-labelSettings').click();
    await dialog().getByLabel('Width', { exact: true }).fill(String(mm));
    await dialog().getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await overlay().focus();
  }
});

describe.each(handNames('editor-rules'))('with the %s', (name) => {
  let hand: Hand;
  beforeAll(() => {
    hand = hands.find((one) => one.name === name) ?? expect.fail(name);
  });

  test(`the name is changed in its dialog, which reports invalid names (${name})`, async () => {
    await hand.press(page.getByTestId('label-name'));
    const field = page.getByTestId('rename-input');
    const confirm = dialog().getByRole('button', { name: 'Confirm' });
    await field.fill('');
    await dialog().getByText('The name must not be empty').waitFor();
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await field.fill('a/b');
    await dialog().getByText('The name must not contain any of \\ / : * ? " < > |').waitFor();
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await hand.type(field, `Tea ${name}`);
    await hand.press(confirm);
    await expect.poll(() => page.getByTestId('label-name').innerText()).toContain(`Tea ${name}`);

    // The dialog for saving under another name says the same.
    await driver.clear();
    await putElements(page, [createTestElement('triangle', { name: 'Triangle1', xMm: 10, yMm: 10 })]);
    await takeFromMenu(page, hand, page.getByTestId('save-menu'), 'Save as…');
    await dialog().getByLabel('Name').fill('');
    await dialog().getByText('The name must not be empty').waitFor();
    await dialog().getByLabel('Name').fill('a|b');
    await dialog().getByText('The name must not contain any of', { exact: false }).waitFor();
    await hand.press(dialog().getByRole('button', { name: 'Cancel' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test(`the label dialog draws the labels of the sheet with the current settings (${name})`, async () => {
    await hand.press(page.getByTestId('action-labelSettings'));
    const preview = dialog().locator('.sheet-preview');
    const labels = preview.locator('.sheet-preview-label');
    await expect.poll(() => labels.count()).toBe(1);
    const wide = await boxOf(labels.first());
    await hand.press(dialog().getByRole('button', { name: 'Several labels on a sheet' }));
    await hand.type(dialog().getByLabel('Columns', { exact: true }), '3');
    await expect.poll(() => labels.count()).toBe(3);
    await hand.type(dialog().getByLabel('Rows', { exact: true }), '2');
    await expect.poll(() => labels.count()).toBe(6);
    await hand.type(dialog().getByLabel('Width', { exact: true }), '50');
    await preview.getByText('50 × 80 mm').waitFor();
    await preview.getByText('6 labels', { exact: false }).waitFor();
    const narrow = await boxOf(labels.first());
    expect(narrow.width / narrow.height).toBeCloseTo(50 / 80, 1);
    expect(wide.width / wide.height).toBeCloseTo(100 / 80, 1);
    const [first, second] = [await boxOf(labels.nth(0)), await boxOf(labels.nth(1))];
    await hand.type(dialog().getByLabel('Column spacing', { exact: true }), '10');
    await expect.poll(async () => (await boxOf(labels.nth(1))).x - (await boxOf(labels.nth(0))).x > 0).toBe(true);
    const apart = (await boxOf(labels.nth(1))).x - (await boxOf(labels.nth(0))).x - (await boxOf(labels.nth(0))).width;
    expect(apart).toBeGreaterThan(second.x - first.x - first.width + 2);
    await hand.press(dialog().getByRole('button', { name: 'Cancel' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test(`the unit is kept, mm at first (${name})`, async () => {
    const size = page.getByTestId('label-size');
    await expect.poll(() => size.innerText()).toContain('100.000 × 80.000 mm');
    await hand.press(page.getByTestId('action-labelSettings'));
    await hand.pick(dialog().getByRole('radiogroup', { name: 'Unit' }), 'inch');
    await expect.poll(() => dialog().getByLabel('Width', { exact: true }).inputValue()).toBe('3.937');
    await hand.press(dialog().getByRole('button', { name: 'Cancel' }));
    await driver.clear();
    await putElements(page, [createTestElement('triangle', { name: 'Triangle1', xMm: 1, yMm: 1 })]);
    await page.getByTestId('save').click();
    await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
    await page.reload();
    await overlay().waitFor();
    await expect.poll(() => size.innerText()).toContain('3.937 × 3.150 in');
    await hand.press(page.getByTestId('action-labelSettings'));
    await hand.pick(dialog().getByRole('radiogroup', { name: 'Unit' }), 'mm');
    await hand.press(dialog().getByRole('button', { name: 'Cancel' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test(`Ctrl+P and the button open the print dialog (${name})`, async () => {
    if (name === 'keyboard') await page.keyboard.press('Control+p');
    else await hand.press(page.getByTestId('print'));
    await page.getByRole('dialog', { name: /^Print Tea/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

test('a label without a file path cannot be loaded, which is reported', async () => {
  const label = { id: '', parent_id: '', name: 'Gone', file: '', width: 100, height: 80, type: 'cloud' };
  await page.goto(
    `${opened.address}/editLabel?labelAttr=${encodeURIComponent(JSON.stringify(label))}&labelStatus=common`,
  );
  const failed = page.getByTestId('loading-failed');
  await failed.getByRole('heading', { name: 'Template loading failed.' }).waitFor();
  await failed.getByRole('button', { name: 'Back to home' }).click();
  await page.waitForURL('**/index');
});

const NEW_LABELS = [
  ['en', /New label/, 'Untitled label'],
  ['zh', /新建标签/, '未命名标签'],
] as const;
const NAMED = drawnOf('name of a new label', NEW_LABELS);
test.each(NAMED)(
  `a new label has a name in the user’s language: %s (seed ${SEED})`,
  async (language, button, label) => {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(`${opened.address}/index`);
    await page.getByRole('button', { name: button }).first().click();
    await expect.poll(() => dialog().locator('input').first().inputValue()).toBe(label);
    const numbers = dialog().getByRole('spinbutton');
    const size = async (): Promise<readonly string[]> => [
      await numbers.nth(0).inputValue(),
      await numbers.nth(1).inputValue(),
    ];
    await expect.poll(size).toEqual(['100', '80']);
  },
);
