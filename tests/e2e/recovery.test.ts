import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { versionList, type TemplateVersions } from '#protocol/api/template-versions.ts';
import { switchAutosaveOff } from '#tests/support/autosave-off.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createEditorDriver } from '#tests/support/editor-driver.ts';
import { keptDrafts } from '#tests/support/kept-drafts.ts';
import { keepPictures, openEditor, type OpenedPage } from '#tests/support/open-editor.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
/** Location of the label of these tests. */
let saved: string;

beforeAll(async () => {
  opened = await openEditor('recovery', {}, { name: 'Never saved' });
  await switchAutosaveOff(opened.page);
  use(opened.page);
});
afterAll(() => opened?.close());
keepPictures(() => page);

const known = new Set<Page>();
function use(next: Page): void {
  if (!known.has(next)) next.on('dialog', (dialog) => void dialog.accept());
  known.add(next);
  page = next;
}
const driver = (): ReturnType<typeof createEditorDriver> => createEditorDriver(page, opened.address);

function expectState(state: string, on = page): Promise<void> {
  return expect.poll(() => on.getByTestId('save-state').getAttribute('data-state')).toBe(state);
}
/** Number of steps in the journals of all tabs. */
function stepsKept(on = page): Promise<number> {
  return on.evaluate(async () => {
    let count = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
      });
      if (database.objectStoreNames.contains('draftSteps')) {
        const all = database.transaction('draftSteps').objectStore('draftSteps').count();
        count += await new Promise<number>((resolve) =>
          all.addEventListener('success', () => resolve(all.result), { once: true }),
        );
      }
      database.close();
    }
    return count;
  });
}
async function rendererIds(): Promise<readonly number[]> {
  const session = await opened.browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}
/** Ends the page like the system does without memory, and opens another one. */
async function killTab(): Promise<void> {
  const killed = page;
  const crashed = killed.waitForEvent('crash');
  for (const id of await rendererIds()) process.kill(id, 'SIGKILL');
  await crashed;
  use(await opened.context.newPage());
  await killed.close();
}
const question = (): ReturnType<Page['getByRole']> =>
  page.getByRole('dialog').filter({ hasText: 'Restore unsaved work?' });

test('a label that was never saved is under "Recovered" after its tab was killed, and opens unchanged', async () => {
  await driver().place('rectangle', 5, 5);
  await expect.poll(() => stepsKept()).toBeGreaterThan(0);
  const work = await driver().download();
  // When idle, the steps become one file, with a picture.
  await expect.poll(() => stepsKept()).toBe(0);
  await killTab();
  await page.goto(`${opened.address}/index`);
  const recovered = page.getByTestId('recovered');
  await recovered.getByText('Never saved', { exact: true }).waitFor();
  await expect.poll(() => recovered.locator('img').count()).toBe(1);
  await recovered.getByRole('button', { name: 'Open “Never saved”, recovered' }).click();
  await page.getByTestId('canvas-overlay').waitFor();
  await expectState('unsaved');
  await untilIdle(question());
  await expect.poll(() => question().count()).toBe(0);
  expect(await driver().download()).toBe(work);
  await driver().save();
  await expectState('saved');
  saved = page.url();
  await page.goto(`${opened.address}/index`);
  await page.getByRole('heading', { name: 'Recent' }).waitFor();
  await expect.poll(() => keptDrafts(page)).toEqual([]);
  await untilIdle(recovered);
  await expect.poll(() => recovered.count()).toBe(0);
});

