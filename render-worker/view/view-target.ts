/** Where the finished picture goes. */
export interface ViewTarget {
  /** `pixels` is RGBA, row by row; it is only valid during the call. */
  present(pixels: Uint8Array, widthPx: number, heightPx: number): void;
}

/** Shows pictures on a canvas that the page has handed over. */
export function createCanvasTarget(canvas: OffscreenCanvas): ViewTarget {
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('the canvas gives no 2d context');
  return {
    present(pixels, widthPx, heightPx): void {
      if (canvas.width !== widthPx) canvas.width = widthPx;
      if (canvas.height !== heightPx) canvas.height = heightPx;
      // A window on Skia's heap: copied once, into the canvas.
      const clamped = new Uint8ClampedArray(pixels.buffer as ArrayBuffer, pixels.byteOffset, pixels.byteLength);
      context.putImageData(new ImageData(clamped, widthPx, heightPx), 0, 0);
    },
  };
}
