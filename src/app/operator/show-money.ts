/** An amount in a currency's smallest unit, of which a hundred make one, as a reader of that language writes it. */
export function showMoney(amount: number, currency: string, language: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount / 100);
}
