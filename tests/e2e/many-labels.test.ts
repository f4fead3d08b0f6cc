import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectEachOnce, printManyLabels } from '#tests/support/many-labels.ts';
import { keepPictures, openParts, type OpenedParts } from '#tests/support/open-editor.ts';
import { createSerialRows } from '#tests/support/serial-labels.ts';
import { TEST_MS } from '#tests/support/time-limits.ts';

const ROWS = createSerialRows(2_000);

let opened: OpenedParts;

beforeAll(async () => {
  opened = await openParts();
  await opened.parts.startAssistant();
  await opened.driver.register('mona', 'correct horse battery');
});
afterAll(() => opened?.close());
keepPictures(() => opened.page);

test(
  'two thousand rows of a spreadsheet are printed, each once and in their order',
  async () => {
    const { driver, folder, parts } = opened;
    const seen: number[] = [];
    const { pagesDirectory } = parts;
    const run = await printManyLabels(driver, ROWS, { folder, pagesDirectory }, TEST_MS, (pages) => {
      seen.push(pages);
      return Promise.resolve();
    });
    await expectEachOnce(run, ROWS);
    // They arrive during the run, not at its end.
    expect(seen.some((pages) => pages > 0 && pages < ROWS.length)).toBe(true);
  },
  2 * TEST_MS,
);
