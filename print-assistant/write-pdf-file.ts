import { openOwnFile } from './files.ts';
import { writeBitmapPdf, type PdfPage } from '#model/page/bitmap-pdf.ts';

/** The PDF as a file, on the disk when the promise settles. */
export async function writePdfFile(path: string, pages: AsyncIterable<PdfPage>): Promise<void> {
  const file = await openOwnFile(path, 'write');
  try {
    await writeBitmapPdf((bytes) => file.writeFile(bytes), pages);
    await file.sync();
  } finally {
    await file.close();
  }
}
