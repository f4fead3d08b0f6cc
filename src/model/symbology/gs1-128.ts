import { err } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { onlyCharacters } from './digits.ts';
import type { SymbolEncoder } from './encoder.ts';
import { encodeLinear } from './linear.ts';

/**
 * GS1-128: Code 128 with FNC1 and application identifiers. Written with parentheses, `(01)09501101530003(10)AB`;
 * lengths, characters, check digits and dates of each identifier are verified.
 */
export const encodeGs1128: SymbolEncoder = (content, title) => {
  const checked = onlyCharacters(content, /[\u0020-\u007e]/, title);
  if (!checked.ok) return checked;
  if (!/^(\(\d{2,4}\)[^(]+)+$/.test(content)) {
    return err(problem('symbol.gs1Syntax', { detail: '(01)09501101530003(10)ABC123' }));
  }
  return encodeLinear(
    {
      symbology: 'gs1-128',
      encoder: 'gs1-128',
      content,
      text: content,
      quiet: [10, 10],
      failure: 'symbol.gs1Syntax',
    },
    content,
  );
};
