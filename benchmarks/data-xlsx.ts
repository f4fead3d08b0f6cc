import { openVitePage } from '#tests/support/vite-page.ts';
import { buildXlsx, type XlsxCell } from '#tests/support/xlsx-builder.ts';
import type { DataTimes } from './data-page.ts';
import { median, type Figure } from './figure.ts';

const ROWS = 100_000;
const ROUNDS = 3;
const GOAL = 6;
/** The texts of all rows are only needed for a print run, which reads them one window at a time. */
const GOAL_ALL = 3;
const WINDOW_ROWS = 500;

/**
 * 100,000 rows of 10 columns of mixed text, numbers, dates, leading zeros and Chinese in Chromium: a File into our worker
 * until all columns are read and the first window is on the main thread, against SheetJS (dense, `sheet_to_json`) in a
 * worker of its own. The second figure makes the text of every cell too.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const base64 = Buffer.from(createWorkbook()).toString('base64');
  const { page, close } = await openVitePage('/benchmarks/data-page.ts', ['comlink', 'xlsx']);
  const times: DataTimes[] = [];
  try {
    await page.waitForFunction(() => 'measureSpreadsheet' in globalThis);
    for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
      const measured = await page.evaluate(
        ([file, windowRows]) =>
          (
            globalThis as unknown as { measureSpreadsheet: (file: string, windowRows: number) => Promise<DataTimes> }
          ).measureSpreadsheet(file, windowRows),
        [base64, WINDOW_ROWS] as const,
      );
      if (measured.rows !== measured.peerRows) throw new Error('the readers disagree on the number of rows');
      times.push(measured);
    }
  } finally {
    await close();
  }
  const peerMs = median(times.map(({ peer }) => peer));
  const figure = (name: string, ms: number, goal: number): Figure => ({
    name,
    ms,
    peerMs,
    goal,
    ratio: peerMs / ms,
    against: 'sheetjs-dense',
  });
  return [
    figure('data-xlsx-100k', median(times.map(({ open }) => open)), GOAL),
    figure('data-xlsx-100k-texts', median(times.map(({ all }) => all)), GOAL_ALL),
  ];
}

function createWorkbook(): Uint8Array<ArrayBuffer> {
  const headings: XlsxCell[] = ['Item', 'No', 'Price', 'Code', '名称', 'EAN', 'Date', 'SKU', 'Stock', 'Note'];
  const rows = Array.from({ length: ROWS }, (_, i): XlsxCell[] => [
    `Item ${i}`,
    i,
    Math.round(i * 137.5) / 100,
    String(i).padStart(8, '0'),
    `中文名称${i % 1000}`,
    6_901_234_000_000 + i,
    { number: 45_000 + (i % 1000), format: 'yyyy-mm-dd' },
    `SKU-${i % 5000}`,
    i % 250,
    `note ${i % 777}`,
  ]);
  return buildXlsx([{ name: 'Data', rows: [headings, ...rows] }]);
}
