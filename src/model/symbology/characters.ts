import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';

/** Checks the length: `symbol.tooLong` for more than `longest` characters. */
export function shortEnough(content: string, longest: number, title: string): Result<string> {
  if (content.length <= longest) return ok(content);
  return err(problem('symbol.tooLong', { symbology: title, actual: content.length, most: longest }));
}

export function asciiCodes(content: string): number[] {
  const codes: number[] = [];
  for (let i = 0; i < content.length; i++) codes.push(content.charCodeAt(i));
  return codes;
}

/** ASCII text for display: a space replaces each control character. */
export function visibleText(content: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
  return content.replace(/[\u0000-\u001f\u007f]/g, ' ');
}

export function tooShort(title: string, least: number, actual: number): Problem {
  return problem('symbol.tooShort', { symbology: title, least, actual });
}
