import { LANGUAGE_ABILITIES } from '#protocol/language-abilities.ts';
import { nearestStep, positionedPage } from './commands.ts';
import { inkRows } from './printed-page.ts';
import type { PrinterLanguage } from './printer-language.ts';

/* ESC/POS Application Programming Guide, Epson. */

const ESC = 0x1b;
const GS = 0x1d;
const FF = 0x0c;
const { darkness: DARKNESS, speed: SPEED } = LANGUAGE_ABILITIES.escpos;
/** `GS v 0` takes at most 2,303 rows; printers with little memory take a few hundred at once. */
const ROWS_AT_ONCE = 256;

export const escpos: PrinterLanguage = {
  ...LANGUAGE_ABILITIES.escpos,
  extension: 'escpos',
  mediaType: 'application/octet-stream',
  opening: new Uint8Array(0),

  *encode(whole, settings) {
    const { page, x, y } = positionedPage(whole, settings);
    const darkness = nearestStep(DARKNESS, settings.darkness);
    const speed = nearestStep(SPEED, settings.speed);
    yield Uint8Array.of(
      ESC,
      0x40,
      ...(darkness === null ? [] : [...tuning(49), darkness & 0xff]),
      ...(speed === null ? [] : [...tuning(50), speed]),
      ...(x === 0 ? [] : [GS, 0x4c, ...twoBytes(x)]),
    );
    for (let copy = 0; copy < whole.copies; copy++) {
      if (y > 0) yield blankRows(page.rowBytes, y);
      for (let first = 0; first < page.heightDots; first += ROWS_AT_ONCE) {
        const end = Math.min(page.heightDots, first + ROWS_AT_ONCE);
        yield Uint8Array.of(GS, 0x76, 0x30, 0, ...twoBytes(page.rowBytes), ...twoBytes(end - first));
        yield inkRows(page, first, end);
      }
      if (settings.media === 'mark') yield Uint8Array.of(GS, FF);
      // Function B: feeds until the page's end is past the cutter.
      if (settings.finish === 'cut') yield Uint8Array.of(GS, 0x56, 66, 0);
      // Feeds the page's end past the tear-off bar: six lines of 1/6 inch or less.
      if (settings.finish === 'tear') yield Uint8Array.of(ESC, 0x64, 6);
    }
  },
};

/** `GS ( K` with two parameter bytes, up to its value. */
function tuning(functionNumber: number): readonly number[] {
  return [GS, 0x28, 0x4b, 2, 0, functionNumber];
}

/** Rows without ink: every printer feeds them dot by dot, independent of its motion units. */
function blankRows(rowBytes: number, rows: number): Uint8Array {
  const parts: number[] = [];
  for (let first = 0; first < rows; first += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, rows - first);
    parts.push(GS, 0x76, 0x30, 0, ...twoBytes(rowBytes), ...twoBytes(count));
    for (let i = 0; i < rowBytes * count; i++) parts.push(0);
  }
  return Uint8Array.from(parts);
}

/** Least significant byte first. */
function twoBytes(value: number): readonly [number, number] {
  return [value & 0xff, value >> 8];
}
