/**
 * `png`, `pdf`: the very dots that print, a file for each page or one for all. `pdf-vector`, `svg`: shapes; text is
 * text in the PDF and outlines in the SVG; symbols and images are still whole dots.
 */
export const EXPORT_FORMATS = ['png', 'pdf', 'pdf-vector', 'svg'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** True when all pages make one file, and the pieces of an export are joined. */
export function isOneFile(format: ExportFormat): boolean {
  return format === 'pdf' || format === 'pdf-vector';
}
