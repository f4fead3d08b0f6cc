const PNG_FIRST_CHUNK = 8;
const CHUNK_HEAD = 8;
const CHUNK_FRAME = 12;
/** The chunk type of pixel data. */
const IDAT = 0x49444154;
/** Samples per pixel by PNG color type (PNG 11.2.2). */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Whether a PNG has all of its rows. A decoder leaves missing rows white, so the loss of a part of the label would go
 * unnoticed.
 */
export async function isWholePng(png: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth = 0, colour = 0, , , interlaced = 0] = png.subarray(24, 29);
  const rowBytes = 1 + Math.ceil((width * depth * (SAMPLES[colour] ?? 0)) / 8);
  // The passes of an interlaced picture have rows of their own: together they are never shorter.
  const expected = interlaced === 0 ? rowBytes * height : (rowBytes - 1) * height;
  return (await inflatedBytes(pixelChunks(png, view), expected)) >= expected;
}

/** The data of the IDAT chunks. */
function* pixelChunks(png: Uint8Array<ArrayBuffer>, view: DataView): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = PNG_FIRST_CHUNK; at + CHUNK_FRAME <= png.length; at += CHUNK_FRAME + view.getUint32(at)) {
    if (view.getUint32(at + 4) === IDAT && view.getUint32(at) > 0)
      yield png.subarray(at + CHUNK_HEAD, at + CHUNK_HEAD + view.getUint32(at));
  }
}

/** The inflated size in bytes, counted until there are enough. Reads one chunk at a time: a file may have millions. */
async function inflatedBytes(chunks: Iterator<Uint8Array<ArrayBuffer>>, enough: number): Promise<number> {
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const next = chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream('deflate')).getReader();
  let count = 0;
  try {
    while (count < enough) {
      const { done, value } = await reader.read();
      if (done) break;
      count += value.length;
    }
  } catch {
    return count;
  }
  void reader.cancel().catch(() => undefined);
  return count;
}

/** Whether a JPEG has its end marker; a truncated one has none. Some cameras write more after it. */
export function isWholeJpeg(jpeg: Uint8Array): boolean {
  for (let i = jpeg.length - 2; i >= 2; i--) if (jpeg[i] === 0xff && jpeg[i + 1] === 0xd9) return true;
  return false;
}
