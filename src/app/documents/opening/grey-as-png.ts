import type { GreyPlane } from '#model/document/grey-plane.ts';

/** The grey of each dot as a file, exactly. */
export async function greyAsPng({ width, height, grey }: GreyPlane): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = new ImageData(width, height);
  const words = new Uint32Array(pixels.data.buffer);
  for (const [i, light] of grey.entries()) words[i] = (0xff000000 | (light * 0x010101)) >>> 0;
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
}
