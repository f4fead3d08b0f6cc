import { plainCharacters } from './numeric-text.ts';

/** Abbreviations in use that are neither Unicode symbols nor ISO 4217 codes. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'kr. kr Kč zł Ft lei Fr. Fr SFr. SFr руб. руб р. грн. грн лв. лв din. din KM Rp RM Rs. Rs TL 元 円 圓 원 บาท'.split(
    ' ',
  ),
);
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** A symbol, optionally after letters (`US$`, `R$`), or a word that {@link isCurrency} decides on. */
const SYMBOL = String.raw`(?:\p{Lu}{0,3}\p{Sc}|\p{L}{1,4}\.?)`;
const LEADING = new RegExp(`^([+-]?) ?(${SYMBOL}) ?([+-]?[\\d.,' ].*)$`, 'u');
const TRAILING = new RegExp(`^(.*[\\d.,]) ?(${SYMBOL})$`, 'u');
const ANYWHERE = new RegExp(`(?<!\\p{L})${SYMBOL}(?!\\p{L})`, 'gu');

/** An amount as a text, and its currency as written: a symbol, code or abbreviation. */
export interface MoneyText {
  readonly currency: string | null;
  readonly amount: string;
}

/**
 * Removes the currency from either end of an amount. Brackets around both are a minus. A text without a currency is
 * returned unchanged.
 */
export function splitCurrency(text: string): MoneyText {
  const plain = plainCharacters(text);
  const inside = /^\((.+)\)$/.exec(plain)?.[1]?.trim();
  const [, sign = '', before = '', behind = ''] = LEADING.exec(inside ?? plain) ?? [];
  const minus = inside === undefined ? sign : '-';
  if (isCurrency(before)) return { currency: before, amount: minus + behind };
  const [, amount = '', after = ''] = TRAILING.exec(inside ?? plain) ?? [];
  if (isCurrency(after)) return { currency: after, amount: (inside === undefined ? '' : '-') + amount };
  return { currency: null, amount: text };
}

/** The currency that a text around an amount names, such as ` EUR ` or `US$`; null for none. */
export function currencyIn(text: string): string | null {
  return plainCharacters(text).match(ANYWHERE)?.find(isCurrency) ?? null;
}

function isCurrency(text: string): boolean {
  return /\p{Sc}$/u.test(text) || CODES.has(text) || ABBREVIATIONS.has(text);
}
