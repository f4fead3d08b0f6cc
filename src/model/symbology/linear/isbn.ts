import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { splitAddOn } from './add-on.ts';
import { gs1CheckDigit, onlyCharacters } from '../digits.ts';
import { ean13Symbol } from './ean13.ts';
import type { SymbolEncoder } from '../types.ts';
import { lengthRule, oneDigitShort } from '../number-length.ts';

/**
 * ISO 2108 in EAN-13: `978-1-56581-231-4`, also without hyphens or check digit, or an ISBN of ten characters, which
 * gets the prefix 978. A price add-on follows after a space. The text above the bars shows the typed ISBN, completed by
 * the check digit.
 */
export const encodeIsbn: SymbolEncoder = (content, title, options) => {
  const parts = splitAddOn(content, title);
  if (!parts.ok) return parts;
  const checked = onlyCharacters(parts.value.main, /[0-9X-]/, title);
  if (!checked.ok) return checked;
  const rule = lengthRule('isbn', options);
  const { main, bare } = rule === 'pad' ? padded(checked.value) : withoutHyphens(checked.value);
  const body =
    bare.length === 9 || bare.length === 10
      ? tenCharacters(main, bare, title, rule)
      : thirteenDigits(main, bare, title);
  if (!body.ok) return body;
  const digits = body.value + String(gs1CheckDigit(body.value));
  const caption = {
    text: `ISBN ${captionOf(main, bare)}`,
    fromModule: 0,
    toModule: 95,
    above: true,
    whole: true,
  } as const;
  return ean13Symbol('isbn', digits, parts.value.addOn, caption);
};

interface IsbnText {
  /** As typed. */
  readonly main: string;
  /** Without hyphens. */
  readonly bare: string;
}

function withoutHyphens(main: string): IsbnText {
  return { main, bare: main.replaceAll('-', '') };
}

/** An ISBN of ten characters with the leading zeros that a spreadsheet dropped. Other ISBNs never begin with a zero. */
function padded(main: string): IsbnText {
  const text = withoutHyphens(main);
  if (text.bare.length >= 10) return text;
  return withoutHyphens(text.bare.padStart(10, '0'));
}

/** The first twelve digits of a 13-digit ISBN; its check digit is verified if present. */
function thirteenDigits(main: string, bare: string, title: string): Result<string> {
  const wrong = main.indexOf('X');
  if (wrong >= 0) return err(problem('symbol.character', { symbology: title, position: wrong + 1, character: 'X' }));
  if (bare.length !== 12 && bare.length !== 13)
    return err(problem('symbol.length', { symbology: title, expected: '9 / 10 / 12 / 13', actual: bare.length }));
  if (!/^97[89]/.test(bare)) return err(problem('symbol.prefix', { symbology: title, expected: '978 / 979' }));
  const body = bare.slice(0, 12);
  const check = gs1CheckDigit(body);
  if (bare.length === 13 && Number(bare.at(12)) !== check)
    return err(problem('symbol.checkDigit', { symbology: title, expected: check, actual: bare.at(12) ?? '' }));
  return ok(body);
}

/**
 * The twelve digits for a 10-character ISBN; its own check character is verified if present. Nine digits may also be
 * such an ISBN without its leading zero (`symbol.oneDigitShort`), unless the rule is to add the check digit.
 */
function tenCharacters(main: string, bare: string, title: string, rule: string): Result<string> {
  const body = bare.slice(0, 9);
  const wrong = main.indexOf('X');
  if (body.includes('X'))
    return err(problem('symbol.character', { symbology: title, position: wrong + 1, character: 'X' }));
  const check = mod11Character(body);
  if (bare.length === 10 && bare.at(9) !== check)
    return err(problem('symbol.checkDigit', { symbology: title, expected: check, actual: bare.at(9) ?? '' }));
  if (bare.length === 9 && rule !== 'checkDigit' && mod11Character(`0${bare.slice(0, 8)}`) === bare.at(8))
    return err(oneDigitShort(title, main, `0${bare}`, bare + check));
  return ok(`978${body}`);
}

/** The ISBN as typed, completed by its check character. */
function captionOf(main: string, bare: string): string {
  if (bare.length !== 9 && bare.length !== 12) return main;
  const check = bare.length === 9 ? mod11Character(bare) : String(gs1CheckDigit(bare));
  return main.includes('-') ? `${main.replace(/-$/, '')}-${check}` : main + check;
}

/** The check character of an ISBN-10 or ISSN: weights count up from 2 at the right, and X means 10. */
export function mod11Character(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits[digits.length - 1 - i]) * (i + 2);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}
