/** An amount in hundredths of a currency, in the language's format. */
export function showMoney(amount: number, currency: string, language: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount / 100);
}
