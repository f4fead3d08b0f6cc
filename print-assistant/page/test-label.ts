import { randomUUID } from 'node:crypto';
import { dotsPerMm, mmToDots, type Dots, type Mm } from '#model/kernel/units.ts';
import { type Result, ok } from '#model/kernel/result.ts';
import type { MediaLimits, PageAck, PrinterInfo } from '#protocol/assistant.ts';
import type { Client } from '../fair-share.ts';
import type { JobManager } from '../job-manager.ts';
import type { Bitmap } from '../png/png-decode.ts';
import { encodePng } from '../png/png-encode.ts';

/** Default where the printer does not report its capabilities. */
const USUAL = { widthMm: 60, heightMm: 40, dpi: 300 } as const;
const TICK_MM = 5;

/** The assistant's own page, as a client. */
export const OWN_PAGE: Client = { site: 'assistant', owner: 'assistant' };

/**
 * Prints a label that shows whether size, position and dots are right: a frame at the edge, rulers and a ladder of
 * lines.
 */
export async function printTestLabel(manager: JobManager, printer: PrinterInfo): Promise<Result<PageAck>> {
  const [media] = printer.media;
  const widthMm = sideOf(USUAL.widthMm, media, 'Width');
  const heightMm = sideOf(USUAL.heightMm, media, 'Height');
  const dpi =
    printer.dpis.length === 0 || printer.dpis.includes(USUAL.dpi) ? USUAL.dpi : (printer.dpis[0] ?? USUAL.dpi);
  const png = encodePng(drawTestLabel(widthMm, heightMm, dpi), dpi);
  const jobId = `test-${randomUUID()}`;
  const order = { jobId, sequence: 1, page: 1, row: 1, column: 1, widthMm, heightMm, dpi, copies: 1 };
  const page = { ...order, printer: printer.name, jobName: 'Test label', ...OWN_PAGE };
  const printed = await manager.output(page, {
    isHere: true,
    read: () => Promise.resolve(ok({ png, done: () => undefined })),
  });
  const ended = await manager.end(OWN_PAGE, jobId, 'finished');
  return printed.ok && !ended.ok ? ended : printed;
}

function sideOf(usualMm: Mm, media: MediaLimits | undefined, side: 'Width' | 'Height'): Mm {
  if (media === undefined) return usualMm;
  return Math.min(Math.max(usualMm, media[`min${side}Mm`]), media[`max${side}Mm`]);
}

/** Exported for its test. */
export function drawTestLabel(widthMm: Mm, heightMm: Mm, dpi: number): Bitmap {
  const widthDots = mmToDots(widthMm, dpi);
  const heightDots = mmToDots(heightMm, dpi);
  const rowBytes = Math.ceil(widthDots / 8);
  const bits = new Uint8Array(rowBytes * heightDots).fill(0xff);
  const ink = (x: Dots, y: Dots, width: Dots, height: Dots): void => {
    for (let row = Math.max(0, y); row < Math.min(heightDots, y + height); row++) {
      for (let column = Math.max(0, x); column < Math.min(widthDots, x + width); column++) {
        const at = row * rowBytes + (column >> 3);
        bits[at] = (bits[at] ?? 0) & ~(0x80 >> (column & 7));
      }
    }
  };
  const line = Math.max(1, Math.round(dotsPerMm(dpi) / 4));
  ink(0, 0, widthDots, line);
  ink(0, heightDots - line, widthDots, line);
  ink(0, 0, line, heightDots);
  ink(widthDots - line, 0, line, heightDots);
  for (let mm = 1; mm < widthMm; mm++) ink(mmToDots(mm, dpi), 0, line, mmToDots(mm % TICK_MM === 0 ? 4 : 2, dpi));
  for (let mm = 1; mm < heightMm; mm++) ink(0, mmToDots(mm, dpi), mmToDots(mm % TICK_MM === 0 ? 4 : 2, dpi), line);
  // Lines of one to six dots with gaps of the same width, to be distinguishable.
  let x = mmToDots(widthMm / 4, dpi);
  for (let dots = 1; dots <= 6; dots++) {
    for (let times = 0; times < 4; times++, x += 2 * dots)
      ink(x, mmToDots(heightMm / 3, dpi), dots, mmToDots(heightMm / 3, dpi));
    x += mmToDots(1, dpi);
  }
  return { widthDots, heightDots, rowBytes, bits };
}
