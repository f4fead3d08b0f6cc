const ZERO = 0x30;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
/** The most digits that a double keeps exactly. */
const MAX_DIGITS = 15;
const POWERS: readonly number[] = Array.from({ length: MAX_DIGITS + 1 }, (_, i) => 10 ** i);

/**
 * The number in a text: an optional sign, digits, optionally a point and more digits, with blanks around it. NaN for
 * any other text, and for more digits than a double keeps: those are codes.
 */
export function numberOfText(bytes: Uint8Array, from: number, to: number): number {
  let start = from;
  let end = to;
  while (start < end && bytes[start] === 0x20) start++;
  while (end > start && bytes[end - 1] === 0x20) end--;
  const sign = bytes[start];
  if (sign === MINUS || sign === PLUS) start++;
  let mantissa = 0;
  let digits = 0;
  let places = -1;
  for (let i = start; i < end; i++) {
    const digit = (bytes[i] as number) - ZERO;
    if (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      if (++digits > MAX_DIGITS) return Number.NaN;
      if (places >= 0) places++;
    } else if (bytes[i] === POINT && places < 0) {
      places = 0;
    } else {
      return Number.NaN;
    }
  }
  if (digits === 0) return Number.NaN;
  const value = places > 0 ? mantissa / (POWERS[places] as number) : mantissa;
  return sign === MINUS ? -value : value;
}
