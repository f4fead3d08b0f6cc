/** Excel keeps 15 significant digits; the 16th and 17th of a double are noise such as 0.30000000000000004. */
const SIGNIFICANT_DIGITS = 15;
/** From this exponent on a row of zeros is harder to read than an exponent. */
const LARGEST_PLAIN_EXPONENT = 20;
const SMALLEST_PLAIN_EXPONENT = -15;

/** A decimal number as its shown digits, without binary rounding in between. */
export interface Decimal {
  readonly negative: boolean;
  /** Digits before the point, no leading zeros; '' below 1. */
  readonly whole: string;
  /** Digits after the point. */
  readonly fraction: string;
}

/** A number as digits, not as `6.90123E+12`. */
export function plainNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value + 0);
  const shortest = String(value);
  if (!Number.isFinite(value)) return shortest;
  // Too short to have a 16th digit, like most prices and weights.
  if (shortest.length <= SIGNIFICANT_DIGITS && !shortest.includes('e')) return shortest;
  const { digits, exponent } = significant(value);
  if (exponent > LARGEST_PLAIN_EXPONENT || exponent < SMALLEST_PLAIN_EXPONENT) {
    const rest = digits.slice(1);
    const sign = exponent < 0 ? '-' : '+';
    return `${value < 0 ? '-' : ''}${digits[0]}${rest === '' ? '' : '.'}${rest}E${sign}${Math.abs(exponent)}`;
  }
  return decimalText(toDecimal(value));
}

export function toDecimal(value: number): Decimal {
  const { digits, exponent } = significant(value);
  const point = exponent + 1;
  const negative = value < 0;
  if (point <= 0) return { negative, whole: '', fraction: '0'.repeat(-point) + digits };
  const whole = digits.slice(0, point).padEnd(point, '0');
  return { negative, whole: whole === '0' ? '' : whole, fraction: digits.slice(point) };
}

/** Makes a decimal of plain digits such as `-12345678901234567890`. */
export function digitsToDecimal(text: string): Decimal {
  const negative = text.startsWith('-');
  return { negative, whole: text.slice(negative ? 1 : 0).replace(/^0+/, ''), fraction: '' };
}

export function decimalText({ negative, whole, fraction }: Decimal): string {
  const tail = fraction.replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole === '' ? '0' : whole}${tail === '' ? '' : '.'}${tail}`;
}

/** Moves the point: `places` > 0 multiplies by that power of ten. */
export function shiftDecimal(decimal: Decimal, places: number): Decimal {
  const { whole, fraction } = decimal;
  if (places >= 0) {
    const moved = fraction.slice(0, places).padEnd(places, '0');
    return { ...decimal, whole: (whole + moved).replace(/^0+/, ''), fraction: fraction.slice(places) };
  }
  const padded = whole.padStart(-places, '0');
  return { ...decimal, whole: padded.slice(0, places).replace(/^0+/, ''), fraction: padded.slice(places) + fraction };
}

/** Rounds to `places` digits after the point, halves away from zero as Excel does. Keeps trailing zeros. */
export function roundDecimal(decimal: Decimal, places: number): Decimal {
  const { whole, fraction } = decimal;
  if (fraction.length <= places) return { ...decimal, fraction: fraction.padEnd(places, '0') };
  let digits = whole + fraction.slice(0, places);
  if (fraction.charCodeAt(places) >= 0x35) digits = (BigInt(`0${digits}`) + 1n).toString().padStart(digits.length, '0');
  const point = digits.length - places;
  return { ...decimal, whole: digits.slice(0, point).replace(/^0+/, ''), fraction: digits.slice(point) };
}

export function isZero({ whole, fraction }: Decimal): boolean {
  return whole === '' && /^0*$/.test(fraction);
}

function significant(value: number): { digits: string; exponent: number } {
  const [mantissa = '', exponent = '0'] = Math.abs(value)
    .toExponential(SIGNIFICANT_DIGITS - 1)
    .split('e');
  return { digits: mantissa.replace('.', '').replace(/0+$/, '') || '0', exponent: Number(exponent) };
}
