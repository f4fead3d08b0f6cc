import { err } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { FNC1 } from './code128-codewords.ts';
import { code128Pattern } from './code128-pattern.ts';
import type { SymbolEncoder } from './encoder.ts';
import { GS1_SEPARATOR, gs1ElementString, gs1Text } from './gs1/gs1-data.ts';
import { checkedGs1 } from './gs1/checked.ts';
import { linearSymbol } from './linear.ts';

/** GS1 General Specifications 5.4.1: identifiers and separators counted, the first FNC1 not. */
const LONGEST = 48;

/**
 * GS1-128: Code 128 with FNC1 and application identifiers, written `(01)09501101530003(10)AB`. What a field needs
 * beside it may be in another symbol of the same item.
 */
export const encodeGs1128: SymbolEncoder = (content, title) => {
  const fields = checkedGs1(content, title, 'elsewhere');
  if (!fields.ok) return fields;
  const data = gs1ElementString(fields.value);
  if (data.length > LONGEST) {
    return err(problem('symbol.tooLong', { symbology: title, actual: data.length, most: LONGEST }));
  }
  const message = [FNC1, ...Array.from(data, (c) => (c === GS1_SEPARATOR ? FNC1 : c.charCodeAt(0)))];
  // Quiet zone: GS1 General Specifications 5.4.2: 10 X on each side.
  return linearSymbol({
    symbology: 'gs1-128',
    content,
    text: gs1Text(fields.value),
    pattern: code128Pattern(message),
    quiet: [10, 10],
  });
};
