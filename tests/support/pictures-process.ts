import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Page } from 'playwright';
import { LANGUAGES, type Language } from '#protocol/languages.ts';
import { paintFittingDesigns } from './fitting-picture.ts';
import { launchShell } from './chromium.ts';
import { chooseFile } from './editor-driver.ts';
import { startProduct } from './product.ts';
import { DESIGNS_PICTURE, HELP_PICTURES, README_PICTURES, ROOT } from './pictures.ts';
import { closeDialog, speak } from './screen-walk.ts';
import { untilIdle } from './until-idle.ts';

/** Quality of WebP, 0 to 100: the minimum at which small letters stay sharp. */
const QUALITY = 62;
const SIZE = { width: 1280, height: 720 };
const PASSWORD = 'correct horse battery 7';
const PICTURES = join(ROOT, 'content/help/pictures');
const ROWS = [
  'name,code,price',
  'Espresso,4006381333931,3.90',
  'Cappuccino,4012345678901,4.50',
  'Mocha,4000417025005,4.90',
];

/** Takes a screenshot, for the help articles or for README.md or for both. */
interface Camera {
  readonly help: (name: (typeof HELP_PICTURES)[number]) => Promise<void>;
  readonly readme: (name: (typeof README_PICTURES)[number]) => Promise<void>;
}

const wanted = process.argv.slice(2);
if (wanted.length === 0 || wanted.includes('en')) {
  await writeFile(join(ROOT, `docs/images/${DESIGNS_PICTURE}.png`), await paintFittingDesigns());
}
for (const language of LANGUAGES) {
  if (wanted.length === 0 || wanted.includes(language)) await takePictures(language);
}

