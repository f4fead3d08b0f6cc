import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBigWorkbook } from './big-workbook.ts';
import { median, type Figure } from './figure.ts';
import { measureReader, type Measured } from './read-file.ts';
import type { Reader } from './read-file-page.ts';
import type { PeerReader } from './read-file-peer-worker.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = '.cache/data-rows';
const MANY = 1_000_000;
const FEW = 100_000;
const ROUNDS = 3;
/** Time limit for the first rows of any workbook. */
const FIRST_ROWS_MS = 500;

/**
 * Large .xlsx in Chromium, each reader in a browser of its own: a File into a worker until the columns are read (ours)
 * or all rows are arrays on the main thread (SheetJS dense with `sheet_to_json`, read-excel-file). `drain` inflates the
 * same bytes and discards them. `first` is until the first rows are on the main thread, with a limit. SheetJS takes a
 * minute or more for a million rows, so it reads them once.
 */
export async function run(): Promise<readonly Figure[]> {
  await mkdir(join(ROOT, FOLDER), { recursive: true });
  try {
    return [
      ...(await compare('100k', FEW, [
        { reader: 'sheetjs', rounds: ROUNDS, goal: 8, memoryGoal: 0.5 },
        { reader: 'read-excel-file', rounds: ROUNDS, goal: 4, memoryGoal: 0.5 },
      ])),
      ...(await compare('1m', MANY, [
        { reader: 'drain', rounds: ROUNDS, goal: 1 / 3.5 },
        { reader: 'sheetjs', rounds: 1, goal: 8, memoryGoal: 0.25 },
      ])),
    ];
  } finally {
    await rm(join(ROOT, FOLDER), { recursive: true, force: true });
  }
}

interface Peer {
  readonly reader: PeerReader;
  /** Number of rounds in which it reads. */
  readonly rounds: number;
  readonly goal: number;
  readonly memoryGoal?: number;
}

async function compare(size: string, rowCount: number, peers: readonly Peer[]): Promise<readonly Figure[]> {
  const { file, packed } = createBigWorkbook(rowCount);
  const whole = [`${FOLDER}/${size}.xlsx`];
  const parts = packed.map((_, i) => `${FOLDER}/${size}-${i}.deflate`);
  await writeFile(join(ROOT, `${FOLDER}/${size}.xlsx`), file);
  for (const [i, part] of packed.entries()) await writeFile(join(ROOT, parts[i] ?? ''), part);
  const times = new Map<Reader, Measured[]>();
  for (let round = 0; round < ROUNDS; round++) {
    const readers = peers.filter(({ rounds }) => round < rounds).map(({ reader }) => reader);
    for (const reader of ['ours', ...readers] as const) {
      const measured = await measureReader(reader, reader === 'drain' ? parts : whole, {
        fileName: 'bench.xlsx',
        texts: false,
      });
      if (reader !== 'drain' && measured.rows !== rowCount) throw new Error(`${reader} read ${measured.rows} rows`);
      times.set(reader, [...(times.get(reader) ?? []), measured]);
    }
  }
  const middle = (reader: Reader, of: (measured: Measured) => number): number =>
    median((times.get(reader) ?? []).map(of));
  const ms = middle('ours', ({ allMs }) => allMs);
  const firstMs = middle('ours', ({ firstMs }) => firstMs);
  const first: Figure = {
    name: `data-rows-${size}-first`,
    ms: firstMs,
    peerMs: FIRST_ROWS_MS,
    ratio: FIRST_ROWS_MS / firstMs,
    goal: 1,
    against: 'limit',
  };
  const against = peers.map(({ reader, goal, memoryGoal }): Figure => {
    const peerMs = middle(reader, ({ allMs }) => allMs);
    const memory = middle('ours', ({ peakMb }) => peakMb) / middle(reader, ({ peakMb }) => peakMb);
    return {
      name: `data-rows-${size}-${reader}`,
      ms,
      peerMs,
      ratio: peerMs / ms,
      goal,
      against: reader,
      details: {
        blockedMs: middle('ours', ({ blockedMs }) => blockedMs),
        ...(memoryGoal === undefined ? {} : { memoryShare: Math.round(memory * 100) / 100, memoryGoal }),
      },
    };
  });
  return [first, ...against];
}
