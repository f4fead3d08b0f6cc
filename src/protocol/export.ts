/**
 * `png` and `pdf` have exactly the printed dots, `png` in a file per page, `pdf` in one for all. `pdf-vector` and `svg`
 * have shapes; text is text in the PDF and outlines in the SVG, and symbols and images are still whole dots.
 */
export const EXPORT_FORMATS = ['png', 'pdf', 'pdf-vector', 'svg'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportFile {
  /** Without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** `one`: all pages form one file, and the pieces of an export are joined. `each`: a piece is a file. */
  readonly pages: 'one' | 'each';
}

const PDF: ExportFile = { extension: 'pdf', mediaType: 'application/pdf', pages: 'one' };

/** The file of each format. */
export const EXPORT_FILES: { readonly [K in ExportFormat]: ExportFile } = {
  png: { extension: 'png', mediaType: 'image/png', pages: 'each' },
  pdf: PDF,
  'pdf-vector': PDF,
  svg: { extension: 'svg', mediaType: 'image/svg+xml', pages: 'each' },
};
