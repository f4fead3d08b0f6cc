import type { SymbolEncoder } from '../encoder.ts';
import { encodeMatrix } from './matrix.ts';
import { chosen } from '../catalog/options.ts';

/** ISO/IEC 24728. Rows are 2 X high; the error correction goes with the size. */
export const encodeMicroPdf417: SymbolEncoder = (content, title, options) => {
  const columns = chosen('micropdf417', options, 'columns');
  return encodeMatrix({
    symbology: 'micropdf417',
    title,
    encoder: 'micropdf417',
    encoderOptions: columns === 'auto' ? {} : { columns: Number(columns) },
    content,
    // ISO/IEC 24728, 5.8.4: 1 X.
    quiet: 1,
    capacity: { digits: 366, text: 250, bytes: 150 },
  });
};
