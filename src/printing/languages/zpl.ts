import { deflate } from 'pako';
import { base64Letters } from '#model/kernel/base64.ts';
import { toHex } from '#model/kernel/hex.ts';
import { LANGUAGE_ABILITIES } from '#protocol/language-abilities.ts';
import type { MediaKind, Finish, PrinterSettings } from '#protocol/printer-settings.ts';
import { ascii, commandLines, positionedPage, nearestStep } from './commands.ts';
import { inkRows, type PrintedPage } from './printed-page.ts';
import type { CompressRows, PrinterLanguage } from './printer-language.ts';

/* ZPL II Programming Guide, Zebra P1099958. */

const { darkness: DARKNESS, speed: SPEED } = LANGUAGE_ABILITIES.zpl;
/** `^MN`: web sensing, mark sensing, continuous. */
const TRACKING: { readonly [K in MediaKind]: string } = { gap: 'W', mark: 'M', continuous: 'N' };
/** `^MM`: tear-off, peel-off, cutter, rewind. */
const MODE: { readonly [K in Finish]: string } = { tear: 'T', peel: 'P', cut: 'C', rewind: 'R' };

/** The encoding of the bytes of `^GF`: hexadecimal with repeats, or zlib in base64 with a checksum. */
export const ZPL_GRAPHICS = ['ascii', 'z64'] as const;
export type ZplGraphics = (typeof ZPL_GRAPHICS)[number];

export const zpl: PrinterLanguage = {
  ...LANGUAGE_ABILITIES.zpl,
  extension: 'zpl',
  mediaType: 'application/vnd.zebra-zpl',
  opening: new Uint8Array(0),
  encode: (page, settings, compress) => encodeZpl(page, settings, 'z64', compress),
};

/** `z64` is half as long as `ascii`, which printers before firmware x.10 need. */
export function* encodeZpl(
  whole: PrintedPage,
  settings: PrinterSettings,
  graphics: ZplGraphics,
  compress: CompressRows = (rows) => deflate(rows),
): Generator<Uint8Array, void, undefined> {
  const { page, x, y } = positionedPage(whole, settings);
  const darkness = nearestStep(DARKNESS, settings.darkness);
  const speed = nearestStep(SPEED, settings.speed);
  yield commandLines([
    '^XA',
    ...(darkness === null ? [] : [`~SD${String(darkness).padStart(2, '0')}`]),
    ...(speed === null ? [] : [`^PR${speed}`]),
    ...(settings.media === null ? [] : [`^MN${TRACKING[settings.media]}`]),
    ...(settings.finish === null ? [] : [`^MM${MODE[settings.finish]}`]),
    `^PW${whole.widthDots}`,
    `^LL${whole.heightDots}`,
    '^LH0,0',
  ]);
  const size = page.rowBytes * page.heightDots;
  yield ascii(`^FO${x},${y}^GFA,`);
  if (graphics === 'z64') {
    // Bytes, because strings of this length take as long as the compression.
    const packed = base64Letters(compress(inkRows(page), page.rowBytes));
    yield ascii(`${size},${size},${page.rowBytes},:Z64:`);
    yield packed;
    yield ascii(`:${checkSum(packed)}`);
  } else {
    yield ascii(`${size},${size},${page.rowBytes},`);
    yield* hexadecimalRows(page);
  }
  yield commandLines(['^FS', `^PQ${whole.copies},0,0,N`, '^XZ']);
}

function checkSum(letters: Uint8Array): string {
  return crc16(letters).toString(16).padStart(4, '0');
}

/** Rows per part. */
const ROWS_AT_ONCE = 256;

/** Each row in hexadecimal digits; `:` repeats the previous row. */
function* hexadecimalRows(page: PrintedPage): Generator<Uint8Array, void, undefined> {
  let before = '';
  for (let first = 0; first < page.heightDots; first += ROWS_AT_ONCE) {
    let text = '';
    for (let y = first; y < Math.min(page.heightDots, first + ROWS_AT_ONCE); y++) {
      const row = shortened(toHex(inkRows(page, y, y + 1)).toUpperCase());
      text += row === before ? ':' : row;
      before = row;
    }
    yield ascii(text);
  }
}

/**
 * The "Alternative Data Compression Scheme" of the guide: `,` for zeros up to the row's end, `!` for ones, and a run of
 * equal digits as its length and one of them. Lengths are sums of letters: G to Y are 1 to 19, g to z 20 to 400.
 */
function shortened(digits: string): string {
  const end = digits.replace(/(0+|F+)$/, '');
  const rest = digits.length - end.length;
  const tail = rest === 0 ? '' : digits.endsWith('0') ? ',' : '!';
  return end.replace(/(.)\1{2,418}/g, (run, digit: string) => lengthCode(run.length) + digit) + tail;
}

const LARGE_G = 0x47;
const SMALL_G = 0x67;

/** For 1 to 419: the longest run is a `z` and a `Y`. */
function lengthCode(length: number): string {
  const twenties = Math.floor(length / 20);
  const ones = length % 20;
  const high = twenties === 0 ? '' : String.fromCharCode(SMALL_G + twenties - 1);
  return high + (ones === 0 ? '' : String.fromCharCode(LARGE_G + ones - 1));
}

/** CRC-16 with the polynomial x^16 + x^12 + x^5 + 1 and the start 0 (XMODEM), the checksum of `Z64` data in ZPL. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) & 0xff00) ^ (CRC_TABLE[(crc >> 8) ^ byte] ?? 0);
  return crc;
}

/** The checksum of each byte alone. */
const CRC_TABLE: Uint16Array = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
  return crc;
});