test('after a crash the steps alone are enough to open the work as a copy, which can be deleted', async () => {
  await page.goto(saved);
  await page.getByTestId('canvas-overlay').waitFor();
  await driver().place('ellipse', 40, 5);
  await expect.poll(() => stepsKept()).toBeGreaterThan(0);
  const crashed = page.waitForEvent('crash');
  const session: CDPSession = await opened.context.newCDPSession(page);
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  use(await opened.context.newPage());
  await page.goto(saved);
  await question().getByRole('button', { name: 'Open as a copy' }).click();
  await page.waitForURL(/labelStatus=add/);
  await page.getByTestId('label-name').getByText('Never saved (recovered)').waitFor();
  expect(await driver().download()).toContain('Type="Ellipse"');
  await page.goto(`${opened.address}/index`);
  await page.getByRole('button', { name: 'Delete “Never saved (recovered)”, recovered' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByTestId('recovered').waitFor({ state: 'detached' });
  expect(await keptDrafts(page)).toEqual([]);
});

test('a failed save is retried, and a lost answer makes no second version', async () => {
  await page.goto(saved);
  await page.getByTestId('canvas-overlay').waitFor();
  // The copy has taken the work with it.
  await expectState('saved');
  expect(await driver().download()).not.toContain('Type="Ellipse"');
  await putElements(page, [createTestElement('line', { xMm: 40, yMm: 40 })]);
  await opened.context.setOffline(true);
  await expectState('offline');
  await page.getByTestId('save').click();
  await page.getByText('cannot be reached').first().waitFor();
  await expectState('offline');
  const keys: string[] = [];
  await page.route('**/editUserTemplate', async (route) => {
    keys.push((route.request().postDataJSON() as { save_key: string }).save_key);
    // The server has a fault, and has saved nothing.
    if (keys.length === 1) return route.fulfill({ status: 500, body: 'no JSON' });
    if (keys.length > 2) return route.continue();
    // The server has saved it, but the answer is lost.
    await route.fetch();
    return route.abort();
  });
  await opened.context.setOffline(false);
  await expectState('saved');
  await page.unroute('**/editUserTemplate');
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  const { id } = JSON.parse(new URL(page.url()).searchParams.get('labelAttr') ?? '{}') as { id: string };
  const answer = await opened.context.request.post(opened.address + versionList.path, { data: { id } });
  const { data } = (await answer.json()) as { data: TemplateVersions };
  expect(data.count).toBe(1);
  saved = page.url();
});

test('two tabs on one label keep a journal each, and neither is offered the current work of the other', async () => {
  // The journals alone: the state in the cloud depends on how long each tab was open.
  await opened.context.route('**/saveTemplateDraft', (route) => route.abort());
  await page.goto(saved);
  await page.getByTestId('canvas-overlay').waitFor();
  await putElements(page, [createTestElement('line', { xMm: 40, yMm: 5 })]);
  await expect.poll(() => keptDrafts(page)).toHaveLength(1);
  const first = page;
  const tabsAtWork = (): Promise<number> =>
    first.evaluate(
      async () =>
        ((await navigator.locks.query()).held ?? []).filter(({ name }) => name?.startsWith('labelwright drafts '))
          .length,
    );
  await expect.poll(() => tabsAtWork()).toBe(1);
  use(await opened.context.newPage());
  await page.goto(saved);
  await page.getByTestId('canvas-overlay').waitFor();
  await expectState('saved');
  await untilIdle(question());
  await expect.poll(() => question().count()).toBe(0);
  await putElements(page, [createTestElement('triangle', { xMm: 60, yMm: 5 })]);
  await expect.poll(() => keptDrafts(page)).toHaveLength(2);
  await page.goto('about:blank');
  await page.close();
  use(first);
  // The browser releases a tab's locks only some time after it has closed.
  await expect.poll(tabsAtWork).toBe(1);
  await page.bringToFront();
  await page.reload();
  // The latest of those without an active tab.
  await question().getByRole('button', { name: 'Restore' }).click();
  expect(await driver().download()).toContain('Type="Triangle"');
});

test('a browser without storage space says so, the editor continues, and the work is stored again when there is space', async () => {
  // Noise, which does not compress.
  const picture = { width: 600, height: 600, data: randomBytes(1_440_000) };
  const path = join(opened.folder, 'noise.png');
  await writeFile(path, PNG.sync.write(picture));
  // Its own browser, as the browser caches its earlier quota for a while.
  const context = await opened.browser.newContext({ storageState: await opened.context.storageState() });
  use(await context.newPage());
  const session = await context.newCDPSession(page);
  const origin = opened.address;
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 700_000 });
  await page.goto(saved);
  await page.getByTestId('canvas-overlay').waitFor();
  await driver().placeImage(path, 5, 5);
  await page.getByText('no room left on this computer').waitFor();
  await expectState('lost');
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await page.getByTestId('canvas-overlay').press('ArrowRight');
  await expectState('unsaved');
  expect(await keptDrafts(page)).toHaveLength(1);
  await context.close();
});
