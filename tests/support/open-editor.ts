import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterEach, expect, inject } from 'vitest';
import { launchShell } from './chromium.ts';
import { addAntiForgery } from './anti-forgery.ts';
import { createEditorDriver, type EditorDriver, type LabelNumbers } from './editor-driver.ts';
import { addInputTrace, inputTrace } from './input-trace.ts';
import { addJitter, isJittered } from './jitter.ts';
import { keepReportsOpen } from './open-reports.ts';
import { createProductParts, startProduct, type Product, type ProductParts, type Program } from './product.ts';
import { shortenPauses } from './short-pauses.ts';
import { STEP_MS } from './time-limits.ts';

/** Folder for the pictures of the end-to-end tests. */
export const SCREENSHOTS: string = join(import.meta.dirname, '../../.cache/e2e');

/** A Chromium of its own, with one blank page, and a folder for the test's files. */
export interface OpenedPage {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly driver: EditorDriver;
  /** Address of the product. */
  readonly address: string;
  /** Removed at the end. */
  readonly folder: string;
  /** Uncaught errors of the context's pages: `close` fails when there is any. */
  readonly faults: string[];
  /** Ends everything that was started for it, too. */
  readonly close: () => Promise<void>;
}

export interface OpenedProduct extends OpenedPage {
  readonly product: Product;
}

export interface OpenedParts extends OpenedPage {
  readonly parts: ProductParts;
  readonly server: Program;
}

/**
 * In English, 1280 x 800 and with reduced motion unless set otherwise: painting transitions was an eighth of
 * the cost of all tests. With jitter everything moves.
 */
export interface OpenOptions extends BrowserContextOptions {
  /** For Chromium. */
  readonly args?: readonly string[];
}

/** For tests of dialogs and menus: a press may come while they still move. */
export const MOVING: OpenOptions = { reducedMotion: 'no-preference' };

export interface NewLabel {
  readonly name?: string;
  /** By the names of the dialog's fields. */
  readonly numbers?: LabelNumbers;
}

/** The password of users of {@link enterEditor}. */
const PASSWORD = 'correct horse 42';

/**
 * A user of this unique name, at an empty label, of 100 x 80 mm unless set otherwise; on the
 * product that all files of a run share.
 */
export async function openEditor(user: string, options: OpenOptions = {}, label: NewLabel = {}): Promise<OpenedPage> {
  const opened = await openShared(options);
  try {
    await enterEditor(opened, user, label);
  } catch (error) {
    // The test gets nothing that it could close.
    await opened.close();
    throw error;
  }
  return opened;
}

/** Signs a new user up and goes to an empty label. */
export async function enterEditor(opened: OpenedPage, user: string, label: NewLabel = {}): Promise<void> {
  await opened.driver.register(user, PASSWORD);
  await opened.driver.createLabel(label.name ?? 'Label', label.numbers);
}

/** In a page that lives for seconds, optimizing compilation is a loss: without it, scripts cost a tenth less. */
export const UNOPTIMIZED = '--js-flags=--no-opt,--no-maglev';

/**
 * The product that all files of a run share, as `npm start` runs it: for tests that neither stop nor configure it. Long runs and
 * documents, which need fast scripts, have a product of their own.
 */
export function openShared(options: OpenOptions = {}): Promise<OpenedPage> {
  const args = [UNOPTIMIZED, ...(options.args ?? [])];
  return openPage(inject('productAddress'), { ...options, args }, () => Promise.resolve());
}

/** A product of its own, as `npm start` runs it, with these settings in its environment. */
export async function openProduct(
  env: Readonly<Record<string, string>> = {},
  options: OpenOptions = {},
): Promise<OpenedProduct> {
  const product = await startProduct(env);
  return { ...(await openPage(product.address, options, product.stop)), product };
}

/** The product's server alone; the test starts and stops the assistant. */
export async function openParts(
  options: OpenOptions = {},
  env: Readonly<Record<string, string>> = {},
  webDirectory?: string,
): Promise<OpenedParts> {
  const parts = await createProductParts(webDirectory, env);
  const server = await parts.startServer();
  return { ...(await openPage(parts.address, options, parts.dispose)), parts, server };
}

/** A server that the test has started, in its own process for example; `end` is called when the page is closed. */
export function openServer(
  address: string,
  end: () => Promise<unknown>,
  options: OpenOptions = {},
): Promise<OpenedPage> {
  return openPage(address, { ...options, args: [UNOPTIMIZED, ...(options.args ?? [])] }, end);
}

async function openPage(address: string, options: OpenOptions, end: () => Promise<unknown>): Promise<OpenedPage> {
  const { args, ...ofContext } = options;
  await mkdir(SCREENSHOTS, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-e2e-'));
  const browser = await launchShell(args);
  const context = await browser.newContext({ ...usual(), ...ofContext });
  context.setDefaultTimeout(STEP_MS);
  await addInputTrace(context);
  await (isJittered() ? addJitter(context) : shortenPauses(context));
  await keepReportsOpen(context);
  addAntiForgery(context);
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(error.error().message));
  // A listener that waits for one chooser may subscribe too late for a key pressed right after it, and the chooser is lost.
  context.on('page', (opened) => opened.on('filechooser', () => undefined));
  const page = await context.newPage();
  return {
    browser,
    context,
    page,
    address,
    driver: createEditorDriver(page, address),
    folder,
    faults,
    async close() {
      await browser.close();
      await end();
      await rm(folder, { recursive: true, force: true });
      expect(faults).toEqual([]);
    },
  };
}

function usual(): BrowserContextOptions {
  const reducedMotion = isJittered() ? 'no-preference' : 'reduce';
  return { viewport: { width: 1280, height: 800 }, locale: 'en-US', reducedMotion };
}

/** Saves a screenshot whenever a test fails, and the events of the page. To be called once, next to the file's or suite's hooks. */
export function keepPictures(page: () => Page): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    console.log(`${task.name}: the page was given\n${(await inputTrace(page())).join('\n')}`);
    await page().screenshot({ path: join(SCREENSHOTS, `${task.name}.png`) });
  });
}
