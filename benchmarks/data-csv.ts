import Papa from 'papaparse';
import { bytesSource, openSpreadsheet, type OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { expectOk } from '#model/kernel/result.ts';
import { median, type Figure } from './figure.ts';

const QUICK_ROWS = 100_000;
const ALL_ROWS = 1_000_000;
const ROUNDS = 3;
const GOAL = 4;
/** The texts of all rows are only needed for a print run, which reads them one window at a time. */
const GOAL_TEXTS = 1;
const WINDOW_ROWS = 500;

/**
 * A .csv of 10 columns of mixed text, numbers, dates, leading zeros and Chinese, a fifth of the cells quoted: bytes until
 * all cells are found, the key of the file included, against papaparse, in the same process. The second figure makes
 * the text of every cell too.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const figures = await compare('100k', QUICK_ROWS);
  return quick ? figures : [...figures, ...(await compare('1m', ALL_ROWS))];
}

async function compare(name: string, rowCount: number): Promise<readonly Figure[]> {
  const bytes = createCsv(rowCount);
  const times = { open: [] as number[], texts: [] as number[], peer: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const opened = expectOk(await openSpreadsheet(bytesSource(bytes), 'bench.csv'));
    times.open.push(performance.now() - start);
    const texts = readAll(opened);
    times.texts.push(performance.now() - start);
    const peerStart = performance.now();
    const { data } = Papa.parse<string[]>(new TextDecoder().decode(bytes), { skipEmptyLines: true });
    times.peer.push(performance.now() - peerStart);
    if (data.length - 1 !== texts.rows || textLength(data.slice(1)) !== texts.length)
      throw new Error('the readers disagree');
  }
  const peerMs = median(times.peer);
  const figure = (suffix: string, ms: number, goal: number): Figure => ({
    name: `data-csv-${name}${suffix}`,
    ms,
    peerMs,
    goal,
    ratio: peerMs / ms,
    against: 'papaparse',
  });
  return [figure('', median(times.open), GOAL), figure('-texts', median(times.texts), GOAL_TEXTS)];
}

function readAll({ info, rows }: OpenedSpreadsheet): { readonly rows: number; readonly length: number } {
  const [sheet] = info.sheets;
  if (sheet === undefined) throw new Error('no sheet');
  let length = 0;
  for (let first = 0; first < sheet.rowCount; first += WINDOW_ROWS) {
    length += textLength(expectOk(rows(sheet.name, sheet.columns, first, WINDOW_ROWS)).rows);
  }
  return { rows: sheet.rowCount, length };
}

function textLength(rows: readonly (readonly string[])[]): number {
  let length = 0;
  for (const row of rows) for (const text of row) length += text.length;
  return length;
}

function createCsv(rowCount: number): Uint8Array<ArrayBuffer> {
  const lines = ['Item,No,Price,Code,名称,EAN,Date,SKU,Stock,Note'];
  for (let i = 0; i < rowCount; i++) {
    const price = (Math.round(i * 137.5) / 100).toFixed(2);
    const code = String(i).padStart(8, '0');
    lines.push(
      `"Item ${i}, new",${i},${price},${code},中文名称${i % 1000},${6_901_234_000_000 + i},2024-01-${10 + (i % 20)},` +
        `SKU-${i % 5000},${i % 250},"note ""${i % 777}"""`,
    );
  }
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n`);
}
