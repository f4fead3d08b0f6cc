import type { Result } from '#model/kernel/result.ts';

/** The API of the worker that reads codes in pictures. `Picture` is an ImageBitmap in the browser. */
export interface CodeReaderApi<Picture> {
  /** Fetches the reader; `camera.noReader` when it cannot be had. */
  start(): Promise<Result<null>>;
  /** The text of the code in the picture, of whatever kind it is; null when there is none. The picture is used up. */
  read(picture: Picture): Promise<Result<string | null>>;
}
