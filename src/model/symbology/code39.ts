import { onlyCharacters } from './digits.ts';
import type { SymbolEncoder } from './encoder.ts';
import { encodeLinear, WIDE_RATIO } from './linear.ts';

/** ISO/IEC 16388, without a check character. */
export const encodeCode39: SymbolEncoder = (content, title) => {
  const checked = onlyCharacters(content, /[0-9A-Z .$/+%-]/, title);
  if (!checked.ok) return checked;
  // Quiet zone: ISO/IEC 16388, 4.4.1 e: 10 X.
  return encodeLinear(
    { symbology: 'code39', encoder: 'code39', content, text: content, quiet: [10, 10], wideRatio: WIDE_RATIO },
    content,
  );
};
