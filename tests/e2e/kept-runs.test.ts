import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchShellContextOn } from '#tests/support/chromium.ts';
import { createEditorDriver, type EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures } from '#tests/support/open-editor.ts';
import { mortalWorkers, type MortalWorkers } from '#tests/support/mortal-workers.ts';
import { jobsOf, pagesOf, readCounts, readPages } from '#tests/support/print-dialog.ts';
import { createProductParts, type ProductParts } from '#tests/support/product.ts';
import { keepReportsOpen } from '#tests/support/open-reports.ts';
import { shortenPauses } from '#tests/support/short-pauses.ts';
import { slowPrinter, type SlowPrinter } from '#tests/support/slow-printer.ts';
import { createSerialRows, makeSerialLabel, type SerialRow } from '#tests/support/serial-labels.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** Number of answered pages before a run is left. */
const ANSWERED = 5;
/** More than a run makes ahead of its answers: 128 pages in transit, and 64 that are ready. */
const LABEL_ROWS = createSerialRows(204, [5, 60, 143]);
/** Number that most runs print: more than is in transit, so that some are left. */
const ROWS = LABEL_ROWS.slice(0, 144);
/** Number that a run prints when none has to be left. */
const FEW = LABEL_ROWS.slice(0, 10);
const codesOf = (rows: readonly SerialRow[]): readonly (readonly string[])[] =>
  rows.flatMap(({ code, refused }) => (refused ? [] : [[code]]));

