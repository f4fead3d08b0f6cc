import { err, ok, type Result } from '#model/kernel/result.ts';
import { MM_PER_INCH, POINTS_PER_INCH } from '#model/kernel/units.ts';

/** Why a text is not a number for its field; `part` is the invalid piece of it. */
export type QuantityFault =
  | { readonly code: 'empty' }
  | { readonly code: 'unreadable'; readonly part: string }
  /** A unit in a field that has none, or a length multiplied by a length. */
  | { readonly code: 'noUnit'; readonly part: string }
  | { readonly code: 'infinite' };

/** A number, or a length in millimeters. */
interface Quantity {
  readonly value: number;
  /** The unit as it was typed; null for a plain number. */
  readonly unit: string | null;
}

const INCHES = ['in', 'inch', 'inches', '"', '″', '英寸', 'дюйм', 'дюйма', 'дюймов', 'pol', 'polegada', 'polegadas'];
const SPANISH_INCHES = ['pulg', 'pulgada', 'pulgadas'];

/** Millimeters of each unit, by all names in the supported languages. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ...['mm', 'мм', '毫米'].map((name) => [name, 1] as const),
  ...['cm', 'см', '厘米'].map((name) => [name, 10] as const),
  ...[...INCHES, ...SPANISH_INCHES].map((name) => [name, MM_PER_INCH] as const),
  ...['pt', 'пт', '点', '磅'].map((name) => [name, MM_PER_INCH / POINTS_PER_INCH] as const),
]);

/** A unit may end with a dot, as Portuguese writes `pol.` for inches. */
const TOKEN = /\s*(?:(\d+(?:[.,]\d*)?|[.,]\d+)|([-+*/()×÷−])|(["″]|\p{L}+\.?))/uy;

/**
 * Parses the text of a number field: a number with a decimal point or comma, a sum such as `50*2+10`, with units in fields
 * of lengths (`1in + 2`). `unitMm` is the length of one unit of the field in mm, which plain numbers in a sum have too;
 * null if the field is no length. The result is in the field's unit.
 */
export function readQuantity(text: string, unitMm: number | null): Result<number, QuantityFault> {
  if (text.trim() === '') return err({ code: 'empty' });
  const tokens = tokensOf(text);
  if (!tokens.ok) return tokens;
  return evaluate(tokens.value, unitMm);
}

type Token =
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'sign'; readonly text: string }
  | { readonly type: 'unit'; readonly text: string };

function tokensOf(text: string): Result<readonly Token[], QuantityFault> {
  const tokens: Token[] = [];
  const trimmed = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const from = TOKEN.lastIndex;
    const [, number, sign, unit] = TOKEN.exec(trimmed) ?? [];
    if (number !== undefined) tokens.push({ type: 'number', text: number });
    else if (sign !== undefined) tokens.push({ type: 'sign', text: SIGNS[sign] ?? sign });
    else if (unit !== undefined) tokens.push({ type: 'unit', text: unit });
    else return err({ code: 'unreadable', part: trimmed.slice(from).trim() });
  }
  return ok(tokens);
}

/** Typographic signs, which pasted text may have, and their equivalents on the keyboard. */
const SIGNS: Readonly<Record<string, string>> = { '×': '*', '÷': '/', '−': '-' };

/** Sums of products of signed numbers, brackets and units: one function per level, from the outermost inwards. */
function evaluate(tokens: readonly Token[], unitMm: number | null): Result<number, QuantityFault> {
  const fieldMm = unitMm ?? 1;
  let at = 0;
  /** The first fault; anything after it is ignored. */
  let fault: QuantityFault | null = null;

  function fail(wrong: QuantityFault): Quantity {
    fault ??= wrong;
    at = tokens.length;
    return { value: NaN, unit: null };
  }

  /** Takes the next token if it is one of these signs. */
  function sign(signs: string): string | null {
    const token = tokens[at];
    if (token?.type !== 'sign' || !signs.includes(token.text)) return null;
    at++;
    return token.text;
  }

  function sum(): Quantity {
    let total = product();
    for (let op = sign('+-'); op !== null; op = sign('+-')) {
      const next = product();
      const unit = total.unit ?? next.unit;
      // A plain number added to a length is a length too, in the unit of the field.
      const mm = (of: Quantity): number => (of.unit === null && unit !== null ? of.value * fieldMm : of.value);
      total = { value: op === '+' ? mm(total) + mm(next) : mm(total) - mm(next), unit };
    }
    return total;
  }

  function product(): Quantity {
    let total = factor();
    for (let op = sign('*/'); op !== null; op = sign('*/')) {
      const next = factor();
      if (next.unit !== null && (op === '/' || total.unit !== null)) return fail({ code: 'noUnit', part: next.unit });
      const value = op === '*' ? total.value * next.value : total.value / next.value;
      total = { value, unit: total.unit ?? next.unit };
    }
    return total;
  }

  function factor(): Quantity {
    const signed = sign('+-');
    if (signed !== null) {
      const { value, unit } = factor();
      return { value: signed === '-' ? -value : value, unit };
    }
    const inner = sign('(') === null ? number() : bracket();
    const unit = tokens[at];
    if (unit?.type !== 'unit') return inner;
    at++;
    const mm = UNITS.get(unit.text.toLocaleLowerCase().replace(/\.$/, ''));
    if (mm === undefined) return fail({ code: 'unreadable', part: unit.text });
    if (unitMm === null || inner.unit !== null) return fail({ code: 'noUnit', part: unit.text });
    return { value: inner.value * mm, unit: unit.text };
  }

  function bracket(): Quantity {
    const inner = sum();
    return sign(')') === null ? fail({ code: 'unreadable', part: '(' }) : inner;
  }

  function number(): Quantity {
    const token = tokens[at];
    if (token?.type !== 'number') {
      return fail({ code: 'unreadable', part: (token ?? tokens.at(-1))?.text ?? '' });
    }
    at++;
    return { value: Number(token.text.replace(',', '.')), unit: null };
  }

  const { value, unit } = sum();
  const left = tokens[at];
  if (left !== undefined) fail({ code: 'unreadable', part: left.text });
  if (fault !== null) return err(fault);
  if (!Number.isFinite(value)) return err({ code: 'infinite' });
  return ok((unit === null ? value : value / fieldMm) + 0);
}
