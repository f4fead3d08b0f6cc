import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseOption } from '#tests/support/editor-driver.ts';
import { openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const OBJECT = 'Lock="false" Width="30" Height="12" Rotate="0"';
const FILE = `<?xml version="1.1"?>
<Template Maker="other"><FileInfo Creator="Website" Width="100" Height="80" Background="/nowhere/paper.png" Colour="kraft"/>
<ObjectList>
  <Object Id="aaaaaaa1" Name="Code" Type="Barcode" ${OBJECT} StartX="5" StartY="10" BarCodeType="77" TextAlign="7">
    <DataSourceList><DataSource DataSourceType="0" NormalText="12345" DataPrecision="-1"/></DataSourceList></Object>
  <Object Id="aaaaaaa2" Name="Price" Type="Text" ${OBJECT} StartX="50" StartY="10" FontSize="20">
    <DataSourceList><DataSource DataSourceType="33" ReferenceId="aaaaaaa1" NormalText="last seen"/></DataSourceList></Object>
  <Object Id="aaaaaaa3" Name="Future" Type="Hologram" ${OBJECT} StartX="5" StartY="40" Depth="3"><Layer n="1"/></Object>
</ObjectList></Template>`;

let opened: OpenedPage;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-unknown-'));
  await mkdir(SCREENSHOTS, { recursive: true });
  await writeFile(join(folder, 'odd.tprt'), FILE);
  // Unsaved work is found again by the file's content: this user is never asked about the other's.
  await writeFile(join(folder, 'elsewhere.tprt'), FILE.replace('Width="100"', 'Width="110"'));
  await writeFile(join(folder, 'wide.tprt'), FILE.replace('Width="100"', 'Width="wide"'));
  opened = await openEditor('unknown', { viewport: { width: 1440, height: 900 } });
  ({ page } = opened);
  await open();
});
afterAll(async () => {
  await opened?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(file = 'odd.tprt'): Promise<void> {
  await page.goto(`${opened.address}/index`);
  await page.locator('input[type=file][accept*=tprt]').first().setInputFiles(join(folder, file));
  await page.waitForURL('**/editLabel**');
  await page.getByTestId('canvas-overlay').waitFor();
}

test('a file with parts unknown to this version opens, lists them, and keeps them', async () => {
  const notice = page.getByTestId('unknown-notice');
  await notice.waitFor();
  await notice.getByText('/nowhere/paper.png').waitFor();
  await notice.getByText('And 2 more.').waitFor();
  const saved = await opened.driver.download();
  for (const said of ['Maker="other"', 'Colour="kraft"', 'Background="/nowhere/paper.png"', 'BarCodeType="77"'])
    expect(saved).toContain(said);
  for (const said of ['TextAlign="7"', 'DataPrecision="-1"', 'DataSourceType="33"', 'ReferenceId="aaaaaaa1"'])
    expect(saved).toContain(said);
  for (const said of ['Type="Hologram"', 'Depth="3"', '<Layer n="1"/>']) expect(saved).toContain(said);
  await page.screenshot({ path: join(SCREENSHOTS, 'unknown-parts.png') });
  await notice.getByRole('button').click();
  await notice.waitFor({ state: 'detached' });
});

test('a background that cannot be fetched is removed in the settings, by mouse or by keyboard', async () => {
  const dialog = page.getByRole('dialog');
  const settings = page.getByTestId('attribute-panel').getByRole('button', { name: 'Label settings' });
  const giveUp = dialog.getByRole('button', { name: 'Delete /nowhere/paper.png' });
  await settings.click();
  await giveUp.waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, 'background-path.png') });
  await giveUp.click();
  await giveUp.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await opened.driver.download()).toContain('Background="/nowhere/paper.png"');

  await settings.click();
  await giveUp.focus();
  await page.keyboard.press('Enter');
  await giveUp.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await opened.driver.download()).toContain('Background=""');
});

test('each of them is shown in its selected element, and another choice replaces it', async () => {
  const panel = page.getByTestId('attribute-panel');
  await page.getByTestId('canvas-overlay').focus();
  await page.keyboard.press('Tab');
  await panel.getByText('BarCodeType').first().waitFor();
  await page.keyboard.press('Tab');
  await page.getByTestId('unknown-source').getByText('last seen').waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, 'unknown-source.png') });
  await chooseOption(page, panel.getByTestId('source-kind'), 'Fixed');
  await expect.poll(() => page.getByTestId('content-input').inputValue()).toBe('last seen');
  await page.getByTestId('canvas-overlay').focus();
  await page.keyboard.press('Tab');
  await page.getByTestId('unknown-attributes').getByText('Depth').waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, 'unknown-element.png') });
  const saved = await opened.driver.download();
  expect(saved).not.toContain('DataSourceType="33"');
  expect(saved).toContain('DataSourceType="0" NormalText="last seen"');
  expect(saved).not.toContain('ReferenceId="aaaaaaa1"');
});

test('a new element is named in the language of the user, and the file keeps its type', async () => {
  await page.evaluate(() => localStorage.setItem('language', 'zh'));
  await open('elsewhere.tprt');
  await page.getByTestId('unknown-notice').waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, 'unknown-parts-zh.png') });
  await page.getByTestId('palette-rectangle').dblclick();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  const words = JSON.parse(await readFile(join(import.meta.dirname, '../../locales/zh/editor.json'), 'utf8'));
  const name = String(words['type.rectangle']);
  const saved = await opened.driver.download();
  for (const number of [1, 2]) expect(saved).toContain(`Name="${name}${number}" Type="Rectangle"`);
});

test('an unusable label size is reported when it opens, and once more before it is printed', async () => {
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  await open('wide.tprt');
  const said = 'Width = “wide”';
  await page.getByTestId('unknown-notice').getByText(said).waitFor();
  const dialog = await opened.driver.openPrint();
  await dialog.getByRole('alert').getByText(said).waitFor();
  for (const width of [1024, 1440]) {
    await setWindowSize(page, { width, height: 800 });
    await page.screenshot({ path: join(SCREENSHOTS, `print-label-notice-${width}.png`) });
  }
});
