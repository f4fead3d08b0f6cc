import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';

/** A bitmap that browsers show and the document worker does not read, pixel for pixel. Problem: `image.corrupt`. */
export async function bitmapAsPng(file: File): Promise<Result<File>> {
  try {
    // The type decides what the browser takes it for; the name of a `.bp` gives it none.
    const picture = await createImageBitmap(new Blob([file], { type: 'image/bmp' }));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    picture.close();
    return ok(new File([await canvas.convertToBlob({ type: 'image/png' })], file.name, { type: 'image/png' }));
  } catch {
    return err(problem('image.corrupt'));
  }
}
