import { onlyCharacters } from './digits.ts';
import type { SymbologyDefinition } from './definition.ts';
import { encodeLinear, WIDE_RATIO } from './linear.ts';

/** ISO/IEC 16388, without a check character. */
export const code39: SymbologyDefinition = {
  title: 'Code 39',
  fileId: 2,
  defaultValue: '0123456789',
  encode(content) {
    const checked = onlyCharacters(content, /[0-9A-Z .$/+%-]/, this.title);
    if (!checked.ok) return checked;
    // Quiet zone: ISO/IEC 16388, 4.4.1 e: 10 X.
    return encodeLinear(
      { symbology: 'code39', encoder: 'code39', content, text: content, quiet: [10, 10], wideRatio: WIDE_RATIO },
      content,
    );
  },
};