/** Pictures of one language, from a product of its own: its demo account is in that language, and has printed nothing yet. */
async function takePictures(language: Language): Promise<void> {
  const product = await startProduct({ DEMO_PASSWORD: PASSWORD, LC_ALL: language });
  const browser = await launchShell();
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-help-'));
  try {
    const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce', locale: language });
    const page = await context.newPage();
    await mkdir(join(PICTURES, language), { recursive: true });
    await writeFile(join(folder, 'drinks.csv'), ROWS.join('\n'));
    await signIn(page, product.address, language);
    const taken = new Set<string>();
    await walk(page, product.address, join(folder, 'drinks.csv'), {
      help: async (name) => {
        const picture = await loadImage(await stillPicture(page));
        const canvas = createCanvas(SIZE.width, SIZE.height);
        canvas.getContext('2d').drawImage(picture, 0, 0);
        await writeFile(join(PICTURES, language, `${name}.webp`), await canvas.encode('webp', QUALITY));
        taken.add(`${language}/${name}`);
        console.log(`${language}/${name}`);
      },
      readme: async (name) => {
        // README.md is in English.
        if (language !== 'en') return;
        await writeFile(join(ROOT, 'docs/images', `${name}.png`), await stillPicture(page));
        taken.add(`README/${name}`);
        console.log(`README/${name}`);
      },
    });
    const wanted = HELP_PICTURES.map((name) => `${language}/${name}`);
    if (language === 'en') wanted.push(...README_PICTURES.map((name) => `README/${name}`));
    const missing = wanted.filter((name) => !taken.has(name));
    if (missing.length > 0) throw new Error(`the walk has not taken ${missing.join(', ')}`);
  } finally {
    await browser.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function signIn(page: Page, address: string, language: Language): Promise<void> {
  await page.goto(`${address}/login`);
  await speak(page, language);
  await page.evaluate(() => localStorage.setItem('firstGuideDone', '1'));
  await page.reload();
  await page.locator('#account').fill('demo');
  await page.locator('#password').fill(PASSWORD);
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL('**/index');
}

/** Types in the first text, whose last word becomes bold and larger. */
async function typeRuns(page: Page): Promise<void> {
  await page.getByTestId('canvas-overlay').press('Tab');
  await page.getByTestId('canvas-overlay').press('Enter');
  await page.getByTestId('run-bar').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  for (const keys of ['Control+b', 'Control+Shift+Period', 'Control+Shift+Period']) await page.keyboard.press(keys);
}

/** Visits the screens of the articles, in the order in which each has content. */
async function walk(page: Page, address: string, sheet: string, { help, readme }: Camera): Promise<void> {
  await page.locator('.template-card').nth(2).waitFor();
  await readme('home');
  await page.locator('.home-start-new').click();
  await page.locator('.label-dialog-buttons').waitFor();
  await page.locator('.label-dialog-stock input').last().fill('L7160');
  await page.locator('.ant-select-dropdown:visible').getByText('L7160').first().click();
  await page.locator('.label-dialog-fold').click();
  await help('new-label');
  await readme('new-label');
  await closeDialog(page);

  await page.goto(`${address}/cloudTemplate`);
  await page.locator('.template-card').nth(2).waitFor();
  await help('templates');

  // The price tag: its first element is a text.
  await page.locator('.template-card-open').nth(1).click();
  await page.getByTestId('canvas-overlay').waitFor();
  await page.getByTestId('canvas-overlay').press('Tab');
  await page.getByTestId('attribute-panel').locator('.ed-source').first().waitFor();
  await help('editor');
  await readme('editor');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await readme('editor-dark');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.getByTestId('canvas-overlay').press('Escape');
  await page.getByTestId('panel-other-sizes').click();
  await page.locator('[data-testid="size-card"]:not([data-outcome="checking"])').nth(19).waitFor();
  await readme('other-sizes');
  await closeDialog(page);
  await typeRuns(page);
  await readme('text-runs');
  await page.keyboard.press('Escape');
  await page.getByTestId('canvas-overlay').press('Control+z');
  await page.getByTestId('canvas-overlay').press('Escape');
  await page.getByTestId('canvas-overlay').press('Tab');
  await bindColumn(page, sheet);
  await page.getByTestId('data-table').waitFor();
  await help('rows');
  await page.getByTestId('save').click();
  await page.waitForURL('**labelStatus=edit**');

  await page.getByTestId('print').click();
  await page.locator('.print-page img').waitFor();
  await page.locator('.print-printer-row').waitFor();
  await help('print');
  await readme('print');
  await page.locator('.print-side .ant-btn-primary').last().click();
  await page.locator('.print-report').waitFor();

  await page.goto(`${address}/printRecords`);
  await page.locator('.history-filter').waitFor();
  await page.locator('.history-name').first().click();
  await page.locator('.history-record').waitFor();
  await help('history');
  await page.goto(`${address}/printers`);
  await page.locator('.printers-item').first().waitFor();
  await help('printers');
  await page.goto(`${address}/user`);
  const security = page.getByTestId('security');
  await security.waitFor();
  await security.evaluate((card) => card.scrollIntoView({ block: 'start' }));
  await help('security');
}

async function bindColumn(page: Page, sheet: string): Promise<void> {
  const panel = page.getByTestId('attribute-panel');
  await panel.getByTestId('source-kind').click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').nth(1).click();
  await chooseFile(page, panel.getByTestId('choose-spreadsheet'), sheet);
  await panel.getByTestId('data-column').click();
  await page.locator('.ant-select-dropdown:visible').getByText('name', { exact: true }).click();
  await panel.getByTestId('data-column').getByText('name', { exact: true }).waitFor();
}

/** A screenshot of the page (PNG) once nothing is pending and two consecutive screenshots are the same. */
async function stillPicture(page: Page): Promise<Buffer> {
  // The editor can be used before its label is painted.
  await untilIdle(page);
  const busy = page.locator('[aria-busy=true], .ed-loading, .dt-progress').filter({ visible: true });
  await busy.first().waitFor({ state: 'detached' });
  await page.locator('.ant-message-notice').first().waitFor({ state: 'detached' });
  for (let before: Buffer = Buffer.alloc(0); ;) {
    const now = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (now.equals(before)) return now;
    before = now;
  }
}
