import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';

/** Checks that the text is not empty and has no unpaired surrogates, which cannot be encoded as bytes. */
export function wholeText(content: string, title: string): Result<string> {
  if (content === '') return err(problem('symbol.empty', { symbology: title }));
  if (content.isWellFormed()) return ok(content);
  const before = [...content].findIndex((c) => !c.isWellFormed());
  const half = [...content][before] ?? '';
  const character = `U+${half.charCodeAt(0).toString(16).toUpperCase()}`;
  return err(problem('symbol.character', { symbology: title, position: before + 1, character }));
}

/** The largest number below `length` for which `fits` is true. */
export function longestPrefix(length: number, fits: (n: number) => boolean): number {
  let low = 0;
  let high = length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** A string with one character for each byte of the text in UTF-8. */
export function utf8(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

export function isAscii(content: string): boolean {
  for (let i = 0; i < content.length; i++) if (content.charCodeAt(i) > 0x7f) return false;
  return true;
}
