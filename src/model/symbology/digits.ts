import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';

/** The GS1 mod-10 check digit of `digits` (GS1 General Specifications 7.9.1): weights 3 and 1 from the right. */
export function gs1CheckDigit(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const weight = (digits.length - i) % 2 === 1 ? 3 : 1;
    sum += weight * (digits.charCodeAt(i) - 48);
  }
  return (10 - (sum % 10)) % 10;
}

/** Without the spaces and no-break spaces at both ends, which spreadsheets and web pages leave around a number. */
export function withoutBlanks(content: string): string {
  return content.replaceAll(/^[ \u00a0\u2007\u202f\u3000]+|[ \u00a0\u2007\u202f\u3000]+$/g, '');
}

/**
 * Applies `read` to the text after `prefix`, if the content starts with it. Positions in problems count from the start
 * of the content.
 */
export function afterPrefix(content: string, prefix: string, read: (rest: string) => Result<string>): Result<string> {
  if (!content.startsWith(prefix)) return read(content);
  const result = read(content.slice(prefix.length));
  if (result.ok) return result;
  const position = result.error.params?.['position'];
  if (typeof position !== 'number') return result;
  return err({ ...result.error, params: { ...result.error.params, position: position + prefix.length } });
}

/** Checks every character. A problem names the first wrong one and its position, counted from 1. */
export function onlyCharacters(content: string, allowed: RegExp, name: string): Result<string> {
  if (content === '') return err(problem('symbol.empty', { symbology: name }));
  if (wholePattern(allowed).test(content)) return ok(content);
  let position = 0;
  for (const character of content) {
    position++;
    if (allowed.test(character)) continue;
    if (/\p{Script=Han}/u.test(character))
      return err(problem('symbol.chinese', { symbology: name, position, character }));
    return err(problem('symbol.character', { symbology: name, position, character: visibleCharacter(character) }));
  }
  return ok(content);
}

const wholePatterns = new Map<string, RegExp>();

/** Converts the pattern of one character into one for a whole text, to test all characters at once. */
function wholePattern(allowed: RegExp): RegExp {
  let whole = wholePatterns.get(allowed.source);
  if (whole === undefined) {
    whole = new RegExp(`^(?:${allowed.source})+$`);
    wholePatterns.set(allowed.source, whole);
  }
  return whole;
}

/** A control character as its code, so that a message can show it. */
export function visibleCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 || code === 0x7f || /^[\s\p{Cf}]$/u.test(character)
    ? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
    : character;
}

/** The Luhn check digit (ISO/IEC 7812-1, annex B): every second digit from the right is doubled. */
export function luhnDigit(digits: string): number {
  return (10 - (luhnSum(digits) % 10)) % 10;
}

/**
 * The sum of the digits, with every second one from the right, starting with the last, doubled and replaced by the sum
 * of its own digits.
 */
export function luhnSum(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
}
