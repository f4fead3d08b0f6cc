import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handNames, handsOn } from '#tests/support/hands.ts';
import { keepPictures, openParts, type OpenedParts } from '#tests/support/open-editor.ts';
import type { ProductParts, Program } from '#tests/support/product.ts';
import { rawKeys } from '#tests/support/raw-keys.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** An assistant whose start the server does not know, as on the user's own machine. */
const ALONE = { ASSISTANT_PAIRING_KEY: '' };

describe('pairing with an assistant that was started alone', () => {
  let opened: OpenedParts;
  let parts: ProductParts;
  let page: Page;
  let driver: EditorDriver;
  let assistant: Program;
  let files: string;

  beforeAll(async () => {
    files = await mkdtemp(join(tmpdir(), 'labelwright-files-'));
    await writeFile(join(files, 'labelwright-assistant-windows-x64.exe'), 'MZ, in a test');
    opened = await openParts({}, { ASSISTANT_FILES_DIR: files });
    ({ page, driver, parts } = opened);
    assistant = await parts.startAssistant(ALONE);
    await driver.register('paula', 'correct horse battery');
    await driver.createLabel('Paired');
    await driver.place('qrcode', 5, 5);
    await driver.save();
  });
  afterAll(async () => {
    await opened?.close();
    await rm(files, { recursive: true, force: true });
  });
  keepPictures(() => page);

  async function shownCode(): Promise<string> {
    const code = (): string | undefined => [...assistant.output().matchAll(/The code is (\d{6})/g)].at(-1)?.[1];
    await expect.poll(code).toMatch(/^\d{6}$/);
    return code() ?? '';
  }

  async function askForCode(field: Locator, press: (button: Locator) => Promise<void>): Promise<string> {
    await press(field.getByRole('button', { name: 'Show a code' }));
    await field.getByText('The assistant shows a code now').waitFor();
    return shownCode();
  }

  test.each(handNames('pairing'))('the dialog explains it, takes the code and prints: by %s', async (name) => {
    const hand = handsOn(page).find((known) => known.name === name);
    if (hand === undefined) throw new Error(name);
    const dialog = await driver.openPrint();
    const field = dialog.getByRole('group', { name: 'Pair this browser with the print assistant' });
    await field.waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Print', exact: true }).isDisabled()).toBe(true);
    await untilIdle(field);
    await expect.poll(async () => rawKeys((await field.textContent()) ?? '')).toEqual([]);
    const code = await askForCode(field, hand.press);
    const input = field.getByLabel('Code');
    const pair = field.getByRole('button', { name: 'Pair', exact: true });
    await hand.type(input, code === '000000' ? '000001' : '000000');
    await hand.press(pair);
    await field.getByText('That is not the code that the assistant shows').waitFor();
    await hand.type(input, code);
    await hand.press(pair);
    await dialog.getByText('Folder (files)').waitFor();
    await hand.press(dialog.getByRole('button', { name: 'Print', exact: true }));
    await dialog.getByText('Printing is finished').waitFor();
    // The next start of the assistant knows the browser, and one that has forgotten it asks again.
    await assistant.kill();
    assistant = await parts.startAssistant(ALONE);
    await hand.press(dialog.getByRole('button', { name: 'Back to the settings' }));
    await hand.press(dialog.getByRole('button', { name: 'Look for printers again' }));
    await dialog.getByText('Folder (files)').waitFor();
    await hand.press(dialog.getByRole('button', { name: 'Close', exact: true }));
    await dialog.waitFor({ state: 'hidden' });
    await assistant.kill();
    await rm(join(parts.pagesDirectory, '../access.json'));
    assistant = await parts.startAssistant(ALONE);
  });

  test('the page about the assistant pairs, too', async () => {
    await page.goto(`${parts.address}/download`);
    const field = page.getByRole('group', { name: 'Pair this browser with the print assistant' });
    await field.waitFor();
    const code = await askForCode(field, (button) => button.click());
    // The assistant's own page shows it, too, to its own user's browser.
    const opening = page.waitForEvent('popup');
    await field.getByRole('link', { name: 'Open the assistant’s page' }).click();
    const own = await opening;
    await own.locator('.code').getByText(code).waitFor();
    await own.getByText(`${parts.address} (Chrome, Linux) requests permission to print`).waitFor();
    await own.close();
    await field.getByLabel('Code').fill(code);
    await field.getByRole('button', { name: 'Pair', exact: true }).click();
    await page.getByText('Connected, ready to print').waitFor();
  });

  test.each(handNames('pairing'))('it gives the assistant as one program: by %s', async (name) => {
    const hand = handsOn(page).find((known) => known.name === name);
    if (hand === undefined) throw new Error(name);
    await page.goto(`${parts.address}/download`);
    const saving = page.waitForEvent('download');
    await hand.press(page.getByRole('link', { name: 'Windows (x64)' }));
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('labelwright-assistant-windows-x64.exe');
    expect(await readFile(await saved.path(), 'utf8')).toBe('MZ, in a test');
  });
});
