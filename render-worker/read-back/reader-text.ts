import type { EncodedSymbol } from '#model/symbology/types.ts';
import { readGs1 } from './gs1-text.ts';
import type { ZxingResult } from './zxing.ts';

/** What readers report differs from what people write: check digits, leading zeros, brackets. */
export function contentOf(result: ZxingResult, expected: EncodedSymbol): string {
  const { text } = result;
  switch (expected.symbology) {
    case 'upca':
      // Given as the EAN-13 that it also is.
      return text.length === 13 && text.startsWith('0') ? text.slice(1) : text;
    case 'gs1-128':
      return readGs1(result.symbologyIdentifier, text, expected.content);
    default:
      // Check digits are in the encoded content already.
      return text;
  }
}
