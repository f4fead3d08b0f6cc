/** "340 kB", "1.2 MB", in the language's own words. */
export function formatBytes(bytes: number, language: string): string {
  const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  let value = bytes;
  let step = 0;
  while (value >= 1024 && step < steps.length - 1) {
    value /= 1024;
    step++;
  }
  const unit = steps[step] ?? 'byte';
  const digits = value < 10 && step > 1 ? 1 : 0;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: digits,
  }).format(value);
}
