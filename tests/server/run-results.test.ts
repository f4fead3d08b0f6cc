import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { serialize } from 'node:v8';
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openPageWriter, pagesPath } from '#headless/page-writers.ts';
import { latin1 } from '#model/page/pdf-body.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import type { RenderFormat } from '#protocol/run-settings.ts';
import { packResult, type ChunkResult } from '#server/runs/chunks.ts';
import { noteRunFiles, putRunFile } from '#server/runs/run-files.ts';
import { openJoinedPages, pageOf, pagesOf, reportOf } from '#server/runs/run-results.ts';
import { findRun } from '#server/runs/run-steps.ts';
import { createTestFolder, createTestServer, createUser, type TestServer } from './create-test-server.ts';
import { openTestBlobs } from './test-storage.ts';
import { asking, saveLabel, tokenOf, type Run } from './v1-program.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';

const SIZE = { widthDots: 32, heightDots: 8 };
const DPI = 300;

type Results = Awaited<ReturnType<typeof createRun>>;

async function createRun(format: RenderFormat): Promise<{
  readonly server: TestServer;
  readonly services: TestServer['server']['services'];
  readonly id: string;
  readonly add: (first: number, result: ChunkResult, pack?: (result: ChunkResult) => Uint8Array) => Promise<void>;
  readonly file: (role: 'pages' | 'report', bytes: Uint8Array) => Promise<void>;
  readonly run: () => Promise<NonNullable<Awaited<ReturnType<typeof findRun>>>>;
}> {
  const server = await createTestServer();
  const owner = await createUser(server.url, 'owner');
  const template = await saveLabel(owner, await createRenderFolder());
  const ask = asking(server.url, await tokenOf(owner));
  const rows = [{ name: 'Tea', code: 'A' }];
  const { id } = (await (await ask('/v1/runs', { template, rows, format, dpi: DPI })).json()) as Run;
  const { db } = server.server.services;
  const blobs = await openTestBlobs(server.dataDir);
  await db
    .updateTable('label_run')
    .set({ plan: JSON.stringify({ cells: 1, rowsAtOnce: 64, ...SIZE }) })
    .where('id', '=', id)
    .execute();
  const run = async () => {
    const found = await findRun(db, id);
    if (found === null) throw new Error('no run');
    return found;
  };
  let total = 0;
  return {
    server,
    services: server.server.services,
    id,
    run,
    async add(first, result, pack = packResult) {
      const file = await putRunFile(blobs, id, 'chunk', first, pack(result));
      await noteRunFiles(db, await run(), [file], Date.now());
      const counts = { label_count: result.done, done_count: result.done, page_count: result.pages.length };
      const place = { run_id: id, generation: 0, first_label: first, result_key: file.key };
      await db
        .insertInto('run_chunk')
        .values({ ...place, ...counts })
        .execute();
      total += result.done;
      await db.updateTable('label_run').set({ total, state: 'done' }).where('id', '=', id).execute();
    },
    async file(role, bytes) {
      await noteRunFiles(db, await run(), [await putRunFile(blobs, id, role, 0, bytes)], Date.now());
    },
  };
}

const label = (row: number, verified = true): LabelOutcome => ({
  row,
  verified,
  symbols: [],
  problems: [],
  warnings: [],
});

function part(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Enough of a PNG for its size and its image data. Pages of labels as long as their content differ in height. */
function createPage(n: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE.widthDots, 0);
  header.writeUInt32BE(SIZE.heightDots + (n % 3), 4);
  return Buffer.concat([
    randomBytes(8),
    part('IHDR', header),
    part('IDAT', deflateSync(Buffer.alloc(40, n))),
    part('IEND', Buffer.alloc(0)),
  ]);
}

/** Chunks of verified labels, one on each page. */
function createChunk(first: number, count: number): ChunkResult {
  const labels = Array.from({ length: count }, (_, i) => label(first + i));
  const pages = labels.map(() => ({ pngHash: 'a', labelCount: 1 }));
  return { done: count, labels, ahead: [], pages, pieces: labels.map((_, i) => createPage(first + i)) };
}

async function writtenBy(format: RenderFormat, pieces: readonly Uint8Array[]): Promise<Buffer> {
  const folder = join(await createTestFolder(), 'out');
  await mkdir(folder);
  const writer = await openPageWriter({ format, dpi: DPI, colour: 'bit' }, folder, SIZE, null, pieces.length);
  for (const piece of pieces) await writer.add(piece);
  await writer.finish();
  return readFile(pagesPath(folder, format).path);
}

async function reported({ services, run }: Results): Promise<(readonly [number, number | null])[]> {
  const rows: (readonly [number, number | null])[] = [];
  for await (const labels of reportOf(services, await run())) {
    rows.push(...labels.map(({ row, page }) => [row, page] as const));
  }
  return rows;
}

