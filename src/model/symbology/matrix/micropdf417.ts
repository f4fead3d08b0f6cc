import type { SymbolEncoder } from '../types.ts';
import { encodeMatrix } from './matrix.ts';
import { chosen } from '../catalog/options.ts';

/** ISO/IEC 24728. Rows are 2 X high. The size decides the error correction. */
export const encodeMicroPdf417: SymbolEncoder = (content, title, options) => {
  const columns = chosen('micropdf417', options, 'columns');
  return encodeMatrix({
    symbology: 'micropdf417',
    title,
    encoder: 'micropdf417',
    encoderOptions: columns === 'auto' ? {} : { columns: Number(columns) },
    content,
    // Quiet zone of 1 X: ISO/IEC 24728, 5.8.4.
    quiet: 1,
    capacity: { digits: 366, text: 250, bytes: 150 },
  });
};
