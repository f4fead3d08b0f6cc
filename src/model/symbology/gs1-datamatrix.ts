import { datamatrixSize, DATAMATRIX } from './datamatrix.ts';
import type { SymbolEncoder } from './encoder.ts';
import { checkedGs1 } from './gs1/checked.ts';
import { gs1ElementString, gs1Text } from './gs1/gs1-data.ts';
import { encodeMatrix } from './matrix.ts';

/** Data Matrix with FNC1 in the first place and between fields (GS1 General Specifications 5.6). */
export const encodeGs1Datamatrix: SymbolEncoder = (content, title, options) => {
  const fields = checkedGs1(content, title, 'here');
  if (!fields.ok) return fields;
  return encodeMatrix({
    symbology: 'gs1-datamatrix',
    title,
    encoder: 'datamatrix',
    encoderOptions: datamatrixSize('gs1-datamatrix', options),
    content,
    text: gs1Text(fields.value),
    // No field may hold a caret.
    commands: `^FNC1${gs1ElementString(fields.value, '^FNC1')}`,
    ...DATAMATRIX,
  });
};
