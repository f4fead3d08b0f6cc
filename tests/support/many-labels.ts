import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { EditorDriver } from './editor-driver.ts';
import { pagesOf, readCounts, readPages } from './print-dialog.ts';
import { makeSerialLabel, type SerialRow } from './serial-labels.ts';

/** Number of pages that an independent reader reads. */
const READ_PAGES = 40;
const LOOK_EVERY_MS = 1_000;

/** A run of many labels from the browser to the folder printer, in its pages and its report. */
export interface ManyLabels {
  /** From the click to the report. */
  readonly ms: number;
  /** In the order of the run. */
  readonly pages: readonly string[];
  /** Names of the report's figures in the English interface. */
  readonly report: Readonly<Record<string, number>>;
}

/**
 * From the home page: makes a label for these rows and prints it all. `look` is called each second with the number of
 * finished pages.
 */
export async function printManyLabels(
  driver: EditorDriver,
  rows: readonly SerialRow[],
  where: { readonly folder: string; readonly pagesDirectory: string },
  limitMs: number,
  look: (pages: number) => Promise<void> = () => Promise.resolve(),
): Promise<ManyLabels> {
  await makeSerialLabel(driver, 'Many', where.folder, rows);
  const dialog = await driver.openPrint();
  const started = performance.now();
  await dialog.getByRole('button', { name: 'Print', exact: true }).click();
  const ended = dialog.getByText('Printing is finished').waitFor({ timeout: limitMs });
  const isOver = ended.then(
    () => true,
    () => true,
  );
  const aSecond = (): Promise<boolean> => new Promise((resolve) => setTimeout(() => resolve(false), LOOK_EVERY_MS));
  while (!(await Promise.race([isOver, aSecond()]))) await look((await pagesOf(where.pagesDirectory)).length);
  await ended;
  const ms = performance.now() - started;
  return { ms, pages: await pagesOf(where.pagesDirectory), report: await readCounts(dialog) };
}

/** Nothing is lost, doubled or in another order: all pages differ, and the sampled ones are those of their rows. */
export async function expectEachOnce({ pages, report }: ManyLabels, rows: readonly SerialRow[]): Promise<void> {
  expect(report).toMatchObject({ Requested: rows.length, Verified: rows.length, Sent: rows.length, Rejected: 0 });
  expect(pages).toHaveLength(rows.length);
  const hashes = new Set<string>();
  for (const page of pages)
    hashes.add(
      createHash('sha256')
        .update(await readFile(page))
        .digest('base64'),
    );
  expect(hashes.size).toBe(rows.length);
  const step = Math.max(1, Math.floor(rows.length / READ_PAGES));
  const isChosen = (_: unknown, i: number): boolean => i % step === 0 || i === rows.length - 1;
  expect(await readPages(pages.filter(isChosen))).toEqual(rows.filter(isChosen).map((row) => [row.code]));
}
