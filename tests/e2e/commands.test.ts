import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn } from '#tests/support/hands.ts';
import { openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('commands', {
    viewport: { width: 1280, height: 720 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());

const names = (): Promise<string[]> => page.getByTestId('layer').locator('.ed-layer-name > span').allTextContents();
const canvas = (): Promise<void> => page.getByTestId('canvas-overlay').focus();
const file = (): Promise<string> => driver.download();

/** Puts these forms of something on the clipboard, as another program would. */
async function copyElsewhere(forms: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(async (texts) => {
    const blobs = Object.entries(texts).map(([type, text]) => [type, new Blob([text], { type })] as const);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
  }, forms);
}

test('layers: selected, renamed, hidden, locked and reordered by both hands', async () => {
  await driver.place('rectangle', 8, 10);
  await driver.place('triangle', 50, 12);
  await driver.place('ellipse', 25, 50);
  await page.keyboard.press('Alt+l');
  const list = page.getByTestId('layers-list');
  await list.waitFor();
  await expect.poll(names).toEqual(['Ellipse1', 'Triangle1', 'Rectangle1']);
  const line = (name: string): ReturnType<Page['locator']> => page.getByTestId('layer').filter({ hasText: name });

  // By pointer: dragged below the last one, then the eye and the lock.
  const from = await line('Ellipse1').boundingBox();
  const to = await line('Rectangle1').boundingBox();
  if (from === null || to === null) throw new Error('no lines');
  await page.mouse.move(from.x + 60, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + from.height, { steps: 3 });
  await page.mouse.move(to.x + 60, to.y + to.height - 3, { steps: 3 });
  await page.locator('.ed-side-gap').waitFor();
  await page.mouse.up();
  await expect.poll(names).toEqual(['Triangle1', 'Rectangle1', 'Ellipse1']);
  await line('Ellipse1').hover();
  await line('Ellipse1').getByTestId('layer-eye').click();
  await page.getByTestId('hidden-mark').waitFor();
  await line('Ellipse1').getByTestId('layer-lock').click();
  expect(await file()).toMatch(/<Object [^>]*Name="Ellipse1"[^>]*Lock="true"[^>]*ShowWhen="false"/);
  await page.screenshot({ path: join(SCREENSHOTS, 'layers.png') });

  // By keyboard: the same back, then a name.
  await line('Ellipse1').click();
  await list.focus();
  for (const key of ['ArrowRight', 'Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect.poll(file).toMatch(/<Object [^>]*Name="Ellipse1"[^>]*Lock="false"/);
  expect(await file()).not.toContain('ShowWhen');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(names).toEqual(['Triangle1', 'Ellipse1', 'Rectangle1']);
  await page.keyboard.press('F2');
  await page.getByTestId('layer-name').fill('Stamp');
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['Triangle1', 'Stamp', 'Rectangle1']);
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByTestId('attribute-panel').getByText('2 elements').first().waitFor();
  for (const hand of handsOn(page)) {
    await hand.press(page.getByTestId('layers-up'));
    await hand.press(page.getByTestId('layers-down'));
  }
  await page.getByTestId('layers-search').fill('sta');
  await expect.poll(names).toEqual(['Stamp']);
  await page.getByTestId('layers-search').fill('');
});

test('history: each step in words, and jumping to it by both hands', async () => {
  for (const hand of handsOn(page)) {
    await hand.press(page.getByTestId('side-history'));
    const steps = page.getByTestId('history-step');
    await steps.filter({ hasText: 'Renamed: Stamp' }).waitFor();
    if (hand.name === 'pointer') await steps.first().click();
    else {
      await page.getByTestId('history-list').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => page.getByTestId('action-undo').isEnabled()).toBe(hand.name === 'keyboard');
    await hand.press(page.getByTestId('side-layers'));
  }
  await page.getByTestId('side-history').click();
  await page.screenshot({ path: join(SCREENSHOTS, 'history.png') });
  await page.getByTestId('side-layers').click();
});

test('the palette: commands and elements by pointer and by keyboard, with the reason why one is disabled', async () => {
  const field = page.getByTestId('commands-field');
  const entry = (key: string): ReturnType<Page['locator']> =>
    page.locator(`[data-testid="command"][data-key="${key}"]`);
  await canvas();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await field.fill('bring front');
  await expect.poll(() => entry('orderFront').textContent()).toContain('Ctrl+Shift+]');
  await expect.poll(() => entry('orderFront').getAttribute('aria-disabled')).toBe('true');
  await page.screenshot({ path: join(SCREENSHOTS, 'commands.png') });
  await field.fill('go to stamp');
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
  await page.locator('[data-testid="layer"][aria-selected="true"]').filter({ hasText: 'Stamp' }).waitFor();
  await page.getByTestId('action-commands').click();
  await field.fill('lock');
  await entry('lock').click();
  await field.waitFor({ state: 'detached' });
  await expect.poll(file).toMatch(/Name="Stamp"[^>]*Lock="true"/);
  await canvas();
  await page.keyboard.press('Control+l');
  // The last used one is first, without any typed text.
  await page.keyboard.press('Control+k');
  await expect.poll(() => page.getByTestId('command').first().getAttribute('data-key')).toBe('lock');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
});

test('content copied elsewhere becomes text, drawing, table or data; our own copies paste in place', async () => {
  await canvas();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+Shift+v');
  await expect.poll(names).toHaveLength(4);
  const [first, second] = [...(await file()).matchAll(/Type="Ellipse"[^>]*StartX="([^"]*)" StartY="([^"]*)"/g)];
  expect(second?.slice(1)).toEqual(first?.slice(1));

  await copyElsewhere({ 'text/plain': 'Hello\nlabel' });
  await page.keyboard.press('Control+v');
  await expect.poll(names).toHaveLength(5);
  expect(await file()).toContain('Hello&#xa;label');

  await copyElsewhere({
    'text/plain': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h40v20z"/></svg>',
  });
  await page.keyboard.press('Control+v');
  await expect.poll(names).toHaveLength(6);

  const cells = {
    'text/plain': 'Name\tPrice\nTea\t3',
    'text/html': '<table><tr><td>Name<td>Price<tr><td>Tea<td>3</table>',
  };
  for (const hand of handsOn(page)) {
    await copyElsewhere(cells);
    await canvas();
    await page.keyboard.press('Control+v');
    await page.getByTestId('cells-as-table').waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, `cells pasted ${hand.name}.png`) });
    await hand.press(page.getByTestId(hand.name === 'pointer' ? 'cells-as-data' : 'cells-as-table'));
    if (hand.name === 'pointer') await page.getByRole('gridcell', { name: 'Tea' }).first().waitFor();
    else await expect.poll(names).toHaveLength(7);
  }
  expect(await file()).toMatch(/<Object [^>]*Type="Table"/);
});
