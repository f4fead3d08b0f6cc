import type { Decimal } from './decimal.ts';
import type { FormatToken } from './format-tokens.ts';

/** A section such as `# ?/?` or `0/100`, ready to fill. */
export interface FractionSection {
  readonly type: 'fraction';
  readonly before: string;
  /** False for `?/?`, which shows 1.5 as 3/2. */
  readonly mixed: boolean;
  /** Text before the fraction of a number below 1: '0' for `0 ?/?`. */
  readonly zero: string;
  /** A fixed denominator, or the largest allowed one. */
  readonly denominator: { readonly fixed: bigint } | { readonly largest: bigint };
  readonly after: string;
}

/** Longer denominators are unreadable. */
const MAX_DIGITS = 7;

/** The fraction that these tokens describe; null when they describe none. */
export function compileFraction(all: readonly FormatToken[]): FractionSection | null {
  const tokens = all.filter((token) => token.type !== 'locale' && token.type !== 'condition');
  const slash = tokens.findIndex(
    (token, i) => token.type === 'slash' && tokens[i - 1]?.type === 'digit' && isDenominator(tokens[i + 1]),
  );
  if (slash < 0) return null;
  let end = slash + 1;
  while (isDenominator(tokens[end])) end++;
  let start = slash;
  while (tokens[start - 1]?.type === 'digit') start--;
  const head = tokens.slice(0, start);
  const wholeAt = head.findIndex((token) => token.type === 'digit');
  const before = literalText(wholeAt < 0 ? head : head.slice(0, wholeAt));
  // Between the whole number and the fraction only spaces make sense; the digits before them are one number.
  const whole = wholeAt < 0 ? [] : head.slice(wholeAt).filter((token) => token.type === 'digit');
  const after = literalText(tokens.slice(end));
  const denominator = denominatorOf(tokens.slice(slash + 1, end));
  if (before === null || after === null || denominator === null) return null;
  const zero = whole.some((token) => token.mark === '0') ? '0' : '';
  return { type: 'fraction', before, mixed: wholeAt >= 0, zero, denominator, after };
}

function isDenominator(token: FormatToken | undefined): boolean {
  return token?.type === 'digit' || token?.type === 'numeral';
}

function denominatorOf(tokens: readonly FormatToken[]): FractionSection['denominator'] | null {
  if (tokens.length > MAX_DIGITS) return null;
  if (!tokens.some((token) => token.type === 'numeral')) return { largest: 10n ** BigInt(tokens.length) - 1n };
  const digits = tokens.map((token) => (token.type === 'numeral' ? token.text : '0')).join('');
  return { fixed: BigInt(digits) };
}

function literalText(tokens: readonly FormatToken[]): string | null {
  let text = '';
  for (const token of tokens) {
    if (token.type !== 'literal' && token.type !== 'numeral') return null;
    text += token.text;
  }
  return text;
}

/**
 * The number as the nearest fraction that the section allows. Omits the spaces with which Excel aligns fractions in a
 * column: 0.5 as `# ?/?` gives "1/2", and 2 gives "2".
 */
export function fillFraction(section: FractionSection, value: Decimal, signed: boolean): string {
  const scale = 10n ** BigInt(value.fraction.length);
  const numerator = BigInt(`0${value.whole}${value.fraction}`);
  const { denominator: allowed } = section;
  const [n, d] =
    'fixed' in allowed
      ? [(2n * numerator * allowed.fixed + scale) / (2n * scale), allowed.fixed]
      : nearest(numerator, scale, allowed.largest);
  const sign = signed && value.negative && n > 0n ? '-' : '';
  const around = (text: string): string => sign + section.before + text + section.after;
  if (!section.mixed) return around(`${n}/${d}`);
  const whole = n / d;
  const rest = n % d;
  if (rest === 0n) return around(String(whole));
  return around(`${whole === 0n ? section.zero : whole} ${rest}/${d}`.trimStart());
}

/**
 * The fraction nearest to `numerator / denominator` whose denominator is at most `largest`, by continued fractions (the
 * last two convergents are the only candidates).
 */
function nearest(numerator: bigint, denominator: bigint, largest: bigint): readonly [bigint, bigint] {
  let [p0, q0, p1, q1] = [0n, 1n, 1n, 0n];
  let [n, d] = [numerator, denominator];
  while (d !== 0n) {
    const a = n / d;
    const q2 = q0 + a * q1;
    if (q2 > largest) break;
    [p0, q0, p1, q1] = [p1, q1, p0 + a * p1, q2];
    [n, d] = [d, n - a * d];
  }
  if (d === 0n) return [p1, q1];
  const k = (largest - q0) / q1;
  const [p2, q2] = [p0 + k * p1, q0 + k * q1];
  const distance = (p: bigint, q: bigint): bigint => {
    const difference = p * denominator - numerator * q;
    return difference < 0n ? -difference : difference;
  };
  // Compared without division: |p1/q1 - x| <= |p2/q2 - x|.
  return distance(p1, q1) * q2 <= distance(p2, q2) * q1 ? [p1, q1] : [p2, q2];
}
