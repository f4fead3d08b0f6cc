import { withGs1CheckDigit } from '../digits.ts';
import type { SymbolEncoder } from '../encoder.ts';
import { linearSymbol } from './linear.ts';
import { chosen, chosenRatio } from '../catalog/options.ts';
import { interleavedPattern } from './two-of-five.ts';

/** ISO/IEC 16390 with the GTIN rules. 13 digits get their check digit, 14 have it verified. */
export const encodeItf14: SymbolEncoder = (content, title, options) => {
  const full = withGs1CheckDigit(content, 14, title);
  if (!full.ok) return full;
  const bearers = chosen('itf14', options, 'bearerBars');
  // Quiet zone: GS1 General Specifications 5.3.2.2: 10 X.
  return linearSymbol({
    symbology: 'itf14',
    content: full.value,
    pattern: interleavedPattern(full.value),
    quiet: [10, 10],
    wideRatio: chosenRatio('itf14', options),
    ...(bearers === 'horizontal' || bearers === 'frame' ? { bearers } : {}),
  });
};
