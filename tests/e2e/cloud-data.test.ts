import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UPLOAD_CLOUD_PATH, uploadToken, type CloudDataList } from '#protocol/api.ts';
import { axeFaults } from '#tests/support/axe-faults.ts';
import { leaveControls } from '#tests/support/box-of.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { openTab } from '#tests/support/open-tab.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { takeFromMenu } from '#tests/support/take-from-menu.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

describe('cloud data', () => {
  let opened: OpenedPage;
  let page: Page;
  let hands: readonly [Hand, Hand];
  /** The hands that go through whole journeys in this run. */
  let drawn: readonly Hand[];
  const path = (name: string): string => join(opened.folder, name);

  beforeAll(async () => {
    opened = await openShared({ hasTouch: false });
    page = opened.page;
    const [pointer, keyboard] = handsOn(page);
    if (pointer === undefined || keyboard === undefined) throw new Error('two hands');
    hands = [pointer, keyboard];
    drawn = drawnOf('cloud data', hands);
    page.on('dialog', (dialog) => void dialog.accept());
    await opened.driver.register('cloudkeeper', 'correct horse battery');
    for (const [name, side, mime] of [
      ['red.png', 90, 'image/png'],
      ['blue.jpg', 120, 'image/jpeg'],
      ['large.png', 640, 'image/png'],
    ] as const) {
      await writeFile(path(name), await makeImage(page, side, mime));
    }
    await writeFile(path('goods.csv'), 'Name,Price\nTea,4\nRice,7\n');
    await writeFile(path('new-goods.csv'), 'Name,Price\nGreen tea,5\n');
    await writeFile(path('notes.txt'), 'no image');
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const files = (): Locator => page.locator('.cloud-file');
  const file = (name: string): Locator => files().filter({ has: page.locator('strong', { hasText: name }) });
  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const names = (): Promise<string[]> => page.locator('.cloud-file strong').allInnerTexts();

  // Simultaneous uploads have no order among them.
  const sortedNames = async (): Promise<string[]> => (await names()).toSorted();

  async function open(type: 1 | 2 = 1): Promise<void> {
    await page.goto(`${opened.address}/cloudData${type === 2 ? '?type=2' : ''}`);
    await page.getByTestId('cloud-body').waitFor();
  }
  async function choose(hand: Hand, control: Locator, ...chosen: string[]): Promise<void> {
    const chooser = page.waitForEvent('filechooser');
    await hand.press(control);
    await (await chooser).setFiles(chosen.map(path));
  }
  const menu = (hand: Hand, name: string, entry: string): Promise<void> =>
    takeFromMenu(page, hand, button(`More for “${name}”`), entry);

  test('is uploaded by button and by dropping; a file that is no image is rejected by name', async () => {
    const [pointer, keyboard] = hands;
    await page.goto(`${opened.address}/index`);
    await pointer.press(page.getByRole('link', { name: 'Cloud data' }));
    await page.getByText('No images here yet').waitFor();
    await choose(pointer, button('Upload'), 'red.png', 'blue.jpg', 'notes.txt');
    await expect.poll(names).toEqual(expect.arrayContaining(['red.png', 'blue.jpg']));
    const uploads = page.getByRole('region', { name: 'Uploads' });
    const refused = uploads.getByRole('listitem').filter({ hasText: 'notes.txt' });
    await refused.getByText('Only jpeg, jpg and png images can be used').waitFor();
    await pointer.press(refused.getByRole('button', { name: 'Try “notes.txt” again' }));
    await refused.getByText('Only jpeg, jpg and png images can be used').waitFor();
    await keyboard.press(refused.getByRole('button', { name: 'Take “notes.txt” off the list' }));
    await uploads.getByText('Everything is uploaded').waitFor();
    await keyboard.press(button('Clear list'));
    await uploads.waitFor({ state: 'hidden' });
    await choose(keyboard, button('Upload'), 'red.png');
    await file('red (2).png').waitFor();

    const dropped = await page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'dropped.jpg'));
        return data;
      },
      (await readFile(path('blue.jpg'))).toString('base64'),
    );
    await page.locator('.cloud-files').dispatchEvent('dragover', { dataTransfer: dropped });
    await page.getByText('Drop here to add to “My images”').waitFor();
    await page.locator('.cloud-files').dispatchEvent('drop', { dataTransfer: dropped });
    await file('dropped.jpg').waitFor();
    // The list shows thumbnails, not the files.
    const sources = await page
      .locator('.cloud-file img')
      .evaluateAll((all) => all.map((one) => one.getAttribute('src')));
    for (const source of sources) {
      const response = await page.request.get(`${opened.address}${source ?? ''}`);
      expect(response.headers()['content-type']).toBe('image/jpeg');
    }
  });

  test(`is sorted, searched, renamed, moved and deleted (seed ${SEED})`, async () => {
    await open();
    for (const hand of drawn) {
      await hand.choose(page.getByRole('combobox', { name: 'Sort by' }), 'Name');
      await expect.poll(() => names()).toEqual(['blue.jpg', 'dropped.jpg', 'red (2).png', 'red.png']);
      await hand.choose(page.getByRole('combobox', { name: 'Sort by' }), 'Last added');
      await hand.type(page.getByRole('textbox', { name: 'Search by name' }), 'RED');
      await expect.poll(sortedNames).toEqual(['red (2).png', 'red.png']);
      await hand.press(page.getByRole('checkbox', { name: '2 files' }));
      await page.getByText('2 chosen').waitFor();
      await hand.press(page.getByRole('checkbox', { name: '2 chosen' }));
      await hand.type(page.getByRole('textbox', { name: 'Search by name' }), ' ');
      await expect.poll(() => files().count()).toBe(4);

      await hand.press(button('New folder'));
      await dialog().getByRole('textbox').fill(`By ${hand.name}`);
      await page.keyboard.press('Enter');
      await page
        .getByRole('button', { name: `By ${hand.name}` })
        .first()
        .waitFor();
      await page.getByText('No images here yet').waitFor();
      await hand.press(page.locator('.folder-item-open', { hasText: 'My images' }));
      await file('dropped.jpg').waitFor();

      await menu(hand, 'dropped.jpg', 'Rename');
      // The field has the focus for typing.
      await dialog().locator('input:focus').waitFor();
      await hand.type(dialog().getByRole('textbox'), 'renamed');
      await hand.press(dialog().getByRole('button', { name: 'Confirm' }));
      await page.getByText('Renamed').first().waitFor();
      await menu(hand, 'renamed.jpg', 'Move…');
      await hand.choose(dialog().getByRole('combobox', { name: 'Folder to move to' }), `By ${hand.name}`);
      await hand.press(dialog().getByRole('button', { name: 'Move', exact: true }));
      await expect.poll(() => files().count()).toBe(3);
      await hand.press(page.locator('.folder-item-open', { hasText: `By ${hand.name}` }));
      await hand.press(page.getByRole('checkbox', { name: 'Choose “renamed.jpg”' }));
      await hand.press(button('Move…'));
      await hand.choose(dialog().getByRole('combobox', { name: 'Folder to move to' }), 'My images');
      await hand.press(dialog().getByRole('button', { name: 'Move', exact: true }));
      await page.getByText('No images here yet').waitFor();
      await hand.press(page.locator('.folder-item-open', { hasText: 'My images' }));
      await menu(hand, 'renamed.jpg', 'Rename');
      await hand.type(dialog().getByRole('textbox'), 'dropped.jpg');
      await hand.press(dialog().getByRole('button', { name: 'Confirm' }));
      await file('dropped.jpg').waitFor();
    }
    await hands[0].press(page.getByRole('checkbox', { name: 'Choose “dropped.jpg”' }));
    await hands[1].press(page.getByRole('checkbox', { name: 'Choose “red (2).png”' }));
    await hands[0].press(button('Delete'));
    await hands[1].press(dialog().getByRole('button', { name: 'Delete' }));
    await expect.poll(sortedNames).toEqual(['blue.jpg', 'red.png']);
    // The color of a button under the pointer is in transition.
    await leaveControls(page);
    expect(await axeFaults(page)).toEqual([]);
  });

  test('an upload over a slow connection shows its progress, can be canceled, and leaves no partial file', async () => {
    await open();
    const line = await page.context().newCDPSession(page);
    const slow = (bytesPerSecond: number): Promise<unknown> =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 20,
        downloadThroughput: -1,
        uploadThroughput: bytesPerSecond,
      });
    await slow(40_000);
    for (const hand of drawn) {
      await choose(hand, button('Upload'), 'large.png');
      const bar = page.getByRole('progressbar', { name: 'Progress of “large.png”' });
      await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(2);
      await hand.press(button('Cancel “large.png”'), 'while pending');
      await bar.waitFor({ state: 'hidden' });
    }
    await choose(hands[0], button('Upload'), 'large.png');
    const bar = page.getByRole('progressbar', { name: 'Progress of “large.png”' });
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(2);
    await page.reload();
    await slow(-1);
    await file('blue.jpg').waitFor();
    expect(await sortedNames()).toEqual(['blue.jpg', 'red.png']);
    await line.detach();
  });

  test('spreadsheets have a list of their own, and the space page opens from it', async () => {
    const [pointer, keyboard] = hands;
    await open();
    await keyboard.press(page.getByRole('tab', { name: 'Images' }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('No spreadsheets here yet').waitFor();
    await choose(pointer, button('Upload'), 'goods.csv');
    await file('goods.csv').waitFor();
    await pointer.press(page.getByRole('link', { name: 'More space' }));
    await page.getByText('You have no additional storage packages.').waitFor();
  });

  test('a cloud file becomes the background, an image or the spreadsheet of a label, and follows its newer version', async () => {
    await page.goto(`${opened.address}/index`);
    for (const hand of drawn) {
      await hand.press(page.getByRole('button', { name: /New label/ }).first());
      await hand.press(dialog().getByRole('button', { name: 'From the cloud…' }));
      const picker = page.getByRole('dialog', { name: 'Choose a cloud image' });
      await picker.getByRole('radio', { name: 'red.png' }).waitFor();
      // A tab for each folder, and an empty one says so.
      await expect
        .poll(() => picker.getByRole('tab').allInnerTexts())
        .toEqual(['My images', ...drawn.map((one) => `By ${one.name}`)]);
      await openTab(page, hand, picker, `By ${hand.name}`);
      await picker.getByText('There are no images in this folder.').filter({ visible: true }).waitFor();
      await openTab(page, hand, picker, 'My images');
      // A canceled selection is forgotten.
      await hand.press(picker.getByRole('radio').first());
      await expect.poll(() => picker.getByRole('radio').first().getAttribute('aria-checked')).toBe('true');
      await hand.press(picker.getByRole('button', { name: 'Cancel' }));
      await picker.waitFor({ state: 'hidden' });
      await untilIdle(dialog());
      await expect.poll(() => dialog().getByRole('img', { name: 'Background' }).count()).toBe(0);
      await hand.press(dialog().getByRole('button', { name: 'From the cloud…' }));
      await picker.getByRole('radio', { name: 'red.png' }).waitFor();
      await untilIdle(picker);
      await expect.poll(() => picker.locator('[role=radio][aria-checked=true]').count()).toBe(0);
      await hand.press(picker.getByRole('button', { name: 'Confirm' }));
      await page.getByText('Choose an image first').first().waitFor();
      if (hand.name === 'pointer') await hand.press(picker.getByRole('radio', { name: 'red.png' }));
      else {
        const first = picker.getByRole('radio').first();
        await hand.press(first);
        if ((await first.getAttribute('aria-label')) !== 'red.png') await page.keyboard.press('ArrowRight');
      }
      await expect.poll(() => picker.getByRole('radio', { name: 'red.png' }).getAttribute('aria-checked')).toBe('true');
      await hand.press(picker.getByRole('button', { name: 'Confirm' }));
      await picker.waitFor({ state: 'hidden' });
      await dialog().getByRole('img', { name: 'Background' }).waitFor();
      await hand.press(dialog().getByRole('button', { name: 'Cancel' }));
    }
    await opened.driver.createLabel('With cloud data');
    // A new image, from the palette.
    const images = page.getByRole('dialog', { name: 'Choose a cloud image' });
    for (const [i, hand] of drawn.entries()) {
      const fromCloud = page.getByTestId('palette-image-cloud');
      if (hand.name === 'pointer') await hand.press(fromCloud);
      else {
        // The palette is one tab stop, and the arrow keys move in it.
        await page.getByTestId('palette-image').focus();
        await page.keyboard.press('ArrowDown');
        await expect.poll(() => fromCloud.evaluate((one) => one === document.activeElement)).toBe(true);
        await page.keyboard.press('Enter');
      }
      await hand.press(images.getByRole('radio').first());
      await hand.press(images.getByRole('button', { name: 'Confirm' }));
      await page
        .getByTestId('attribute-panel')
        .getByText(`Image${i + 1}`, { exact: true })
        .waitFor();
      await images.waitFor({ state: 'hidden' });
    }
    await opened.driver.placeImage(path('blue.jpg'), 10, 10);
    const shown = page.getByTestId('attribute-panel').locator('.ed-asset img');
    const before = await shown.getAttribute('src');
    await hands[0].press(page.getByTestId('image-from-cloud'));
    await images.getByRole('radio', { name: 'red.png' }).dblclick();
    await expect.poll(() => shown.getAttribute('src')).not.toBe(before);

    await opened.driver.place('text', 50, 10);
    await page.getByTestId('canvas-overlay').click({ position: { x: 5, y: 5 } });
    // Tab from the canvas would select an element, and the panel is that of the label.
    await page.getByTestId('sheet-cloud').focus();
    await page.keyboard.press('Enter');
    const sheets = page.getByRole('dialog', { name: 'Choose a cloud spreadsheet' });
    await sheets.getByRole('radio', { name: 'goods.csv' }).waitFor();
    await hands[1].press(sheets.getByRole('button', { name: 'Confirm' }));
    await page.getByText('Choose a cloud file first').first().waitFor();
    await hands[1].press(sheets.getByRole('radio', { name: 'goods.csv' }));
    await hands[1].press(sheets.getByRole('button', { name: 'Confirm' }));
    await page.getByText('The spreadsheet is loaded').waitFor();
    await page.getByText('In the cloud').waitFor();

    // Another version replaces it, and then it is deleted.
    const id = await cloudFileId('goods.csv');
    await replaceContent(id, 'new-goods.csv');
    await selectAndLeave();
    await page.getByText('“goods.csv” is newer in the cloud.').waitFor();
    await hands[0].press(page.getByRole('button', { name: 'Take the new version' }));
    await page.getByText('In the cloud').waitFor();
    await call('delCloudFile', { ids: [id] });
    await selectAndLeave();
    await page.getByText('“goods.csv” is no longer in the cloud.').waitFor();
    await hands[0].press(page.getByTestId('sheet-to-cloud'));
    await page.getByText('In the cloud').waitFor();
    expect(await cloudFileId('goods.csv')).not.toBe(id);
  });

  async function call(name: string, data: object): Promise<unknown> {
    const url = `${opened.address}/interface/api/tem.app_public/${name}`;
    const answer = (await (await page.request.post(url, { data })).json()) as { code: number; data: unknown };
    expect(answer.code).toBe(200);
    return answer.data;
  }
  async function cloudFileId(name: string): Promise<string> {
    const { list } = (await call('getCloudDataList', { type: 2 })) as CloudDataList;
    return list.flatMap(({ data }) => data).find((one) => one.name === name)?.id ?? '';
  }
  async function replaceContent(id: string, name: string): Promise<void> {
    const url = `${opened.address}${uploadToken.path}`;
    const token = (await (await page.request.post(url, { data: {} })).json()) as { data: { data: string } };
    const file = { name, mimeType: 'text/csv', buffer: await readFile(path(name)) };
    const answer = await page.request.post(`${opened.address}${UPLOAD_CLOUD_PATH}`, {
      multipart: { token: token.data.data, id, name, file },
    });
    expect(await answer.json()).toMatchObject({ code: 200 });
  }
  /** The panel of the label opens again, and checks again. */
  async function selectAndLeave(): Promise<void> {
    await page.keyboard.press('Control+a');
    await page.getByTestId('sheet-cloud').waitFor({ state: 'hidden' });
    await page.getByTestId('canvas-overlay').click({ position: { x: 5, y: 5 } });
    await page.getByTestId('sheet-cloud').waitFor();
  }
});

/** An image of random dots, which does not compress. */
async function makeImage(page: Page, side: number, mime: string): Promise<Uint8Array> {
  const base64 = await page.evaluate(
    async ([px, type]) => {
      const canvas = new OffscreenCanvas(px, px);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      const data = context.createImageData(px, px);
      for (let i = 0; i < data.data.length; i += 65_536) crypto.getRandomValues(data.data.subarray(i, i + 65_536));
      for (let i = 3; i < data.data.length; i += 4) data.data[i] = 255;
      context.putImageData(data, 0, 0);
      const blob = await canvas.convertToBlob({ type });
      return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (b) => String.fromCharCode(b)).join(''));
    },
    [side, mime] as const,
  );
  return Buffer.from(base64, 'base64');
}
