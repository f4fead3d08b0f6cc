import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { switchAutosaveOff } from '#tests/support/autosave-off.ts';
import { openEditor, type OpenedPage } from '#tests/support/open-editor.ts';
import { keptDraftLabels, keptDrafts } from '#tests/support/kept-drafts.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
let file: string;

beforeAll(async () => {
  opened = await openEditor('drafts');
  ({ page } = opened);
  await switchAutosaveOff(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await opened.driver.place('rectangle', 5, 5);
  file = join(opened.folder, 'opened.tprt');
  await writeFile(file, (await opened.driver.download()).replace('Name="Label"', 'Name="Opened"'));
  await opened.driver.save();
});
afterAll(() => opened?.close());

beforeEach(() => expect.poll(() => keptDrafts(page)).toEqual([]));

async function openFile(path: string): Promise<void> {
  await page.locator('input[type=file][accept*=tprt]').first().setInputFiles(path);
  await page.waitForURL('**/editLabel**');
  await page.getByTestId('canvas-overlay').waitFor();
}

function saved(): Promise<void> {
  return expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
}

/** Presses the keys as soon as the open dialog is hidden: it still has the focus until the browser draws again. */
function pressWhenHidden(keys: { code: string; ctrlKey: boolean; shiftKey: boolean }): Promise<void> {
  return page.evaluate((init) => {
    const dialog = document.querySelector<HTMLElement>('.ant-modal-wrap');
    if (dialog === null) throw new Error('no dialog is open');
    const observer = new MutationObserver(() => {
      if (dialog.style.display !== 'none') return;
      observer.disconnect();
      const focused = document.activeElement;
      if (focused === null || !dialog.contains(focused)) throw new Error('the dialog has lost the focus');
      focused.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
    });
    observer.observe(dialog, { attributes: true });
  }, keys);
}

test('a local file that is only opened leaves no draft, and its page says so after a reload', async () => {
  await page.goto(`${opened.address}/index`);
  await openFile(file);
  await untilIdle(page);
  expect(await keptDrafts(page)).toEqual([]);
  await page.reload();
  await page.getByTestId('loading-failed').getByText('“opened.tprt” is no longer open here').waitFor();
  await page.getByRole('button', { name: 'Back to home' }).click();
  await page.waitForURL('**/index');
});

test('edits of a local file are kept before it is saved, and not afterwards', async () => {
  await page.goto(`${opened.address}/index`);
  await openFile(file);
  await opened.driver.place('line', 40, 40);
  await expect.poll(() => keptDrafts(page)).toHaveLength(1);
  await page.getByTestId('save').click();
  await page.waitForURL(/labelStatus=edit/);
  await saved();
  await untilIdle(page);
  expect(await keptDrafts(page)).toEqual([]);
});

test('opening another file of the same name and size does not offer the unsaved work', async () => {
  const other = join(opened.folder, 'other.tprt');
  const text = await readFile(file, 'utf8');
  await writeFile(other, text.replace('Type="Rectangle"', 'Type="Ellipse"'));
  const question = page.getByRole('dialog').filter({ hasText: 'Restore unsaved work?' });
  const discard = question.getByRole('button', { name: 'Discard' });
  const shapes = [
    [file, 'Line'],
    [other, 'Triangle'],
  ] as const;
  for (const [path, shape] of shapes) {
    await page.goto(`${opened.address}/index`);
    await openFile(path);
    await untilIdle(question);
    await expect.poll(() => question.count()).toBe(0);
    await opened.driver.place(shape.toLowerCase(), 40, 5);
    const isKept = async (): Promise<boolean> =>
      (await keptDraftLabels(page)).some((xml) => xml.includes(`Type="${shape}"`));
    await expect.poll(isKept).toBe(true);
  }
  expect(await keptDrafts(page)).toHaveLength(2);
  for (const [path, shape] of shapes) {
    await page.goto(`${opened.address}/index`);
    await openFile(path);
    await question.waitFor();
    const download = page.waitForEvent('download');
    await pressWhenHidden({ code: 'KeyS', ctrlKey: true, shiftKey: true });
    await question.getByRole('button', { name: 'Restore' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await readFile(await (await download).path(), 'utf8')).toContain(`Type="${shape}"`);
    await page.reload();
    await discard.click();
    await question.waitFor({ state: 'hidden' });
  }
});

test('edits during the first save are kept as work on the saved label, until that is saved too', async () => {
  await page.goto(`${opened.address}/index`);
  await opened.driver.createLabelByHand('Edited meanwhile');
  await opened.driver.place('rectangle', 5, 5);
  const route = await new Promise<Route>((resolve) => {
    void page.route('**/addUserTemplate', resolve, { times: 1 }).then(() => page.getByTestId('save').click());
  });
  await opened.driver.place('ellipse', 40, 5, 'while pending');
  await route.continue();
  await page.waitForURL(/labelStatus=edit/);
  const { id } = JSON.parse(new URL(page.url()).searchParams.get('labelAttr') ?? '{}') as { id: string };
  await expect.poll(() => keptDrafts(page)).toEqual([expect.stringContaining(`,"${id}"]`)]);
  await page.getByTestId('save').click();
  await saved();
  expect(await keptDrafts(page)).toEqual([]);
});
