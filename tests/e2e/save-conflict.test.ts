import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { antiForgeryOf } from '#tests/support/anti-forgery.ts';
import { createEditorDriver, type EditorDriver } from '#tests/support/editor-driver.ts';
import { keptDrafts } from '#tests/support/kept-drafts.ts';
import { openParts, SCREENSHOTS, type OpenedParts } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

/** One person with one template open in two tabs. Each test goes on where the last one stopped. */
describe('two tabs save one template', () => {
  let opened: OpenedParts;
  let context: BrowserContext;
  let one: Page;
  let two: Page;
  let inOne: EditorDriver;
  let inTwo: EditorDriver;

  beforeAll(async () => {
    opened = await openParts({ viewport: { width: 1440, height: 900 } });
    ({ context, page: one, driver: inOne } = opened);
    await inOne.register('anna', 'correct horse battery');
    await inOne.createLabel('Shared');
    await inOne.place('rectangle', 5, 5);
    await inOne.save();
    two = await context.newPage();
    inTwo = createEditorDriver(two, opened.parts.address);
    await two.goto(one.url());
    await two.getByTestId('canvas-overlay').waitFor();
  });
  afterAll(() => opened?.close());

  function saved(page: Page): Promise<void> {
    return expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
  }

  async function expectNames(names: readonly string[]): Promise<void> {
    const home = await context.newPage();
    await home.goto(`${opened.parts.address}/cloudTemplate`);
    for (const name of names) await home.getByRole('button', { name: `Open “${name}”` }).waitFor();
    await expect.poll(() => home.getByRole('button', { name: /^Open “/ }).count()).toBe(names.length);
    await home.close();
  }

  test('the second save shows both versions, and Escape leaves the work unsaved', async () => {
    await inOne.place('ellipse', 40, 5);
    await one.getByTestId('save').click();
    await saved(one);
    await inTwo.place('triangle', 5, 40);
    await two.getByTestId('save').click();
    const dialog = two.getByRole('dialog', { name: 'Changed elsewhere' });
    await dialog.waitFor();
    const pictures = dialog.getByRole('img');
    await expect
      .poll(() => pictures.evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth > 100)))
      .toEqual([true, true]);
    await two.screenshot({ path: join(SCREENSHOTS, 'save-conflict-en-1440.png') });
    await two.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await untilIdle(two);
    await expect.poll(() => two.getByTestId('save-state').getAttribute('data-state')).not.toBe('saved');
  });

  test('both are kept, by the keyboard: the second one under a name with a number', async () => {
    await two.keyboard.press('Control+s');
    const both = two.getByTestId('conflict-both');
    await both.waitFor();
    await expect.poll(() => both.evaluate((button) => button === document.activeElement)).toBe(true);
    await two.keyboard.press('Enter');
    await saved(two);
    await expectNames(['Shared', 'Shared (2)']);
    await expect.poll(() => two.getByText('Shared (2)').count()).toBeGreaterThan(0);
  });

  test('a reload of a tab whose version has been replaced opens the present one', async () => {
    const stale = await context.newPage();
    await stale.goto(one.url());
    await stale.getByTestId('canvas-overlay').waitFor();
    await inOne.place('line', 60, 60);
    await one.getByTestId('save').click();
    await saved(one);
    await stale.reload();
    await stale.getByTestId('canvas-overlay').waitFor();
    const inStale = createEditorDriver(stale, opened.parts.address);
    expect(await inStale.download()).toBe(await inOne.download());
    // From now on it saves on top of the present version.
    await inStale.place('diamond', 60, 5);
    await stale.getByTestId('save').click();
    await saved(stale);
    await stale.close();
  });

  test('overwriting is a choice, and the one who is overwritten is asked in turn', async () => {
    await inOne.place('rectangle', 70, 30);
    await one.getByTestId('save').click();
    await one.getByTestId('conflict-overwrite').click();
    await saved(one);
    await expectNames(['Shared', 'Shared (2)']);
  });

  test('a draft of an older version survives the save of another tab, and is asked about when it is saved', async () => {
    const left = await context.newPage();
    await left.goto(one.url());
    await left.getByTestId('canvas-overlay').waitFor();
    const inLeft = createEditorDriver(left, opened.parts.address);
    await inLeft.place('diamond', 70, 60);
    await expect.poll(() => keptDrafts(left)).toHaveLength(1);
    await left.close();
    await inOne.place('rectangle', 30, 50);
    await one.getByTestId('save').click();
    await saved(one);
    const back = await context.newPage();
    await back.goto(one.url());
    await back.getByRole('button', { name: 'Restore' }).click();
    await back.keyboard.press('Control+s');
    await back.getByRole('dialog', { name: 'Changed elsewhere' }).waitFor();
    await setWindowSize(back, { width: 1024, height: 700 });
    await back.screenshot({ path: join(SCREENSHOTS, 'save-conflict-en-1024.png') });
    await back.getByTestId('conflict-overwrite').click();
    await saved(back);
    expect(await keptDrafts(back)).toEqual([]);
    await back.close();
    // This tab must start from the present version again, too.
    await one.reload();
    await one.getByTestId('canvas-overlay').waitFor();
  });

  test('a template that was deleted meanwhile is saved as a new one', async () => {
    const home = await context.newPage();
    await home.goto(`${opened.parts.address}/cloudTemplate`);
    const { id } = JSON.parse(new URL(one.url()).searchParams.get('labelAttr') ?? '{}') as { id: string };
    const answer = await home.evaluate(
      async ({ body, token }) =>
        (
          await fetch('/interface/api/tem.app_public/delUserTemplate', {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...token },
            body,
          })
        ).json() as Promise<{ code: number }>,
      { body: JSON.stringify({ id }), token: await antiForgeryOf(context) },
    );
    expect(answer.code).toBe(200);
    await home.close();
    await inOne.place('ellipse', 20, 60);
    await one.getByTestId('save').click();
    await one.getByRole('button', { name: 'Save as new' }).click();
    await saved(one);
    await expectNames(['Shared', 'Shared (2)']);
  });
});