/** Pages that end in the middle of a run, and the further state of the run. */
describe('a print run that was left', () => {
  let parts: ProductParts;
  let profile: string;
  let context: BrowserContext;
  let page: Page;
  let driver: EditorDriver;
  let printer: SlowPrinter;
  let workers: MortalWorkers;
  /** Location of the label. */
  let label: string;
  /** The jobs of earlier tests. */
  let earlier: readonly string[] = [];

  /** A browser with the profile of an earlier one, at the home screen. */
  async function openBrowser(): Promise<void> {
    const options = { viewport: { width: 1280, height: 800 }, locale: 'en-US', reducedMotion: 'reduce' } as const;
    context = await launchShellContextOn(profile, options);
    await shortenPauses(context);
    await keepReportsOpen(context);
    await openTab();
  }
  async function openTab(): Promise<void> {
    page = await context.newPage();
    printer = await slowPrinter(page, parts.assistantPort);
    workers = await mortalWorkers(page);
    driver = createEditorDriver(page, parts.address);
    // A page with a run asks before it is left.
    page.on('dialog', (dialog) => void dialog.accept());
  }

  beforeAll(async () => {
    parts = await createProductParts();
    await parts.startServer();
    await parts.startAssistant();
    profile = await mkdtemp(join(tmpdir(), 'labelwright-profile-'));
    await openBrowser();
    await driver.register('ida', 'correct horse battery');
    await makeSerialLabel(driver, 'Serials', profile, LABEL_ROWS);
    label = page.url();
  });
  afterAll(async () => {
    await context?.close();
    await parts?.dispose();
    await rm(profile, { recursive: true, force: true });
  });
  keepPictures(() => page);

  afterEach(async () => {
    earlier = await jobsOf(parts.pagesDirectory);
  });

  const tray = (): Locator => page.getByTestId('run-tray');
  const run = (): Locator => page.getByRole('region', { name: 'Print runs' }).getByRole('listitem');
  const button = (name: string): Locator => run().getByRole('button', { name, exact: true });

  /** A run with some printed pages that cannot end by itself. */
  async function startRun(rows: readonly SerialRow[] = ROWS): Promise<void> {
    if (page.url() !== label) await page.goto(label);
    printer.keepBusy(ANSWERED);
    const dialog = await openPrint(rows);
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await expect
      .poll(async () => (await pagesOf(parts.pagesDirectory, earlier)).length)
      .toBeGreaterThanOrEqual(ANSWERED);
  }

  async function openPrint(rows: readonly SerialRow[]): Promise<Locator> {
    const dialog = await driver.openPrint();
    await dialog.getByRole('radiogroup').filter({ hasText: 'Chosen rows' }).getByText('Chosen rows').click();
    await dialog.getByRole('textbox', { name: 'Chosen rows' }).fill(`2-${rows.length + 1}`);
    await untilIdle(dialog);
    return dialog;
  }

  async function signIn(): Promise<void> {
    await page.getByRole('textbox', { name: 'Username' }).fill('ida');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/index');
  }

  /** The list's entry of a run that was left: all labels, each once. */
  async function expectInterrupted(): Promise<Readonly<Record<string, number>>> {
    await tray().click();
    await run().getByText('Interrupted').waitFor();
    const counts = await readCounts(run());
    const { Confirmed = 0, Unconfirmed: inDoubt = 0, Rejected = 0, Remaining = 0 } = counts;
    expect(counts['Requested']).toBe(ROWS.length);
    expect(Confirmed + inDoubt + Rejected + Remaining).toBe(ROWS.length);
    const { length } = await pagesOf(parts.pagesDirectory, earlier);
    expect(Confirmed).toBeLessThanOrEqual(length);
    expect(Confirmed + inDoubt).toBeGreaterThanOrEqual(length);
    expect(Remaining).toBeGreaterThan(0);
    return counts;
  }

  async function expectWhole(rows: readonly SerialRow[] = ROWS): Promise<void> {
    await run().getByText('Printing is finished').waitFor();
    const codes = codesOf(rows);
    expect(await readCounts(run())).toEqual({
      Requested: rows.length,
      Confirmed: codes.length,
      Sending: 0,
      Remaining: 0,
      Rejected: rows.length - codes.length,
      Unconfirmed: 0,
    });
    expect(await readPages(await pagesOf(parts.pagesDirectory, earlier))).toEqual(codes);
    await button('Open report').click();
    const report = page.getByRole('dialog').filter({ hasText: 'Printing is finished' });
    // Rejected labels are named, those from before the run was left as well.
    for (const { row } of rows.filter(({ refused }) => refused)) {
      await report.locator('.ant-table-cell').getByText(String(row), { exact: true }).first().waitFor();
    }
    await report.getByRole('button', { name: 'Close' }).click();
    await tray().waitFor({ state: 'detached' });
  }

  test('continues after the page was reloaded', async () => {
    await startRun();
    await page.reload();
    printer.goOn();
    await expectInterrupted();
    await button('Continue').click();
    await expectWhole();
  });

  test('continues after the browser was killed', async () => {
    await startRun();
    await killBrowser(profile);
    await expect.poll(() => context.pages().length).toBe(0);
    await openBrowser();
    // Chromium writes its cookies every half minute: a younger session dies with it, as it always does here.
    await context.clearCookies();
    await page.goto(`${parts.address}/index`);
    await signIn();
    await expectInterrupted();
    await button('Continue').click();
    await expectWhole();
  });

  test('belongs to its tab, and is continued from another screen by the keyboard once that tab was closed', async () => {
    await startRun(FEW);
    const first = page;
    await openTab();
    await page.goto(`${parts.address}/index`);
    await tray().click();
    await run().getByText('Printing in another window').waitFor();
    await untilIdle(run());
    await expect.poll(() => run().getByRole('button').count()).toBe(0);
    await first.close();
    await run().getByText('Interrupted').waitFor();
    await tray().focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => button('Continue').evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expectWhole(FEW);
  });

  test('continues by itself when the workers that render its pages crash', async () => {
    await startRun(LABEL_ROWS);
    // That of the editor and all of the run's.
    expect(await workers.kill('canvaskit')).toBeGreaterThanOrEqual(2);
    printer.goOn();
    await page.getByRole('dialog').getByText('Printing is finished').waitFor();
    expect(await readPages(await pagesOf(parts.pagesDirectory, earlier))).toEqual(codesOf(LABEL_ROWS));
    await page.goto(`${parts.address}/index`);
  });

  test('waits until another tab has finished with the printer', async () => {
    await startRun(FEW);
    const [first, firstPrinter] = [page, printer];
    await openTab();
    await page.goto(label);
    const dialog = await openPrint(FEW);
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await dialog.getByText('Waiting for the printer…').waitFor();
    firstPrinter.goOn();
    await dialog.getByText('Printing is finished').waitFor();
    const pages = await pagesOf(parts.pagesDirectory, earlier);
    expect(pages).toHaveLength(2 * codesOf(FEW).length);
    await first.close();
    await page.goto(`${parts.address}/index`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await untilIdle(tray());
    await expect.poll(() => tray().count()).toBe(0);
  });

  test('can be discarded: its report says what was printed, and nothing more is printed', async () => {
    await startRun();
    await page.close();
    await openTab();
    await page.goto(`${parts.address}/index`);
    await expectInterrupted();
    await button('Discard').click();
    await run().getByText('Printing was canceled').waitFor();
    const { Confirmed = 0, Rejected = 0, Remaining = 0, Unconfirmed: inDoubt = 0 } = await readCounts(run());
    expect(Confirmed + Rejected + Remaining + inDoubt).toBe(ROWS.length);
    expect([Confirmed, inDoubt]).toEqual([(await pagesOf(parts.pagesDirectory, earlier)).length, 0]);
    await button('Dismiss').click();
    await untilIdle(page);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await untilIdle(tray());
    await expect.poll(() => tray().count()).toBe(0);
  });
});

/**
 * SIGKILL to the browser and all of its processes at once; settles when they ended. One that survives the others for a
 * moment still holds the databases, and the next browser on the profile makes new ones.
 */
async function killBrowser(profile: string): Promise<void> {
  const own = browserProcesses().find(
    ({ args }) => args.includes(`--user-data-dir=${profile}`) && !args.includes('--type='),
  );
  if (own === undefined) throw new Error('there is no browser on this profile');
  process.kill(-own.group, 'SIGKILL');
  await expect.poll(() => browserProcesses().filter(({ group }) => group === own.group)).toEqual([]);
}

function browserProcesses(): readonly { readonly group: number; readonly args: string }[] {
  const list = execFileSync('ps', ['-eo', 'pgid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return list.flatMap((line) => {
    const [, group = '', state = '', args = ''] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    // A zombie process holds nothing.
    return args === '' || state.startsWith('Z') ? [] : [{ group: Number(group), args }];
  });
}
