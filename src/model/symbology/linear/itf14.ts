import type { SymbolEncoder } from '../encoder.ts';
import { linearSymbol } from './linear.ts';
import { wholeGs1Number } from '../number-length.ts';
import { chosen, chosenRatio } from '../catalog/options.ts';
import { interleavedPattern } from './two-of-five.ts';

/** ISO/IEC 16390 for a GTIN. For 13 digits the check digit is added, for 14 it is verified. */
export const encodeItf14: SymbolEncoder = (content, title, options) => {
  const full = wholeGs1Number(content, 14, 'itf14', title, options);
  if (!full.ok) return full;
  const bearers = chosen('itf14', options, 'bearerBars');
  // Quiet zone of 10 X: GS1 General Specifications 5.3.2.2.
  return linearSymbol({
    symbology: 'itf14',
    content: full.value,
    pattern: interleavedPattern(full.value),
    quiet: [10, 10],
    wideRatio: chosenRatio('itf14', options),
    ...(bearers === 'horizontal' || bearers === 'frame' ? { bearers } : {}),
  });
};
