/** Represents FNC1 in a message of bytes. */
export const FNC1 = -1;

/**
 * The encodation schemes of ISO/IEC 16022, 5.2.1. X12 is left out, because C40 is as dense for almost all of its
 * characters.
 */
export type Scheme = 'ascii' | 'c40' | 'text' | 'edifact' | 'base256';

/** The codewords that switch from ASCII into each scheme, and those that switch back. */
export const LATCH: Readonly<Record<Exclude<Scheme, 'ascii'>, number>> = {
  base256: 231,
  c40: 230,
  text: 239,
  edifact: 240,
};
export const UNLATCH_C40 = 254;
export const UNLATCH_EDIFACT = 31;
export const FNC1_CODEWORD = 232;
const UPPER_SHIFT = 235;
const DIGIT_PAIRS = 130;

const SHIFT_1 = 0;
const SHIFT_2 = 1;
const SHIFT_3 = 2;

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

/** A stretch of a message in ASCII, with digits in pairs (5.2.3). */
export function asciiCodewords(message: readonly number[], from: number, to: number): number[] {
  const codewords: number[] = [];
  for (let i = from; i < to; i++) {
    const byte = message[i] ?? 0;
    const next = i + 1 < to ? message[i + 1] : undefined;
    if (byte === FNC1) codewords.push(FNC1_CODEWORD);
    else if (isDigit(byte) && isDigit(next)) {
      codewords.push(DIGIT_PAIRS + (byte - 48) * 10 + (next ?? 0) - 48);
      i++;
    } else if (byte > 127) codewords.push(UPPER_SHIFT, byte - 127);
    else codewords.push(byte + 1);
  }
  return codewords;
}

/** How many ASCII codewords a single character takes. */
export function asciiCost(byte: number): number {
  return byte > 127 ? 2 : 1;
}

const VALUES = { c40: tableOf('c40'), text: tableOf('text') } as const;

/** The values of one character in C40 or Text (5.2.5, 5.2.6); undefined for a character beyond ASCII. */
export function tripleValues(scheme: 'c40' | 'text', byte: number): readonly number[] | undefined {
  return byte === FNC1 ? [SHIFT_2, 27] : VALUES[scheme][byte];
}

function tableOf(scheme: 'c40' | 'text'): readonly (readonly number[])[] {
  const [basic, shifted] = scheme === 'c40' ? [65, 97] : [97, 65];
  return Array.from({ length: 128 }, (_, byte) => {
    if (byte === 32) return [3];
    if (isDigit(byte)) return [byte - 48 + 4];
    if (byte >= basic && byte < basic + 26) return [byte - basic + 14];
    if (byte >= shifted && byte < shifted + 26) return [SHIFT_3, byte - shifted + 1];
    if (byte < 32) return [SHIFT_1, byte];
    if (byte < 48) return [SHIFT_2, byte - 33];
    if (byte < 65) return [SHIFT_2, byte - 58 + 15];
    if (byte === 96) return [SHIFT_3, 0];
    if (byte < 96) return [SHIFT_2, byte - 91 + 22];
    return [SHIFT_3, byte - 123 + 27];
  });
}

/** Packs three values into two codewords. An incomplete triple is filled with shifts, which have no effect. */
export function tripleCodewords(values: readonly number[]): number[] {
  const codewords: number[] = [];
  for (let i = 0; i < values.length; i += 3) {
    const sum = 1600 * (values[i] ?? 0) + 40 * (values[i + 1] ?? SHIFT_1) + (values[i + 2] ?? SHIFT_1) + 1;
    codewords.push(sum >> 8, sum & 255);
  }
  return codewords;
}

export function isEdifact(byte: number): boolean {
  return byte >= 32 && byte <= 94;
}

/** Packs values of six bits, four into three codewords; the unused bits of the last codeword are zero (5.2.8). */
export function edifactCodewords(values: readonly number[]): number[] {
  const codewords: number[] = [];
  let bits = 0;
  let count = 0;
  for (const value of values) {
    bits = (bits << 6) | (value & 63);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    codewords.push((bits >> count) & 255);
  }
  if (count > 0) codewords.push((bits << (8 - count)) & 255);
  return codewords;
}

/** Length and bytes, each disguised by a pseudo-random number that depends on its place, counted from 1 (annex B.2). */
export function base256Codewords(bytes: readonly number[], at: number): number[] {
  const length = bytes.length < 250 ? [bytes.length] : [249 + Math.floor(bytes.length / 250), bytes.length % 250];
  return [...length, ...bytes].map((byte, i) => (byte + ((149 * (at + i + 1)) % 255) + 1) % 256);
}

/** Fills the symbol up with pads: the first is plain, the others are disguised by their places (annex B.1). */
export function padded(codewords: readonly number[], capacity: number): number[] {
  const all = [...codewords];
  if (all.length < capacity) all.push(129);
  while (all.length < capacity) {
    const value = 129 + ((149 * (all.length + 1)) % 253) + 1;
    all.push(value > 254 ? value - 254 : value);
  }
  return all;
}
