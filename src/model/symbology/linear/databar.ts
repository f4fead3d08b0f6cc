import { err, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { bwipWidths } from '../bwip.ts';
import { afterPrefix, onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { checkedGs1 } from '../gs1/checked.ts';
import { gs1ElementString, type Gs1Field, gs1Text } from '../gs1/gs1-data.ts';
import { linearSymbol } from './linear.ts';
import { wholeGs1Number } from '../number-length.ts';

type DataBarOfGtin = 'databar' | 'databar-truncated' | 'databar-limited';

const ENCODERS = {
  databar: 'databaromni',
  'databar-truncated': 'databartruncated',
  'databar-limited': 'databarlimited',
} as const;

/** ISO/IEC 24724: a GTIN of 14 digits, with or without its `(01)`; its check digit is added or verified. */
function dataBarOfGtin(symbology: DataBarOfGtin): SymbolEncoder {
  return (content, title, options) => {
    const full = afterPrefix(content, '(01)', (digits) => {
      const checked = wholeGs1Number(digits, 14, symbology, title, options);
      if (!checked.ok || symbology !== 'databar-limited' || /^[01]/.test(checked.value)) return checked;
      return err(problem('symbol.character', { symbology: title, position: 1, character: checked.value.charAt(0) }));
    });
    if (!full.ok) return full;
    const gs1 = `(01)${full.value}`;
    const widths = bwipWidths(ENCODERS[symbology], gs1);
    if (!widths.ok) return widths;
    // The symbol starts and ends with the space of a guard, so no quiet zone is needed (ISO/IEC 24724, 5.2.1).
    return linearSymbol({ symbology, content: gs1, pattern: widths.value.join(''), quiet: [0, 0] });
  };
}

export const encodeDatabar: SymbolEncoder = dataBarOfGtin('databar');
export const encodeDatabarTruncated: SymbolEncoder = dataBarOfGtin('databar-truncated');
/** Encodes only GTINs that start with 0 or 1. */
export const encodeDatabarLimited: SymbolEncoder = dataBarOfGtin('databar-limited');

/** ISO/IEC 24724: application identifiers in brackets, with up to 74 digits or 41 characters. */
export const encodeDatabarExpanded: SymbolEncoder = (content, title) => {
  const fields = expandedFields(content, title);
  if (!fields.ok) return fields;
  const text = gs1Text(fields.value);
  const widths = bwipWidths('databarexpanded', text, { dontlint: true });
  if (!widths.ok) return err(expandedTooLong(fields.value, title));
  return linearSymbol({
    symbology: 'databar-expanded',
    content,
    text,
    pattern: widths.value.join(''),
    quiet: [0, 0],
  });
};

export function expandedFields(content: string, title: string): Result<readonly Gs1Field[]> {
  const checked = onlyCharacters(content, /[\u0020-\u007e]/, title);
  return checked.ok ? checkedGs1(content, title, 'elsewhere') : checked;
}

/** The problem of data that don't fit: they have been checked before, so only their length can be wrong. */
export function expandedTooLong(fields: readonly Gs1Field[], title: string): Problem {
  const elements = gs1ElementString(fields);
  const most = /^[0-9]*$/.test(elements) ? 74 : 41;
  return problem('symbol.tooLong', { symbology: title, actual: elements.length, most });
}
