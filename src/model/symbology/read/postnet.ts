/**
 * The weights of a digit's five bars. Two are tall, and their weights add up to the digit; 11 means 0 (USPS DMM 708.4).
 */
const WEIGHTS = [7, 4, 2, 1, 0];

/** All digits, the check digit last; null when it is not POSTNET or the check digit is wrong. */
export function readPostnet(tall: readonly boolean[]): string | null {
  const digits = (tall.length - 2) / 5;
  if (!Number.isInteger(digits) || digits < 2 || tall[0] !== true || tall.at(-1) !== true) return null;
  let text = '';
  let sum = 0;
  for (let i = 0; i < digits; i++) {
    const bars = tall.slice(1 + 5 * i, 6 + 5 * i);
    if (bars.filter(Boolean).length !== 2) return null;
    const value = bars.reduce((total, isTall, b) => total + (isTall ? (WEIGHTS[b] ?? 0) : 0), 0);
    const digit = value === 11 ? 0 : value;
    sum += digit;
    text += String(digit);
  }
  return sum % 10 === 0 ? text : null;
}
