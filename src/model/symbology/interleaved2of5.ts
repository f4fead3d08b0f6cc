import { onlyCharacters } from './digits.ts';
import type { SymbolEncoder } from './encoder.ts';
import { encodeLinear, WIDE_RATIO } from './linear.ts';

/** ISO/IEC 16390. Digits go in pairs: an odd number of them gets a leading 0 (specification 2, section 5). */
export const encodeInterleaved2of5: SymbolEncoder = (content, title) => {
  const checked = onlyCharacters(content, /[0-9]/, title);
  if (!checked.ok) return checked;
  const even = content.length % 2 === 0 ? content : `0${content}`;
  // Quiet zone: ISO/IEC 16390, 4.3: 10 X.
  return encodeLinear(
    {
      symbology: 'interleaved2of5',
      encoder: 'interleaved2of5',
      content: even,
      text: even,
      quiet: [10, 10],
      wideRatio: WIDE_RATIO,
    },
    even,
  );
};
