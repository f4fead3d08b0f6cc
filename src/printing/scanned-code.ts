import type { Reading } from '#protocol/printing.ts';

/** The prefix with which a scanner identifies the kind of a code, if it is set up to (ISO/IEC 15424). */
const SYMBOLOGY_IDENTIFIER = /^\][A-Za-z][0-9A-Za-z]/;
/** A trade item number has 8, 12, 13 or 14 digits, and scanners add or leave out leading zeros. */
const ITEM_NUMBER = /^\d{8,14}$/;

/** Whether scanned or typed text is the content of this code. */
export function isScanOf({ expected, decoded }: Pick<Reading, 'expected' | 'decoded'>, typed: string): boolean {
  const scanned = plain(typed);
  if (scanned === '') return false;
  return [expected, decoded ?? ''].some((content) => {
    const printed = plain(content);
    if (printed === scanned) return true;
    const areNumbers = ITEM_NUMBER.test(printed) && ITEM_NUMBER.test(scanned);
    return areNumbers && withoutZeros(printed) === withoutZeros(scanned);
  });
}

/** The text without separators that keyboards lack, and without the brackets of GS1 data. */
function plain(text: string): string {
  return text
    .trim()
    .replace(SYMBOLOGY_IDENTIFIER, '')
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(/\((\d{2,4})\)/g, '$1');
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}
