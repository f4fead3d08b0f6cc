import type { ByteBuffer } from '../table/byte-buffer.ts';

/** A double can hold any whole number with this many digits. */
const EXACT_DIGITS = 15;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const POWERS: Float64Array = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, n) => 10 ** n);

/** The number written in the buffer; NaN when it is none. */
export function parseNumber(text: ByteBuffer): number {
  const { bytes, length } = text;
  const negative = bytes[0] === MINUS;
  const start = negative ? 1 : 0;
  // Up to 15 digits both the mantissa and the power of ten are exact, so their quotient is rounded correctly.
  if (length - start <= EXACT_DIGITS + 1 && length > start) {
    let mantissa = 0;
    let digits = 0;
    let places = -1;
    for (let i = start; i < length; i++) {
      const digit = (bytes[i] as number) - ZERO;
      if (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit;
        digits++;
        if (places >= 0) places++;
      } else if (bytes[i] === POINT && places < 0) {
        places = 0;
      } else {
        return parseSlowly(text);
      }
    }
    if (digits > 0 && digits <= EXACT_DIGITS) {
      const value = places > 0 ? mantissa / (POWERS[places] as number) : mantissa;
      return negative ? -value : value;
    }
  }
  return parseSlowly(text);
}

/** True for nothing but digits, and more of them than a double can hold. */
export function isWholeDigits({ bytes, length }: ByteBuffer): boolean {
  const start = bytes[0] === MINUS ? 1 : 0;
  if (length - start <= EXACT_DIGITS) return false;
  for (let i = start; i < length; i++) {
    const digit = (bytes[i] as number) - ZERO;
    if (digit < 0 || digit > 9) return false;
  }
  return true;
}

function parseSlowly({ bytes, length }: ByteBuffer): number {
  let text = '';
  for (let i = 0; i < length && i < 400; i++) text += String.fromCharCode(bytes[i] as number);
  text = text.trim();
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
