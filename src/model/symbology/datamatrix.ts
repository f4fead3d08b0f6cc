import type { SymbolEncoder } from './encoder.ts';
import { encodeMatrix } from './matrix.ts';
import { chosen } from './options.ts';
import type { SymbolOptions } from './types.ts';

/** ISO/IEC 16022, ECC 200. */
export const encodeDatamatrix: SymbolEncoder = (content, title, options) =>
  encodeMatrix({
    symbology: 'datamatrix',
    title,
    encoder: 'datamatrix',
    encoderOptions: datamatrixSize('datamatrix', options),
    content,
    ...DATAMATRIX,
  });

/** ISO/IEC 16022, 7.3: 1 X around it. */
export const DATAMATRIX = { quiet: 1, capacity: { digits: 3116, text: 2335, bytes: 1555 } } as const;

/** The smallest square or rectangle, or just the one that was chosen. */
export function datamatrixSize(
  symbology: 'datamatrix' | 'gs1-datamatrix',
  options: SymbolOptions,
): Readonly<Record<string, unknown>> {
  const size = chosen(symbology, options, 'size');
  if (size === 'square') return { format: 'square' };
  if (size === 'rectangular') return { format: 'rectangle' };
  return { version: size };
}
