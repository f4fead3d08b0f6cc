import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { problem } from '#model/kernel/problem.ts';
import { parseJsonObject } from '#model/kernel/json-object.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { PAGE_ORDER, type PageOrder } from './assistant.ts';
import { PIECE_BYTES } from './image-pieces.ts';
import type { Message } from './message.ts';

/*
 * Pages of one job and one size in one binary frame, for assistants with `batches: true` in their handshake: the number 0
 * (4 bytes), which no requested piece of an image has; the byte length of the header (4 bytes, big-endian); the header,
 * JSON; and the PNGs in the order of the header, without gaps. Each page is answered as if it had come alone, except
 * that printed ones may be answered together (`outputPages` in `assistant.ts`).
 */

/** The most pages of a frame. */
export const MAX_BATCH_PAGES = 128;
/** The most bytes of a frame's PNGs; a single one of up to `PIECE_BYTES` always fits. */
export const MAX_BATCH_BYTES: number = PIECE_BYTES;

const NUMBER_BYTES = 4;
const START_BYTES = 2 * NUMBER_BYTES;

const { jobId, printer, jobName, pages, widthMm, heightMm, dpi, sequence, copies } = PAGE_ORDER;

const BatchHeaderSchema = Type.Object({
  jobId,
  printer,
  jobName,
  pages,
  widthMm,
  heightMm,
  dpi,
  /** Of each page: its sequence, its copies and the byte length of its PNG. */
  each: Type.Array(Type.Tuple([sequence, copies, Type.Integer({ minimum: 1, maximum: PIECE_BYTES })]), {
    minItems: 1,
    maxItems: MAX_BATCH_PAGES,
  }),
});
type BatchHeader = Message<typeof BatchHeaderSchema>;

export interface BatchPage {
  readonly order: PageOrder;
  readonly png: Uint8Array;
}

/** Whether the pages may be in one frame. */
export function isBatchable(a: PageOrder, b: PageOrder): boolean {
  return (
    a.jobId === b.jobId &&
    a.printer === b.printer &&
    a.jobName === b.jobName &&
    a.pages === b.pages &&
    a.widthMm === b.widthMm &&
    a.heightMm === b.heightMm &&
    a.dpi === b.dpi
  );
}

/** The frame of these pages, at least one; `isBatchable` holds for all of them. */
export function encodePageBatch(first: PageOrder, batch: readonly BatchPage[]): Uint8Array<ArrayBuffer> {
  const each = batch.map(({ order, png }) => [order.sequence, order.copies, png.length] as const);
  const { jobId, printer, jobName, widthMm, heightMm, dpi } = first;
  const known = first.pages === undefined ? {} : { pages: first.pages };
  const fields: BatchHeader = { jobId, printer, jobName, widthMm, heightMm, dpi, ...known, each };
  const header = new TextEncoder().encode(JSON.stringify(fields));
  const bytes = batch.reduce((sum, { png }) => sum + png.length, 0);
  const frame = new Uint8Array(START_BYTES + header.length + bytes);
  new DataView(frame.buffer).setUint32(NUMBER_BYTES, header.length);
  frame.set(header, START_BYTES);
  let at = START_BYTES + header.length;
  for (const { png } of batch) {
    frame.set(png, at);
    at += png.length;
  }
  return frame;
}

/** Null for a frame that claims to be no batch. The PNGs are parts of the frame, not copies. */
export function decodePageBatch(frame: Uint8Array): Result<readonly BatchPage[]> | null {
  if (frame.length < START_BYTES) return null;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (view.getUint32(0) !== 0) return null;
  const from = START_BYTES + view.getUint32(NUMBER_BYTES);
  const header = from > frame.length ? null : parseHeader(frame.subarray(START_BYTES, from));
  if (header === null) return err(problem('assistant.badMessage', { reason: 'wrong header of a batch of pages' }));
  const { each, ...shared } = header;
  const sizes = each.map(([, , bytes]) => bytes);
  if (sizes.reduce((sum, bytes) => sum + bytes, from) !== frame.length) {
    return err(problem('assistant.badMessage', { reason: 'a batch of pages has the wrong size' }));
  }
  let at = from;
  return ok(
    each.map(([page, times, bytes]) => ({
      order: { ...shared, sequence: page, copies: times, page, row: 1, column: 1 },
      png: frame.subarray(at, (at += bytes)),
    })),
  );
}

function parseHeader(bytes: Uint8Array): BatchHeader | null {
  const message = parseJsonObject(new TextDecoder().decode(bytes));
  return message !== null && Check(BatchHeaderSchema, message) ? message : null;
}
