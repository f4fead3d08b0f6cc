import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from '#tests/support/axe-faults.ts';
import { handsOn } from '#tests/support/hands.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** From the first page through the gallery into the editor, and to an own template. Each test continues from the last. */
describe('ready templates', () => {
  let opened: OpenedPage;
  let page: Page;
  const cards = (): ReturnType<Page['locator']> => page.locator('.design-card');
  const count = async (): Promise<number> => Number.parseInt(await page.getByRole('status').innerText(), 10);
  const dialog = (): ReturnType<Page['getByRole']> => page.getByRole('dialog');

  beforeAll(async () => {
    opened = await openShared({ reducedMotion: 'reduce' });
    ({ page } = opened);
    await opened.driver.register('industry', 'correct horse battery 7');
    await page.goto(`${opened.address}/index`);
    // The guide of a new user is part of the way.
    await page.evaluate(() => localStorage.removeItem('firstGuideDone'));
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  test('a new user finds templates on the home page, with their pictures', async () => {
    await cards().first().waitFor();
    await expect.poll(() => cards().count()).toBe(6);
    const isPainted = (): Promise<boolean> =>
      page
        .locator('.design-card img')
        .first()
        .evaluate((image) => (image as HTMLImageElement).naturalWidth > 100);
    await expect.poll(isPainted).toBe(true);
    await page
      .getByRole('link', { name: /^See all \d+$/ })
      .last()
      .click();
    await page.waitForURL('**/shareTemplate');
    await page.getByRole('tab', { name: 'Industry templates' }).waitFor();
    await expect.poll(count).toBeGreaterThanOrEqual(80);
  });

  test(`the templates are filtered by industry, name and size (seed ${SEED})`, async () => {
    for (const hand of drawnOf('industry filters', handsOn(page))) {
      await hand.press(page.getByRole('button', { name: 'Pharma', exact: true }));
      await expect.poll(count).toBe(7);
      await hand.type(page.getByRole('textbox', { name: 'Search by name' }), 'wristband');
      await expect.poll(count).toBe(1);
      await hand.type(page.getByRole('textbox', { name: 'Search by name' }), 'no such');
      await hand.press(page.getByRole('button', { name: 'Show all' }));
      await expect.poll(count).toBeGreaterThanOrEqual(80);
      await hand.choose(page.getByRole('combobox', { name: 'Size' }), '25 × 20 mm');
      await expect.poll(count).toBe(1);
      // The choice is in the address.
      await page.reload();
      await expect.poll(count).toBe(1);
      await page.goto(`${opened.address}/shareTemplate?tab=industry`);
      await expect.poll(count).toBeGreaterThanOrEqual(80);
    }
  });

  test('a printer is selected by brand, series and model, or by a part of these', async () => {
    const entry = (name: string): ReturnType<Page['locator']> =>
      page.locator('.ant-cascader-menu-item').filter({ hasText: new RegExp(`^${name}( \\(|$)`) });
    const all = await count();
    const machine = page.getByRole('combobox', { name: 'Printer: brand, series, model' });
    await machine.click();
    await entry('NIIMBOT').click();
    await expect.poll(count).toBeLessThan(all);
    const ofBrand = await count();
    await entry('D').click();
    await expect.poll(count).toBeLessThan(ofBrand);
    await entry('D11').click();
    await expect.poll(count).toBe(1);
    // By its name, with the keys alone.
    await page.goto(`${opened.address}/shareTemplate?tab=industry`);
    await expect.poll(count).toBe(all);
    await machine.focus();
    await page.keyboard.type('D11');
    await page.locator('.ant-cascader-menu-item').first().waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect.poll(count).toBe(1);
  });

  test('a template is shown large, opened, and saved as the user’s own', async () => {
    await page.goto(`${opened.address}/shareTemplate?industry=asset`);
    await expect.poll(count).toBe(7);
    const [, keyboard] = handsOn(page);
    await keyboard?.press(cards().first());
    await dialog().getByText('70 × 40 mm').waitFor();
    await expect.poll(() => dialog().innerText()).toMatch(/Zebra, TSC/);
    const pixelsOfPoint = (): Promise<number> =>
      dialog()
        .locator('.design-large img')
        .evaluate(async (image) => {
          const alone = Object.assign(new Image(), { src: (image as HTMLImageElement).currentSrc });
          await alone.decode();
          return Math.round(alone.naturalWidth / image.getBoundingClientRect().width);
        });
    await expect.poll(pixelsOfPoint).toBeGreaterThanOrEqual(2);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await cards().first().click();
    await dialog().getByRole('button', { name: 'Use this template' }).click();
    await page.waitForURL(/labelStatus=common/);
    await page.getByTestId('guide-skip').click();
    await page.getByTestId('save').click();
    await page.waitForURL(/labelStatus=edit/);
    const saved = new URL(page.url()).searchParams.get('labelAttr') ?? '';
    expect(JSON.parse(saved)).toMatchObject({ type: 'cloud', name: 'Asset tag', width: 70, height: 40 });
    await page.goto(`${opened.address}/cloudTemplate`);
    await page.getByRole('button', { name: 'Open “Asset tag”' }).waitFor();
  });

  const LOOKS = [
    ['en', PHONE],
    ['zh', PHONE],
    ['en', WIDE],
    ['zh', WIDE],
  ] as const;
  test(`the gallery and its dialog have no serious accessibility fault, and fit (seed ${SEED})`, async () => {
    for (const [language, size] of drawnOf('industry fits', LOOKS)) {
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      await setWindowSize(page, size);
      await page.goto(`${opened.address}/shareTemplate?industry=chemicals`);
      await expect.poll(() => cards().count()).toBe(7);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${language} ${size.width}`).toBeLessThanOrEqual(0);
      expect(await axeFaults(page), `${language} ${size.width}`).toEqual([]);
      await cards().first().click();
      await dialog().locator('img').waitFor();
      expect(await axeFaults(page), `${language} dialog`).toEqual([]);
    }
  });
});
