import { expose } from 'comlink';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { CodeReaderApi } from '#protocol/code-reader.ts';
import { loadZxingInBrowser } from './read-back/load-zxing-browser.ts';
import { codeInPicture } from './read-back/picture-codes.ts';

/** The worker that reads codes in a camera's pictures. It has only the reader of the render worker. */
const reader: CodeReaderApi<ImageBitmap> = {
  start: () =>
    loadZxingInBrowser().then(
      () => ok(null),
      () => err(problem('camera.noReader')),
    ),
  async read(picture) {
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    context?.drawImage(picture, 0, 0);
    picture.close();
    if (context === null) return err(problem('camera.noReader'));
    const { data } = context.getImageData(0, 0, width, height);
    return ok(codeInPicture(await loadZxingInBrowser(), data, width, height));
  },
};

expose(reader);
