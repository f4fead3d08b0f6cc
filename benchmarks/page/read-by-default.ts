import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { PictureCheck } from './peers.ts';

/** Reads a whole label with the default options of zxing-wasm, and throws unless it finds `symbols` of them. */
export async function createReadingByDefault(symbols: number): Promise<PictureCheck> {
  const wasmBinary = await (await fetch(wasmUrl)).arrayBuffer();
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return async (canvas) => {
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    const found = await readBarcodes(context.getImageData(0, 0, canvas.width, canvas.height));
    const read = found.filter(({ isValid }) => isValid).length;
    if (read !== symbols) throw new Error(`${read} of ${symbols} symbols read`);
  };
}
