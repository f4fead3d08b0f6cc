import { randomUUID } from 'node:crypto';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { dotsToMm } from '#model/kernel/units.ts';
import { MAX_MESSAGE_PNG_BYTES, type CellToPrint, type PageAck } from '#protocol/assistant.ts';
import type { Client } from './fair-share.ts';
import type { JobManager } from './job-manager.ts';
import { decodeAnyPng } from './png/any-png.ts';
import { encodePng } from './png/png-encode.ts';

const DATA_URL = /^data:image\/png;base64,/;

/**
 * Prints a cell of a client that uses only the specification's protocol: as a job of its own with one page, because the
 * message has no id. Sent twice, it is printed twice.
 */
export async function printCell(manager: JobManager, client: Client, cell: CellToPrint): Promise<Result<PageAck>> {
  const printer = cell.printer ?? cell.printerName;
  if (printer === undefined) return err(problem('assistant.printerUnknown', { printer: '' }));
  const png = Buffer.from(cell.image.replace(DATA_URL, ''), 'base64');
  if (png.length > MAX_MESSAGE_PNG_BYTES) return err(problem('assistant.tooLarge', { bytes: png.length }));
  const picture = await decodeAnyPng(png);
  if (!picture.ok) return err(problem('assistant.badMessage', { reason: picture.error }));
  const { bitmap, dpi } = picture.value;
  const image = encodePng(bitmap, dpi);
  const jobId = `cell-${randomUUID()}`;
  const { page = 1, row = 1, column = 1 } = cell;
  const place = { page: Math.max(1, page), row: Math.max(1, row), column: Math.max(1, column) };
  const sizes = { widthMm: dotsToMm(bitmap.widthDots, dpi), heightMm: dotsToMm(bitmap.heightDots, dpi), dpi };
  const order = { jobId, sequence: 1, ...place, ...sizes, copies: Number(cell.copies ?? 1), printer };
  const jobName = `Page ${page}, ${row}.${column}`;
  const printed = await manager.output(
    { ...order, jobName, ...client },
    {
      isHere: true,
      read: () => Promise.resolve(ok({ png: image, done: () => undefined })),
    },
  );
  const ended = await manager.end(client, jobId, 'finished');
  return printed.ok && !ended.ok ? ended : printed;
}
