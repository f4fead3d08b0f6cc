import { join } from 'node:path';
import type { CDPSession, Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
let frame: Locator;
/** Of the canvas, in the window. */
let canvas: { x: number; y: number; width: number; height: number };

beforeAll(async () => {
  opened = await openEditor('gestures', { hasTouch: true });
  ({ page, driver } = opened);
  frame = page.locator('.ed-selection-box');
});
afterAll(() => opened?.close());

/** An empty label. */
beforeEach(async () => {
  await driver.clear();
  canvas = await boxOf(page.getByTestId('canvas-overlay'));
});

async function boxOf(target: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return box;
}
/** From and to in pixels from the center of the canvas. */
async function drag(from: readonly [number, number], to: readonly [number, number], steps = 4): Promise<void> {
  const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
  await page.mouse.move(x + from[0], y + from[1]);
  await page.mouse.down();
  await page.mouse.move(x + to[0], y + to[1], { steps });
}
const values = async (name: string): Promise<readonly string[]> =>
  [...(await driver.download()).matchAll(new RegExp(`<Object [^>]*? ${name}="(.*?)"`, 'g'))].map(([, v = '']) => v);
const selected = (): Promise<string> => page.getByTestId('attribute-panel').innerText();

test('a letter arms a type: drawn by a drag, square with Shift, placed by a click, disarmed by Esc', async () => {
  const hint = page.getByTestId('armed-hint').locator('span');
  await page.keyboard.press('e');
  await hint.getByText('Ellipse').waitFor();
  await expect.poll(() => page.getByTestId('palette-ellipse').getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.down('Shift');
  await drag([-120, -80], [-20, -40]);
  await page.locator('.ed-drawn').waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, 'drawing.png') });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await frame.waitFor();
  await hint.waitFor({ state: 'detached' });
  const drawn = await boxOf(frame);
  expect(Math.abs(drawn.width - 100)).toBeLessThan(4);
  expect(Math.abs(drawn.height - 100)).toBeLessThan(4);

  await page.getByTestId('palette-triangle').click();
  await page.mouse.click(canvas.x + canvas.width / 2 + 80, canvas.y + canvas.height / 2 + 60);
  await expect.poll(selected).toContain('Triangle1');
  await page.getByTestId('palette-rectangle').click();
  await hint.waitFor();
  await page.keyboard.press('Escape');
  await hint.waitFor({ state: 'detached' });
  await page.getByTestId('palette-rectangle').focus();
  await page.keyboard.press('Enter');
  expect(await values('Type')).toEqual(['Ellipse', 'Triangle', 'Rectangle']);
});

test('dragging empty space selects by a frame, with Shift adds; Space pans; with the canvas lock off the drag pans', async () => {
  for (const [x, y] of [
    [10, 10],
    [60, 50],
  ] as const) {
    await driver.place('ellipse', x, y);
  }
  const label = page.locator('.ed-label-edge');
  const corner = await boxOf(label);
  await page.mouse.click(corner.x - 30, corner.y - 10);
  const middle = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2] as const;
  const outside = [corner.x - 30 - middle[0], corner.y - 10 - middle[1]] as const;
  await drag(outside, [corner.x + 60 - middle[0], corner.y + 60 - middle[1]]);
  await page.locator('.ed-marquee').waitFor();
  await page.mouse.up();
  await expect.poll(selected).toContain('Ellipse1');
  await page.keyboard.down('Shift');
  const far = [corner.x + corner.width + 30 - middle[0], corner.y + corner.height + 10 - middle[1]] as const;
  await drag(far, [far[0] - 200, far[1] - 160]);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect.poll(selected).toContain('2 elements');

  const moved = async (): Promise<number> => Math.round((await boxOf(label)).x - corner.x);
  await page.keyboard.down('Space');
  await drag(outside, [outside[0] + 40, outside[1]]);
  await page.mouse.up();
  await page.keyboard.up('Space');
  await expect.poll(moved).toBe(40);
  await page.getByTestId('action-canvasLock').click();
  await drag(outside, [outside[0] - 40, outside[1]]);
  await page.mouse.up();
  await expect.poll(moved).toBe(0);
  await page.getByTestId('action-canvasLock').click();
});

