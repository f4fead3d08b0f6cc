import { expectOk } from '#model/kernel/result.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';

const WIDTH = 640;
const HEIGHT = 480;
const FRAMES = 20;
const MODULE_PX = 8;
const PAPER = 235;
const INK = 16;

/** A film of a still QR symbol, in the format of Chromium's test camera (YUV4MPEG2). */
export function createFilm(content: string): Uint8Array {
  const luma = new Uint8Array(WIDTH * HEIGHT).fill(PAPER);
  drawQr(luma, content);
  const frame = Buffer.concat([
    Buffer.from('FRAME\n'),
    luma,
    // No color: two planes of a quarter of the size each.
    new Uint8Array((WIDTH * HEIGHT) / 2).fill(128),
  ]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  return new Uint8Array(Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]));
}

function drawQr(luma: Uint8Array, content: string): void {
  const symbol = expectOk(encodeSymbol('qr', content, {}));
  if (symbol.kind !== 'matrix') throw new Error('a QR symbol has modules');
  const left = Math.floor((WIDTH - symbol.columns * MODULE_PX) / 2);
  const top = Math.floor((HEIGHT - symbol.rows * MODULE_PX) / 2);
  for (let y = 0; y < symbol.rows * MODULE_PX; y++) {
    for (let x = 0; x < symbol.columns * MODULE_PX; x++) {
      const module = Math.floor(y / MODULE_PX) * symbol.columns + Math.floor(x / MODULE_PX);
      if (symbol.modules[module] === 1) luma[(top + y) * WIDTH + left + x] = INK;
    }
  }
}

/** Arguments for Chromium to show the film in this file with its camera, without a prompt. */
export function cameraArgs(film: string): readonly string[] {
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ];
}
