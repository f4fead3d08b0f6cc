import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as immediate } from 'node:timers/promises';
import type { Problem } from '#model/kernel/problem.ts';
import { addBitmapPage } from '#model/page/bitmap-pdf.ts';
import { PdfBody } from '#model/page/pdf-body.ts';
import { pngImageData, pngsIn, pngSize } from '#model/page/png-image-data.ts';
import { LANGUAGES } from '#printing/languages/languages.ts';
import { isPrinterLanguage, type RenderFormat } from '#protocol/run-settings.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import type { BlobStore } from '../core/files/blob-store.ts';
import { patientBlobs } from '../core/files/patient-blobs.ts';
import type { LabelRunRow } from '../core/database/tables.ts';
import { joinedPieces, unpackFacts, unpackResult, type ChunkFacts, type ChunkResult } from './chunks.ts';
import { openRunParts, readBlob, runFilesOf } from './run-files.ts';
import type { KeptRunSettings } from './run-settings.ts';
import type { CoreServices } from '../core/services.ts';

type Needed = Pick<CoreServices, 'db' | 'blobs'>;

/** Number of results that are fetched in advance. */
const AHEAD = 2;
/** How long an answer that has begun waits for an unavailable storage. */
const PATIENCE_MS = 20_000;
/** Most facts about a chunk are in so many bytes. */
const FACTS_BYTES = 128 * 1024;
/** Bytes of a file that are prepared before other work runs. */
const BYTES_AT_ONCE = 1024 * 1024;
/** Labels of a report that are sent before other work runs. */
const LABELS_AT_ONCE = 200;

/** A rendered chunk of a run. */
export interface RenderedChunk {
  readonly key: string;
  readonly first: number;
  readonly labels: number;
  readonly done: number;
  readonly pages: number;
}

/** The rendered chunks of a run in order; those of its last layout. */
export async function chunksOf(
  { db }: Pick<CoreServices, 'db'>,
  { id, generation }: Pick<LabelRunRow, 'id' | 'generation'>,
): Promise<RenderedChunk[]> {
  const rows = await db
    .selectFrom('run_chunk')
    .select(['result_key', 'first_label', 'label_count', 'done_count', 'page_count'])
    .where('run_id', '=', id)
    .where('generation', '=', generation)
    .orderBy('first_label')
    .execute();
  return rows.flatMap(({ result_key: key, first_label: first, label_count: labels, done_count: done, ...row }) =>
    key === null || done === null ? [] : [{ key, first, labels, done, pages: row.page_count }],
  );
}

/** The results in order. While one is used, the next ones are being fetched. */
async function* inOrder<T>(
  chunks: readonly RenderedChunk[],
  blobs: BlobStore,
  read: (blobs: BlobStore, key: string) => Promise<T>,
): AsyncGenerator<T> {
  // Once the answer has begun, a client had to fetch all of it again.
  const patient = patientBlobs(blobs, new AbortController().signal, PATIENCE_MS);
  const coming: Promise<T>[] = [];
  for (const [i, { key }] of chunks.entries()) {
    const result = read(i === 0 ? blobs : patient, key);
    // After the failure of an earlier one, this one is not awaited.
    result.catch(() => undefined);
    coming.push(result);
    const next = coming.length > AHEAD ? coming.shift() : undefined;
    if (next !== undefined) yield await next;
  }
  for (const result of coming) yield await result;
}

async function piecesOf(blobs: BlobStore, key: string): Promise<Uint8Array> {
  return joinedPieces(await readBlob(blobs, key));
}

async function resultOf(blobs: BlobStore, key: string): Promise<ChunkResult> {
  return unpackResult(await readBlob(blobs, key));
}

/** What the result of a chunk says, without its pages. */
export async function factsOf(blobs: BlobStore, key: string): Promise<ChunkFacts> {
  const start = await buffer(blobs.open(key, { start: 0, end: FACTS_BYTES - 1 }));
  return unpackFacts(start) ?? resultOf(blobs, key);
}

/** The pages of a completed run that are separate files, in order, chunk by chunk. */
export async function* pagesOf(services: Needed, run: LabelRunRow): AsyncGenerator<Uint8Array> {
  const chunks = await chunksOf(services, run);
  for await (const { pieces } of inOrder(chunks, services.blobs, resultOf)) yield* pieces;
}

/** One page, counted from 1; null for none. */
export async function pageOf(services: Needed, run: LabelRunRow, page: number): Promise<Uint8Array | null> {
  let left = page - 1;
  for (const { key, pages } of await chunksOf(services, run)) {
    if (left < pages) return (await resultOf(services.blobs, key)).pieces[left] ?? null;
    left -= pages;
  }
  return null;
}

