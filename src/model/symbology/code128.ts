import { onlyCharacters } from './digits.ts';
import type { SymbolEncoder } from './encoder.ts';
import { encodeLinear } from './linear.ts';

/** ISO/IEC 15417. ASCII; the encoder changes between code sets A, B and C for the shortest symbol. */
export const encodeCode128: SymbolEncoder = (content, title) => {
  // oxlint-disable-next-line no-control-regex -- Code 128 encodes control characters too
  const checked = onlyCharacters(content, /[\u0000-\u007f]/, title);
  if (!checked.ok) return checked;
  // Quiet zone: ISO/IEC 15417, 4.4 a: 10 X on each side.
  return encodeLinear({ symbology: 'code128', encoder: 'code128', content, text: content, quiet: [10, 10] }, content);
};
