/** A price in the language's format; `amount` is a decimal number with a point. */
export function priceText(amount: string, currency: string, language: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    Number(amount),
  );
}