/**
 * The file with all pages of a completed run, joined from the results of its chunks while it is read. The caller must
 * read or destroy the stream.
 */
export async function openJoinedPages(services: Needed, run: LabelRunRow): Promise<Readable> {
  // Earlier versions have stored the joined file.
  const parts = await runFilesOf(services.db, run.id, 'pages');
  if (parts.length > 0) return openRunParts(services.blobs, parts);
  const chunks = await chunksOf(services, run);
  const pieces = inOrder(chunks, services.blobs, piecesOf);
  return Readable.from(run.format === 'pdf' ? pdfOf(run, pieces) : joined(run, pieces), { objectMode: false });
}

async function* joined(
  { settings }: Pick<LabelRunRow, 'settings'>,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const format: RenderFormat = (JSON.parse(settings) as KeptRunSettings).format;
  if (isPrinterLanguage(format) && LANGUAGES[format].opening.length > 0) yield LANGUAGES[format].opening;
  yield* pieces;
}

/** The pieces are PNGs, whose dots a PDF contains unchanged. */
async function* pdfOf(
  { settings }: Pick<LabelRunRow, 'settings'>,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { dpi } = JSON.parse(settings) as KeptRunSettings;
  let ready: Uint8Array[] = [];
  let bytes = 0;
  const body = new PdfBody(async (piece) => {
    ready.push(piece);
    bytes += piece.length;
    if (bytes < BYTES_AT_ONCE) return;
    bytes = 0;
    await immediate();
  });
  const taken = (): Uint8Array => {
    const all = Buffer.concat(ready);
    ready = [];
    return all;
  };
  await body.start();
  for await (const pngs of pieces) {
    for (const png of pngsIn(pngs)) {
      await addBitmapPage(body, { ...pngSize(png), dpi, compressed: pngImageData(png), copies: 1 });
    }
    yield taken();
  }
  await body.end();
  yield taken();
}

/** The result of a label, with the number of its page; null for a label that is on none. */
type ReportedLabel = Pick<LabelOutcome, 'row' | 'verified' | 'symbols'> & {
  readonly page: number | null;
  readonly problems: readonly { readonly elementName: string; readonly problem: Problem }[];
};

/**
 * The result of each label of a run whose labels are all made, in batches: a report may have 200,000 labels. Nothing
 * for any other run.
 */
export async function* reportOf(services: Needed, run: LabelRunRow): AsyncGenerator<readonly ReportedLabel[]> {
  const { blobs } = services;
  // Earlier versions have stored the report.
  const [file] = await runFilesOf(services.db, run.id, 'report');
  if (file !== undefined) return yield* storedReport(blobs, file.key);
  const chunks = await chunksOf(services, run);
  if (chunks.reduce((sum, { done }) => sum + done, 0) < run.total) return;
  let page = 0;
  for await (const { labels, pages } of inOrder(chunks, blobs, factsOf)) {
    yield labelsWithPages(labels, pages, page);
    page += pages.length;
    await immediate();
  }
}

/** A chunk begins and ends with a page. The verified labels are on its pages, in order. */
function labelsWithPages(
  labels: readonly LabelOutcome[],
  pages: ChunkFacts['pages'],
  pagesBefore: number,
): ReportedLabel[] {
  let page = 0;
  let onPage = 0;
  return labels.map((label) => {
    if (!label.verified) return { ...label, page: null };
    while (onPage >= (pages[page]?.labelCount ?? Infinity)) {
      page++;
      onPage = 0;
    }
    onPage++;
    return { ...label, page: pagesBefore + page + 1 };
  });
}

async function* storedReport(blobs: BlobStore, key: string): AsyncGenerator<readonly ReportedLabel[]> {
  const input = blobs.open(key);
  const lines = createInterface({ input, crlfDelay: Infinity });
  // The loop receives errors while it runs; a later one must not end the process.
  lines.on('error', () => undefined);
  try {
    let labels: ReportedLabel[] = [];
    for await (const line of lines) {
      if (line === '') continue;
      const entry = JSON.parse(line) as ReportedLabel & { type: string };
      if (entry.type === 'label') labels.push(entry);
      if (labels.length < LABELS_AT_ONCE) continue;
      yield labels;
      labels = [];
      await immediate();
    }
    yield labels;
  } finally {
    lines.close();
    input.destroy();
  }
}
