import type { SymbolEncoder } from '../encoder.ts';
import { encodeMatrix } from './matrix.ts';
import { chosen } from '../catalog/options.ts';

/** ISO/IEC 15438. Rows are 3 X high, the least that it allows (5.8.3). */
export const encodePdf417: SymbolEncoder = (content, title, options) => {
  const columns = chosen('pdf417', options, 'columns');
  return encodeMatrix({
    symbology: 'pdf417',
    title,
    encoder: 'pdf417',
    encoderOptions: {
      eclevel: Number(chosen('pdf417', options, 'level')),
      // Otherwise it raises the level where there is room.
      fixedeclevel: true,
      ...(columns === 'auto' ? {} : { columns: Number(columns) }),
    },
    content,
    // ISO/IEC 15438, 5.8.4: 2 X.
    quiet: 2,
    capacity: { digits: 2710, text: 1850, bytes: 1108 },
  });
};
