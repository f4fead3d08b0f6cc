import { onlyCharacters } from './digits.ts';
import type { SymbologyDefinition } from './definition.ts';
import { encodeLinear } from './linear.ts';

/** ISO/IEC 15417. ASCII; the encoder changes between code sets A, B and C for the shortest symbol. */
export const code128: SymbologyDefinition = {
  title: 'Code 128',
  fileId: 1,
  defaultValue: '0123456789',
  encode(content) {
    // oxlint-disable-next-line no-control-regex -- Code 128 encodes control characters too
    const checked = onlyCharacters(content, /[\u0000-\u007f]/, this.title);
    if (!checked.ok) return checked;
    // Quiet zone: ISO/IEC 15417, 4.4 a: 10 X on each side.
    return encodeLinear({ symbology: 'code128', encoder: 'code128', content, text: content, quiet: [10, 10] }, content);
  },
};
