import type { Result } from '#model/kernel/result.ts';

/** The API of the worker that reads codes in pictures. `Picture` is an ImageBitmap in the browser. */
export interface CodeReaderApi<Picture> {
  /** Loads the reader; `camera.noReader` when it is not available. */
  start(): Promise<Result<null>>;
  /** The text of the code in the picture, of any kind; null when there is none. Consumes the picture. */
  read(picture: Picture): Promise<Result<string | null>>;
}
