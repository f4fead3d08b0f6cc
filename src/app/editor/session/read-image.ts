import type { Size } from '#model/kernel/geometry.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { readBackground, type BackgroundAsset } from '#app/label/background-asset.ts';
import type { RenderClient } from '#services/render/render-client.ts';

/** An image and its size in pixels. */
export interface LoadedImage extends BackgroundAsset {
  readonly size: Size;
}

/** A chosen, dropped or pasted image of at most `limitKb` kilobytes; the problems are those of a background. */
export async function readImage(
  file: Blob,
  limitKb: number,
  render: Pick<RenderClient, 'inspectImage'>,
): Promise<Result<LoadedImage>> {
  let size: Size = { width: 1, height: 1 };
  const loaded = await readBackground(file, limitKb, async (bytes) => {
    const inspected = await render.inspectImage(bytes);
    if (inspected.ok) size = { width: inspected.value.width, height: inspected.value.height };
    return inspected;
  });
  return loaded.ok ? ok({ ...loaded.value, size }) : loaded;
}
