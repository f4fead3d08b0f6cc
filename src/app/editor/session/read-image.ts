import type { Size } from '#model/kernel/geometry.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { sniffImage } from '#model/template/embedded-image.ts';
import { isSvg } from '#model/template/svg/read-svg.ts';
import { readBackground, type BackgroundAsset } from '#app/ui/background-asset.ts';
import type { RenderClient } from '#services/render/render-client.ts';

/** An image and its size in pixels, or in units of a drawing. */
export interface LoadedImage extends BackgroundAsset {
  readonly size: Size;
}

/**
 * Reads a chosen, dropped or pasted image of at most `limitKb` kilobytes, which may be an SVG. The problems are those of a
 * background and of `readSvg`.
 */
export async function readImage(
  file: Blob,
  limitKb: number,
  render: Pick<RenderClient, 'inspectImage'>,
): Promise<Result<LoadedImage>> {
  let size: Size = { width: 1, height: 1 };
  const inspect = async (bytes: Uint8Array): Promise<Result<unknown>> => {
    const inspected = await render.inspectImage(bytes);
    if (inspected.ok) size = { width: inspected.value.width, height: inspected.value.height };
    return inspected;
  };
  const loaded = await readBackground(file, limitKb, inspect, (bytes) =>
    isSvg(bytes) ? 'image/svg+xml' : sniffImage(bytes),
  );
  return loaded.ok ? ok({ ...loaded.value, size }) : loaded;
}
