import { FNC1, FNC1_CODEWORD } from '../datamatrix/schemes.ts';
import { datamatrixSymbol, type DatamatrixMessage } from './datamatrix.ts';
import type { SymbolEncoder } from '../types.ts';
import { checkedGs1 } from '../gs1/checked.ts';
import { GS1_SEPARATOR, gs1ElementString, gs1Text } from '../gs1/gs1-data.ts';

/** Data Matrix with FNC1 at the start and between fields (GS1 General Specifications 5.6). */
export const encodeGs1Datamatrix: SymbolEncoder = (content, title, options) => {
  const fields = checkedGs1(content, title, 'here');
  if (!fields.ok) return fields;
  return datamatrixSymbol(
    {
      symbology: 'gs1-datamatrix',
      title,
      content,
      text: gs1Text(fields.value),
      encoded: gs1ElementString(fields.value),
      messageOf,
    },
    options,
  );
};

function messageOf(elements: string): DatamatrixMessage {
  return {
    prefix: [FNC1_CODEWORD],
    message: Array.from(elements, (c) => (c === GS1_SEPARATOR ? FNC1 : c.charCodeAt(0))),
  };
}
