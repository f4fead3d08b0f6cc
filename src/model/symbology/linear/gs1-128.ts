import { err, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { FNC1 } from './code128-codewords.ts';
import { code128Pattern } from './code128-pattern.ts';
import { onlyCharacters } from '../digits.ts';
import { checkedGs1 } from '../gs1/checked.ts';
import { GS1_SEPARATOR, gs1ElementString, gs1Text } from '../gs1/gs1-data.ts';
import { linearSymbol } from './linear.ts';
import type { LinearSymbol, LinearSymbology, SymbolEncoder } from '../types.ts';

/** GS1 General Specifications 5.4.2: the most data characters, including separators. */
const LONGEST = 48;

/**
 * GS1-128: Code 128 with FNC1 and application identifiers in parentheses, such as `(01)09501101530003(10)AB`. Lengths,
 * characters, check digits and dates of each identifier are verified.
 */
export const encodeGs1128: SymbolEncoder = (content, title) => gs1128Symbol('gs1-128', content, title);

/** The symbol of bracketed data. SSCC-18 and EAN-14 are such symbols with a single field. */
export function gs1128Symbol(symbology: LinearSymbology, content: string, title: string): Result<LinearSymbol> {
  const checked = onlyCharacters(content, /[\u0020-\u007e]/, title);
  if (!checked.ok) return checked;
  // The companions that an identifier needs may be in another symbol of the same item.
  const fields = checkedGs1(content, title, 'elsewhere');
  if (!fields.ok) return fields;
  const elements = gs1ElementString(fields.value);
  if (elements.length > LONGEST)
    return err(problem('symbol.tooLong', { symbology: title, actual: elements.length, most: LONGEST }));
  return linearSymbol({
    symbology,
    content,
    text: gs1Text(fields.value),
    pattern: code128Pattern([FNC1, ...messageOf(elements)]),
    // Quiet zone of 10 X: GS1 General Specifications 5.4.4.2.
    quiet: [10, 10],
  });
}

function messageOf(elements: string): number[] {
  return Array.from(elements, (character) => (character === GS1_SEPARATOR ? FNC1 : character.charCodeAt(0)));
}
