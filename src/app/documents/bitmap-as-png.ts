import { pictureSizeProblem } from '#model/document/document-file.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';

const HEAD_BYTES = 26;
/** OS/2's header, with two bytes for each side. */
const CORE_HEAD = 12;

/**
 * Converts a bitmap that browsers support and the document worker does not to a PNG, pixel for pixel. The browser decodes
 * it in this page, so its size is checked first. Problems: `document.pictureTooLarge`, `image.corrupt`.
 */
export async function bitmapAsPng(file: File): Promise<Result<File>> {
  try {
    const head = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const tooLarge = pictureSizeProblem(pixelsOf(head));
    if (tooLarge !== null) return err(tooLarge);
    // The browser decodes by type; the name of a `.bp` gives it none.
    const picture = await createImageBitmap(new Blob([file], { type: 'image/bmp' }));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    picture.close();
    return ok(new File([await canvas.convertToBlob({ type: 'image/png' })], file.name, { type: 'image/png' }));
  } catch {
    return err(problem('image.corrupt'));
  }
}

/** Throws for a truncated file. */
function pixelsOf(head: DataView): number {
  return head.getUint32(14, true) === CORE_HEAD
    ? head.getUint16(18, true) * head.getUint16(20, true)
    : // Rows that are stored from the top down have a height below nought.
      Math.abs(head.getInt32(18, true) * head.getInt32(22, true));
}
