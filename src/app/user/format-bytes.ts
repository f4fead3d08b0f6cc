const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;
const STEP = 1024;

/** `12.3 MB`, in the style of the language. A kilobyte has 1024 bytes, as everywhere else in the product. */
export function formatBytes(bytes: number, language: string): string {
  let value = bytes / STEP;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit++;
  }
  const digits = value < 10 && bytes > 0 ? 1 : 0;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[unit] ?? 'kilobyte',
    maximumFractionDigits: digits,
  }).format(value);
}
