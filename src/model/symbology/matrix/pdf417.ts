import type { SymbolEncoder } from '../types.ts';
import { encodeMatrix } from './matrix.ts';
import { chosen } from '../catalog/options.ts';

/** ISO/IEC 15438. Rows are 3 X high, the least that the standard allows (5.8.3). */
export const encodePdf417: SymbolEncoder = (content, title, options) => {
  const columns = chosen('pdf417', options, 'columns');
  return encodeMatrix({
    symbology: 'pdf417',
    title,
    encoder: 'pdf417',
    encoderOptions: {
      eclevel: Number(chosen('pdf417', options, 'level')),
      // Without this, bwip-js raises the level if there is room.
      fixedeclevel: true,
      ...(columns === 'auto' ? {} : { columns: Number(columns) }),
    },
    content,
    // Quiet zone of 2 X: ISO/IEC 15438, 5.8.4.
    quiet: 2,
    capacity: { digits: 2710, text: 1850, bytes: 1108 },
  });
};
