import { EXPORT_FILES, type ExportFile, type ExportFormat } from '#protocol/export.ts';
import { abilitiesOf } from '#protocol/language-abilities.ts';
import { PRINTER_LANGUAGES, type PrinterLanguageName } from '#protocol/printer-settings.ts';

/** The result of an export: a file with pages, or the commands that print them. */
export type ExportKind = ExportFormat | PrinterLanguageName;

const KEYS = {
  'pdf-vector': 'export:format.pdfVector',
  pdf: 'export:format.pdfExact',
  svg: 'export:format.svg',
  png: 'export:format.png',
} as const satisfies Record<ExportFormat, string>;

/** All formats, in menu order. */
export const OFFERED_FORMATS = Object.keys(KEYS) as readonly ExportFormat[];

export function isLanguage(kind: ExportKind): kind is PrinterLanguageName {
  return (PRINTER_LANGUAGES as readonly ExportKind[]).includes(kind);
}

/** The name of the kind in the user's language. */
export function kindName(t: (key: string) => string, kind: ExportKind): string {
  return isLanguage(kind) ? abilitiesOf(kind).title : t(KEYS[kind]);
}

/**
 * The file type of a kind. All pages in a printer language make one file, which can be sent to the printer unchanged.
 */
export function fileOf(kind: ExportKind): ExportFile {
  return isLanguage(kind)
    ? { extension: kind, mediaType: 'application/octet-stream', pages: 'one' }
    : EXPORT_FILES[kind];
}