test('the round handle rotates, shows the angle and snaps at quarter turns; copies keep the last offset', async () => {
  await driver.place('rectangle', 10, 10);
  await page.getByTestId('canvas-overlay').focus();
  const before = await boxOf(frame);
  const handle = await boxOf(page.locator('[data-handle="rotate"]'));
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width + 60, before.y + before.height / 2 - 30, { steps: 6 });
  await expect.poll(() => page.locator('.ed-tip text').textContent()).toMatch(/^7\d(\.\d)?°$/);
  await page.mouse.move(before.x + before.width + 60, before.y + before.height / 2 - 3);
  await expect.poll(() => page.locator('.ed-tip text').textContent()).toBe('90°');
  await page.screenshot({ path: join(SCREENSHOTS, 'turning.png') });
  await page.mouse.up();
  expect(await values('Rotate')).toEqual(['90']);
  const after = await boxOf(frame);
  expect(Math.abs(after.width - before.height)).toBeLessThan(2);

  await page.keyboard.press('Control+d');
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+d');
  const [a = 0, b = 0, c = 0] = (await values('StartX')).map(Number);
  expect(b - a).toBeGreaterThan(10);
  expect(Math.abs(c - b - (b - a))).toBeLessThan(0.01);
});

test('two fingers rotate the selection, and zoom outside it', async () => {
  await driver.place('rectangle', 30, 30);
  await page.getByTestId('canvas-overlay').focus();
  const at = await boxOf(frame);
  const middle = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
  const touch = await page.context().newCDPSession(page);
  await twoFingers(touch, middle, 80);
  expect(await values('Rotate')).toEqual(['90']);
  const zoom = (): Promise<number> => boxOf(page.locator('.ed-label-edge')).then(({ width }) => width);
  const width = await zoom();
  await page.keyboard.press('Escape');
  await twoFingers(touch, middle, 0, 2);
  expect((await zoom()) / width).toBeGreaterThan(1.5);
  await touch.detach();
  await page.keyboard.press('Shift+1');
});

test('the selection toolbar rotates and copies, disappears during a drag, and can be hidden', async () => {
  const bar = page.getByTestId('selection-bar');
  const strip = page.locator('.ed-strip');
  await driver.place('rectangle', 30, 20);
  await page.getByTestId('canvas-overlay').focus();
  await bar.waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, 'selection bar.png') });
  await page.getByTestId('bar-rotate').click();
  expect(await values('Rotate')).toEqual(['90']);
  await bar.getByRole('button', { name: 'Filled' }).click();
  expect(await values('Fill')).toEqual(['true']);
  // By keyboard: the next region after the canvas, one stop with arrows inside; Esc leads back.
  const focused = (): Promise<string | null | undefined> =>
    page.evaluate(() => document.activeElement?.getAttribute('data-testid'));
  await expect.poll(() => focused()).toBe('canvas-overlay');
  await page.keyboard.press('F6');
  for (let i = 0; (await focused()) !== 'bar-duplicate' && i < 9; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  expect(await values('Type')).toHaveLength(2);
  await page.keyboard.press('Escape');
  await expect.poll(() => focused()).toBe('canvas-overlay');

  const at = await boxOf(frame);
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width / 2 + 40, at.y + at.height / 2 + 20, { steps: 3 });
  await bar.waitFor({ state: 'detached' });
  await page.mouse.up();
  await bar.waitFor();
  // Actions for one element are in the strip, those for three are not; without a selection neither is.
  await expect.poll(() => strip.getByTestId('action-orderFront').isVisible()).toBe(true);
  await untilIdle(strip);
  await expect.poll(() => strip.getByTestId('action-distributeVertical').isVisible()).toBe(false);
  await page.getByTestId('bar-hide').click();
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await untilIdle(strip);
  await expect.poll(() => strip.getByTestId('action-orderFront').isVisible()).toBe(false);
  await page.getByTestId('selection-bar-shown').click();
  await page.keyboard.press('Control+a');
  await bar.waitFor();
});

/** Puts two fingers down next to a point of the window, rotates and spreads them, and lifts them. */
async function twoFingers(
  touch: CDPSession,
  middle: { x: number; y: number },
  degrees: number,
  spread = 1,
): Promise<void> {
  const points = (share: number): { x: number; y: number; id: number }[] =>
    [-1, 1].map((side) => {
      const angle = (degrees * share * Math.PI) / 180;
      const reach = side * 50 * (1 + (spread - 1) * share);
      return { x: middle.x + reach * Math.cos(angle), y: middle.y + reach * Math.sin(angle), id: side + 1 };
    });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) });
  for (let i = 1; i <= 8; i++) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(i / 8) });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
