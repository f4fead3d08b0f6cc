import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { switchAutosaveOff } from '#tests/support/autosave-off.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createEditorDriver, type EditorDriver } from '#tests/support/editor-driver.ts';
import { keptDrafts } from '#tests/support/kept-drafts.ts';
import { openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { saveLabelByCall, visitorOf } from '#tests/support/saved-label.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import type { TestVisitor } from '#tests/support/visitor.ts';

/** A user with one template open in two tabs. Each test continues where the last one ended. */
describe('two tabs save one template', () => {
  let opened: OpenedPage;
  let context: BrowserContext;
  let visitor: TestVisitor;
  let one: Page;
  let two: Page;
  let inOne: EditorDriver;

  beforeAll(async () => {
    opened = await openShared({ viewport: { width: 1440, height: 900 } });
    ({ context, page: one, driver: inOne } = opened);
    await switchAutosaveOff(one);
    await inOne.register('anna.conflict', 'correct horse battery');
    visitor = await visitorOf(context, opened.address);
    const rectangle = createTestElement('rectangle', { xMm: 5, yMm: 5 });
    const path = await saveLabelByCall(visitor, createTestTemplate([rectangle], { name: 'Shared' }));
    two = await context.newPage();
    for (const page of [one, two]) {
      await page.goto(opened.address + path);
      await page.getByTestId('canvas-overlay').waitFor();
    }
  });
  afterAll(() => opened?.close());

  function saved(page: Page): Promise<void> {
    return expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
  }

  const put = (page: Page, type: 'rectangle' | 'ellipse' | 'triangle' | 'line' | 'diamond', xMm: number, yMm: number) =>
    putElements(page, [createTestElement(type, { xMm, yMm })]);

  async function expectNames(names: readonly string[]): Promise<void> {
    const { list } = expectOk(await visitor.api.call('templateList', {}));
    expect(list.map(({ name }) => name).toSorted()).toEqual(names);
  }

  test('the second save shows both versions, and Escape leaves the work unsaved', async () => {
    await put(one, 'ellipse', 40, 5);
    await one.getByTestId('save').click();
    await saved(one);
    await put(two, 'triangle', 5, 40);
    await two.getByTestId('save').click();
    const dialog = two.getByRole('dialog', { name: 'Changed elsewhere' });
    await dialog.waitFor();
    const pictures = dialog.getByRole('img');
    await expect
      .poll(() => pictures.evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth > 100)))
      .toEqual([true, true]);
    await two.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await untilIdle(two);
    await expect.poll(() => two.getByTestId('save-state').getAttribute('data-state')).not.toBe('saved');
  });

  test('both versions are kept with the keyboard: the second one under a name with a number', async () => {
    await two.keyboard.press('Control+s');
    const both = two.getByTestId('conflict-both');
    await both.waitFor();
    await expect.poll(() => both.evaluate((button) => button === document.activeElement)).toBe(true);
    await two.keyboard.press('Enter');
    await saved(two);
    await expectNames(['Shared', 'Shared (2)']);
    await expect.poll(() => two.getByText('Shared (2)').count()).toBeGreaterThan(0);
  });

  test('a reload of a tab with a replaced version opens the current one', async () => {
    const stale = await context.newPage();
    await stale.goto(one.url());
    await stale.getByTestId('canvas-overlay').waitFor();
    await put(one, 'line', 60, 60);
    await one.getByTestId('save').click();
    await saved(one);
    await stale.reload();
    await stale.getByTestId('canvas-overlay').waitFor();
    const inStale = createEditorDriver(stale, opened.address);
    expect(await inStale.download()).toBe(await inOne.download());
    // From now on it saves on top of the present version.
    await put(stale, 'diamond', 60, 5);
    await stale.getByTestId('save').click();
    await saved(stale);
    await stale.close();
  });

  test('the other tab is asked in turn, and overwrites', async () => {
    await put(one, 'rectangle', 70, 30);
    await one.getByTestId('save').click();
    await one.getByTestId('conflict-overwrite').click();
    await saved(one);
    await expectNames(['Shared', 'Shared (2)']);
  });

  test('a draft of an older version survives the save of another tab, and is asked about when it is saved', async () => {
    const left = await context.newPage();
    await left.goto(one.url());
    await left.getByTestId('canvas-overlay').waitFor();
    await put(left, 'diamond', 70, 60);
    await expect.poll(() => keptDrafts(left)).toHaveLength(1);
    await left.close();
    await put(one, 'rectangle', 30, 50);
    await one.getByTestId('save').click();
    await saved(one);
    const back = await context.newPage();
    await back.goto(one.url());
    await back.getByRole('button', { name: 'Restore' }).click();
    await back.keyboard.press('Control+s');
    await back.getByRole('dialog', { name: 'Changed elsewhere' }).waitFor();
    await back.getByTestId('conflict-overwrite').click();
    await saved(back);
    expect(await keptDrafts(back)).toEqual([]);
    await back.close();
    // This tab must start from the present version again, too.
    await one.reload();
    await one.getByTestId('canvas-overlay').waitFor();
  });

  test('a template that was deleted meanwhile is saved as a new one', async () => {
    const { id } = JSON.parse(new URL(one.url()).searchParams.get('labelAttr') ?? '{}') as { id: string };
    expectOk(await visitor.api.call('deleteTemplate', { id }));
    await put(one, 'ellipse', 20, 60);
    await one.getByTestId('save').click();
    await one.getByRole('button', { name: 'Save as new' }).click();
    await saved(one);
    await expectNames(['Shared', 'Shared (2)']);
  });
});
