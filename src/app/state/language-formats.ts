/*
 * The number, date and list formats of a language, cached per language and style: creating one costs more than using it
 * a hundred times, and each keystroke in the editor needs a dozen.
 */

export const numberFormat: Formats<Intl.NumberFormatOptions, Intl.NumberFormat> = cached(
  (language, style) => new Intl.NumberFormat(language, style),
);

export const dateFormat: Formats<Intl.DateTimeFormatOptions, Intl.DateTimeFormat> = cached(
  (language, style) => new Intl.DateTimeFormat(language, style),
);

export const listFormat: Formats<Intl.ListFormatOptions, Intl.ListFormat> = cached(
  (language, style) => new Intl.ListFormat(language, style),
);

type Formats<Style, Format> = (language: string, style?: Style) => Format;

function cached<Style, Format>(create: (language: string, style: Style | undefined) => Format): Formats<Style, Format> {
  const formats = new Map<string, Format>();
  return (language, style) => {
    const key = `${language} ${JSON.stringify(style)}`;
    const known = formats.get(key) ?? create(language, style);
    formats.set(key, known);
    return known;
  };
}

/** A price in the language's format, such as `¥12.50`; `amount` is in whole units of the currency. */
export function formatMoney(amount: number, currency: string, language: string): string {
  return numberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount);
}
