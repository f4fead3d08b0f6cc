/** A number of a currency's smallest unit as a decimal number: 1500 is `15.00`. All currencies here have two decimals. */
export function decimalText(amount: number): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}

/** The smallest units of a decimal number with at most two decimals; null for anything else. */
export function amountInUnits(decimal: string): number | null {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(decimal) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** The sign of a currency: `¥`, `$`. */
export function symbolOf(currency: string): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
}
