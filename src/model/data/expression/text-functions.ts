import { expressionFunction as define, type ExpressionFunction } from './function.ts';
import type { TextFunctionName } from './function-names.ts';
import { boundedText, Decimal, MAX_EXPRESSION_TEXT, TOO_LONG } from './value.ts';

/** Splits into code points: a character outside the first 65,536 of Unicode counts as one. */
function characters(text: string): readonly string[] {
  return Array.from(text);
}

function padding(length: number, text: string, fill: string): string {
  const missing = length - characters(text).length;
  const unit = characters(fill);
  if (missing <= 0 || unit.length === 0) return '';
  return Array.from({ length: missing }, (_, i) => unit[i % unit.length]).join('');
}

/** Text functions. Case doesn't depend on the machine's language, so that a label is the same everywhere. */
export const TEXT_FUNCTIONS: Readonly<Record<TextFunctionName, ExpressionFunction>> = {
  upper: define(['text'], [], ([text]) => boundedText(text.toUpperCase())),
  lower: define(['text'], [], ([text]) => boundedText(text.toLowerCase())),
  trim: define(['text'], [], ([text]) => text.trim()),
  length: define(['text'], [], ([text]) => new Decimal(characters(text).length)),
  left: define(['text', 'count'], [], ([text, count]) => characters(text).slice(0, count).join('')),
  right: define(['text', 'count'], [], ([text, count]) => (count === 0 ? '' : characters(text).slice(-count).join(''))),
  /** The first character is number 1. */
  substring: define(['text', 'count'], ['count'], ([text, start, length], call) => {
    if (start < 1) return call.wrong(String(start));
    const from = characters(text).slice(start - 1);
    return (length === undefined ? from : from.slice(0, length)).join('');
  }),
  /** Replaces every occurrence, taken literally. */
  replace: define(['text', 'text', 'text'], [], ([text, from, to]) => {
    if (from === '') return text;
    const parts = text.split(from);
    // Checked before the text is built, because it can be far longer than its parts.
    const length = text.length + (parts.length - 1) * (to.length - from.length);
    return length > MAX_EXPRESSION_TEXT ? TOO_LONG : parts.join(to);
  }),
  padStart: define(['text', 'count'], ['text'], ([text, length, fill = ' ']) =>
    boundedText(padding(length, text, fill) + text),
  ),
  padEnd: define(['text', 'count'], ['text'], ([text, length, fill = ' ']) =>
    boundedText(text + padding(length, text, fill)),
  ),
  contains: define(['text', 'text'], [], ([text, part]) => text.includes(part)),
  startsWith: define(['text', 'text'], [], ([text, start]) => text.startsWith(start)),
  endsWith: define(['text', 'text'], [], ([text, end]) => text.endsWith(end)),
  /** Returns the text as it is; where it is shown with styles, these words of it are bold (see `emphasizedRanges`). */
  emphasize: define(['text', 'text'], [], ([text, words], { context, wrong }) =>
    context.emphasize?.(words) === false ? wrong(words) : text,
  ),
  isEmpty: define(['text'], [], ([text]) => text.trim() === ''),
};
