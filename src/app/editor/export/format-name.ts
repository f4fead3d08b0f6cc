import type { ExportFormat } from '#protocol/export.ts';

const KEYS = {
  'pdf-vector': 'export:format.pdfVector',
  pdf: 'export:format.pdfExact',
  svg: 'export:format.svg',
  png: 'export:format.png',
} as const satisfies Record<ExportFormat, string>;

/** All formats, in the order in which they are offered. */
export const OFFERED_FORMATS = Object.keys(KEYS) as readonly ExportFormat[];

/** The format in the user's words. */
export function formatName(t: (key: string) => string, format: ExportFormat): string {
  return t(KEYS[format]);
}
