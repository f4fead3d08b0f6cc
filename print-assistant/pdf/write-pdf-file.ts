import { open } from 'node:fs/promises';
import { PRIVATE_FILE_MODE } from '../files.ts';
import { writeBitmapPdf, type PdfPage } from '#model/page/bitmap-pdf.ts';

/** The PDF as a file, on the disk when the promise settles. */
export async function writePdfFile(path: string, pages: AsyncIterable<PdfPage>): Promise<void> {
  const file = await open(path, 'w', PRIVATE_FILE_MODE);
  try {
    await writeBitmapPdf((bytes) => file.writeFile(bytes), pages);
    await file.sync();
  } finally {
    await file.close();
  }
}