describe('the results of chunks', () => {
  test.each(['pdf', 'pdf-vector', 'zpl', 'pwg'] as const)(
    'are joined to the %s file that the command line writes',
    async (format) => {
      const results = await createRun(format);
      const chunks = [createChunk(0, 5), createChunk(5, 1), createChunk(6, 3)];
      for (const chunk of chunks) await results.add(chunk.labels[0]?.row ?? 0, chunk);
      const joined = await buffer(await openJoinedPages(results.services, await results.run()));
      expect(
        joined.equals(
          await writtenBy(
            format,
            chunks.flatMap(({ pieces }) => pieces),
          ),
        ),
      ).toBe(true);
    },
  );

  test('of earlier versions, which have their pages among the facts, are joined with those of this one', async () => {
    const results = await createRun('pdf');
    const chunks = [createChunk(0, 2), createChunk(2, 2)] as const;
    await results.add(0, chunks[0], serialize);
    await results.add(2, chunks[1]);
    const joined = await buffer(await openJoinedPages(results.services, await results.run()));
    expect(
      joined.equals(
        await writtenBy(
          'pdf',
          chunks.flatMap(({ pieces }) => pieces),
        ),
      ),
    ).toBe(true);
    expect(await reported(results)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
  });

  test('that are cut off end the joined file with an error', async () => {
    const results = await createRun('pdf');
    await results.add(0, createChunk(0, 2), (chunk) => packResult(chunk).subarray(0, -20));
    const joined = await openJoinedPages(results.services, await results.run());
    await expect(buffer(joined)).rejects.toThrow(RangeError);
  });

  test('give each page and each label its place, also with rejected labels and sheets of several', async () => {
    const results = await createRun('png');
    const pages = [
      { pngHash: 'a', labelCount: 2 },
      { pngHash: 'b', labelCount: 1 },
    ];
    const pieces = pages.map((_, i) => latin1(`page ${i}`));
    const labels = [label(1), label(2, false), label(3), label(4, false), label(5)];
    await results.add(0, { done: 5, labels, ahead: [], pages, pieces });
    const rejected = [label(6, false), label(7, false)];
    await results.add(5, { done: 2, labels: rejected, ahead: [], pages: [], pieces: [] });
    await results.add(7, {
      done: 1,
      labels: [label(8)],
      ahead: [],
      pages: [{ pngHash: 'c', labelCount: 1 }],
      pieces: [latin1('page 2')],
    });
    expect(await reported(results)).toEqual([
      [1, 1],
      [2, null],
      [3, 1],
      [4, null],
      [5, 2],
      [6, null],
      [7, null],
      [8, 3],
    ]);
    const run = await results.run();
    const all: string[] = [];
    for await (const page of pagesOf(results.services, run)) all.push(Buffer.from(page).toString());
    expect(all).toEqual(['page 0', 'page 1', 'page 2']);
    expect(Buffer.from((await pageOf(results.services, run, 3)) ?? []).toString()).toBe('page 2');
    expect(await pageOf(results.services, run, 4)).toBeNull();
  });

  test('are reported when the facts about a chunk are longer than what is read first', async () => {
    const results = await createRun('zpl');
    const long = 'x'.repeat(5_000);
    const problems = [{ elementName: long, problem: { code: 'symbol.chinese' as const } }];
    const labels = Array.from({ length: 60 }, (_, i) => ({ ...label(i, false), problems }) as unknown as LabelOutcome);
    await results.add(0, { done: 60, labels, ahead: [], pages: [], pieces: [] });
    expect((await reported(results)).map(([row]) => row)).toEqual(labels.map(({ row }) => row));
  });

  test('are reported without reading the pages', async () => {
    const results = await createRun('zpl');
    const page = randomBytes(600_000);
    const pages = [{ pngHash: 'a', labelCount: 1 }];
    await results.add(0, { done: 1, labels: [label(7)], ahead: [], pages, pieces: [page] });
    let bytes = 0;
    const { db, blobs } = results.services;
    const counting = {
      ...blobs,
      open: (...args: Parameters<typeof blobs.open>) =>
        blobs.open(...args).on('data', (piece: Uint8Array) => (bytes += piece.length)),
    };
    const services = { ...results.services, db, blobs: counting };
    expect(await reported({ ...results, services })).toEqual([[7, 1]]);
    expect(bytes).toBeLessThan(200_000);
  });

  test('of a run without some of its labels are no report', async () => {
    const results = await createRun('zpl');
    await results.add(0, createChunk(0, 2));
    await results.services.db.updateTable('label_run').set({ total: 3 }).where('id', '=', results.id).execute();
    expect(await reported(results)).toEqual([]);
  });
});

test('a run of an earlier version is read from its joined pages and its report', async () => {
  const results = await createRun('zpl');
  await results.add(0, createChunk(0, 1));
  await results.file('pages', latin1('^XA^XZ'));
  await results.file('report', latin1(`${JSON.stringify({ type: 'label', page: 9, ...label(4) })}\n{"type":"end"}\n`));
  expect((await buffer(await openJoinedPages(results.services, await results.run()))).toString()).toBe('^XA^XZ');
  expect(await reported(results)).toEqual([[4, 9]]);
});
