import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBitmapPdf, type PdfPage } from '#model/page/bitmap-pdf.ts';
import type { VerifiedPage } from '#protocol/render.ts';

/** Takes verified pages one after the other. */
export interface PageWriter {
  add(page: VerifiedPage): Promise<void>;
  /** After the last page: the files are whole. */
  finish(): Promise<void>;
}

/** `page-00001.png` …, the page's own bytes. */
export function createPngWriter(directory: string): PageWriter {
  let number = 0;
  return {
    async add(page) {
      number++;
      await writeFile(join(directory, `page-${String(number).padStart(5, '0')}.png`), page.png);
    },
    async finish() {
      // Each file was whole when it was written.
    },
  };
}

/** `pages.pdf`; under another name until it is whole, and not made at all for no page: a PDF has at least one. */
export async function createPdfWriter(directory: string): Promise<PageWriter> {
  const path = join(directory, 'pages.pdf');
  const file = await open(`${path}.part`, 'w');
  const queue = createPageQueue();
  const written = writeBitmapPdf((bytes) => file.writeFile(bytes), queue.pages);
  let pages = 0;
  return {
    add(page) {
      pages++;
      return queue.push({ ...page, compressed: imageData(page.png), copies: 1 });
    },
    async finish() {
      await queue.end();
      await written;
      await file.close();
      await (pages === 0 ? rm(`${path}.part`) : rename(`${path}.part`, path));
    },
  };
}

/** One page at a time from a pusher to an iterator: pushing waits until the last page was taken. */
function createPageQueue(): {
  push(page: PdfPage): Promise<void>;
  end(): Promise<void>;
  pages: AsyncIterable<PdfPage>;
} {
  const transfer = new TransformStream<PdfPage, PdfPage>();
  const writer = transfer.writable.getWriter();
  return {
    push: (page) => writer.write(page),
    end: () => writer.close(),
    pages: transfer.readable as unknown as AsyncIterable<PdfPage>,
  };
}

const IDAT = 0x49444154;

/** The zlib stream of a PNG of our own: its IDAT chunks joined. */
function imageData(png: Uint8Array): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === IDAT) parts.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  return Buffer.concat(parts);
}
