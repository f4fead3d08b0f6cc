import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { launchChromium } from './chromium.ts';
import { createEditorDriver, type EditorDriver } from './editor-driver.ts';
import { startProduct, type Product } from './product.ts';

/** Where the end-to-end tests leave their pictures. */
export const SCREENSHOTS: string = join(import.meta.dirname, '../../.cache/e2e');

/** The product with one registered user, in a browser, at an empty label of 100 x 80 mm. */
export interface OpenedEditor {
  readonly product: Product;
  readonly browser: Browser;
  readonly page: Page;
  readonly driver: EditorDriver;
  readonly close: () => Promise<void>;
}

export async function openEditor(user: string, options: BrowserContextOptions = {}): Promise<OpenedEditor> {
  const product = await startProduct();
  const browser = await launchChromium();
  const context = { viewport: { width: 1280, height: 800 }, locale: 'en-US', ...options };
  const page = await (await browser.newContext(context)).newPage();
  const driver = createEditorDriver(page, product.address);
  await driver.register(user, 'correct horse 42');
  await driver.createLabel('Label');
  return {
    product,
    browser,
    page,
    driver,
    async close() {
      await browser.close();
      await product.stop();
    },
  };
}
