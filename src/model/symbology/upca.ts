import { withGs1CheckDigit } from './digits.ts';
import type { SymbologyDefinition } from './definition.ts';
import { encodeLinear } from './linear.ts';

/** ISO/IEC 15420. 11 digits get their check digit, 12 have it verified. */
export const upca: SymbologyDefinition = {
  title: 'UPC-A',
  fileId: 8,
  defaultValue: '012345678905',
  encode(content) {
    const full = withGs1CheckDigit(content, 12, this.title);
    if (!full.ok) return full;
    // Quiet zone: GS1 General Specifications 5.2.3.4.
    return encodeLinear(
      { symbology: 'upca', encoder: 'upca', content: full.value, text: full.value, quiet: [9, 9] },
      full.value,
    );
  },
};
