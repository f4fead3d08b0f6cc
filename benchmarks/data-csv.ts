import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median, type Figure } from './figure.ts';
import { measureReader, type Measured } from './read-file.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = '.cache/data-csv';
const FEW = { size: '100k', rowCount: 100_000, rounds: 3 };
const MANY = { size: '1m', rowCount: 1_000_000, rounds: 2 };
const GOAL = 4;
/** The texts of all rows are only needed for a print run, which reads them one window at a time. */
const GOAL_TEXTS = 1;

/**
 * A .csv of 10 columns of mixed text, numbers, dates, leading zeros and Chinese, a fifth of the cells quoted, in
 * Chromium: a File into our worker until all cells are found, including the key of the file, against papaparse in a
 * worker until its arrays exist. This excludes the transfer of the arrays to the page (`peerOnPageMs` has it). The
 * second figure is until the text of every cell is on the page, for both.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  await mkdir(join(ROOT, FOLDER), { recursive: true });
  try {
    const figures = await compare(FEW);
    return quick ? figures : [...figures, ...(await compare(MANY))];
  } finally {
    await rm(join(ROOT, FOLDER), { recursive: true, force: true });
  }
}

async function compare({ size, rowCount, rounds }: typeof FEW): Promise<readonly Figure[]> {
  const file = `${FOLDER}/${size}.csv`;
  await writeFile(join(ROOT, file), createCsv(rowCount));
  const [ours, peers]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const mine = await measureReader('ours', [file], { fileName: 'bench.csv', texts: true });
    const peer = await measureReader('papaparse', [file], { fileName: 'bench.csv', texts: true });
    if (mine.rows !== rowCount || peer.rows !== rowCount || mine.textLength !== peer.textLength)
      throw new Error('the readers disagree');
    ours.push(mine);
    peers.push(peer);
  }
  const figure = (suffix: string, of: 'parsedMs' | 'textsMs', goal: number): Figure => {
    const [ms, peerMs] = [median(ours.map((m) => m[of])), median(peers.map((m) => m[of]))];
    return { name: `data-csv-${size}${suffix}`, ms, peerMs, goal, ratio: peerMs / ms, against: 'papaparse' };
  };
  return [
    {
      ...figure('', 'parsedMs', GOAL),
      details: {
        firstRowsMs: Math.round(median(ours.map(({ firstMs }) => firstMs))),
        peerOnPageMs: Math.round(median(peers.map(({ allMs }) => allMs))),
        memoryShare:
          Math.round((100 * median(ours.map(({ peakMb }) => peakMb))) / median(peers.map(({ peakMb }) => peakMb))) /
          100,
      },
    },
    figure('-texts', 'textsMs', GOAL_TEXTS),
  ];
}

function createCsv(rowCount: number): string {
  const lines = ['Item,No,Price,Code,名称,EAN,Date,SKU,Stock,Note'];
  for (let i = 0; i < rowCount; i++) {
    const price = (Math.round(i * 137.5) / 100).toFixed(2);
    const code = String(i).padStart(8, '0');
    lines.push(
      `"Item ${i}, new",${i},${price},${code},中文名称${i % 1000},${6_901_234_000_000 + i},2024-01-${10 + (i % 20)},` +
        `SKU-${i % 5000},${i % 250},"note ""${i % 777}"""`,
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}
