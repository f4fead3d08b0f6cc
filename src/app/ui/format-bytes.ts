import { numberFormat } from '#app/state/language-formats.ts';
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `1.4 MB`: with one decimal from megabytes on, in the language's format; a kilobyte has 1024 bytes. */
export function formatBytes(bytes: number, language: string): string {
  let size = bytes;
  let step = 0;
  while (size >= 1000 && step < UNITS.length - 1) {
    size /= 1024;
    step++;
  }
  const unit = UNITS[step] ?? 'byte';
  const style = { style: 'unit', unit, unitDisplay: step === 0 ? 'long' : 'short' } as const;
  return numberFormat(language, { ...style, maximumFractionDigits: step > 1 ? 1 : 0 }).format(size);
}
