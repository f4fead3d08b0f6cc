import { findEncoding } from '#data-worker/csv/find-encoding.ts';
import { toUtf8 } from '#data-worker/csv/to-utf8.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { MM_PER_INCH, POINTS_PER_INCH } from '#model/kernel/units.ts';
import { DOCUMENT_LIMITS } from '#model/document/document-file.ts';
import { free, keepBytes } from '../pdfium/memory.ts';
import type { Pdfium } from '../pdfium/pdfium.ts';
import type { LoadedPage } from '../page-bands.ts';
import type { OpenDocument } from './pdf-pages.ts';
import { linePieces, textPages, type TextFont, type TextPiece } from '../text-lines.ts';

const A4_MM = { width: 210, height: 297 };
const WIDTH_PT = (A4_MM.width / MM_PER_INCH) * POINTS_PER_INCH;
const HEIGHT_PT = (A4_MM.height / MM_PER_INCH) * POINTS_PER_INCH;
const MARGIN_PT = 42.5;
const MONO_PT = 9;
/** Roboto Mono's letters are 0.6 em wide; two of them are as wide as a Chinese character of this size. */
const COLUMN_PT = MONO_PT * 0.6;
const WIDE_PT = COLUMN_PT * 2;
const LINE_PT = 12.6;
const COLUMNS = Math.floor((WIDTH_PT - 2 * MARGIN_PT) / COLUMN_PT);
const LINES = Math.floor((HEIGHT_PT - 2 * MARGIN_PT) / LINE_PT);
const TRUE_TYPE = 2;

/** Returns whole font files, for text that is set here. */
export type ReadTextFont = (name: TextFont) => Uint8Array | null;

/**
 * A text in a fixed-width font on A4, its encoding detected as for CSV files. `document.damaged`, `document.tooManyPages`.
 */
export async function openText(
  pdfium: Pdfium,
  bytes: Uint8Array<ArrayBuffer>,
  readFont: ReadTextFont,
): Promise<Result<OpenDocument>> {
  const { mostCharacters, mostPages } = DOCUMENT_LIMITS;
  if (bytes.length > mostCharacters * 4)
    return err(problem('document.tooLarge', { most: (mostCharacters * 4) / (1024 * 1024) }));
  const { encoding } = await findEncoding(bytes);
  const utf8 = toUtf8(bytes, encoding);
  if (!utf8.ok) return err(problem('document.damaged'));
  const text = new TextDecoder().decode(utf8.value.bytes);
  if (text.trim() === '') return err(problem('document.empty'));
  const { pages, count } = textPages(text, COLUMNS, LINES, mostPages);
  if (count > mostPages) return err(problem('document.tooManyPages', { count, most: mostPages }));
  const setter = createTextSetter(pdfium, readFont);
  let loaded: (LoadedPage & { readonly index: number }) | null = null;
  return ok({
    kind: 'text',
    pages: pages.map(() => ({ sizeMm: A4_MM, dpi: null })),
    load(index) {
      const lines = pages[index];
      if (lines === undefined) return err(problem('document.noPage', { page: index + 1 }));
      if (loaded?.index === index) return ok(loaded);
      loaded = { index, handle: setter.setPage(lines), jpegs: null };
      return ok(loaded);
    },
    close: () => setter.close(),
  });
}

interface TextSetter {
  /** Makes a page of these lines, replacing the previous one. */
  setPage(lines: readonly string[]): number;
  close(): void;
}

function createTextSetter(pdfium: Pdfium, readFont: ReadTextFont): TextSetter {
  const { api } = pdfium;
  const document = api.FPDF_CreateNewDocument();
  const fonts = new Map<TextFont, number>();
  const kept: number[] = [];
  let page = 0;

  function fontFor(name: TextFont): number {
    const known = fonts.get(name);
    if (known !== undefined) return known;
    const file = readFont(name);
    let font = 0;
    if (file !== null) {
      const address = keepBytes(pdfium, file);
      kept.push(address);
      font = api.FPDFText_LoadFont(document, address, file.length, TRUE_TYPE, true);
    }
    // A missing font must not remove the letters of the others.
    if (font === 0 && name !== 'RobotoMono') font = fontFor('RobotoMono');
    fonts.set(name, font);
    return font;
  }

  function put({ text, column, font }: TextPiece, line: number): void {
    if (text.trim() === '') return;
    const object = api.FPDFPageObj_CreateTextObj(document, fontFor(font), font === 'NotoSansSC' ? WIDE_PT : MONO_PT);
    if (object === 0) return;
    const address = keepBytes(pdfium, utf16(text));
    api.FPDFText_SetText(object, address);
    free(pdfium, address);
    const y = HEIGHT_PT - MARGIN_PT - LINE_PT * line - MONO_PT;
    api.FPDFPageObj_Transform(object, 1, 0, 0, 1, MARGIN_PT + column * COLUMN_PT, y);
    api.FPDFPage_InsertObject(page, object);
  }

  function drop(): void {
    if (page === 0) return;
    api.FPDF_ClosePage(page);
    api.FPDFPage_Delete(document, 0);
    page = 0;
  }

  return {
    setPage(lines) {
      drop();
      page = api.FPDFPage_New(document, 0, WIDTH_PT, HEIGHT_PT);
      for (const [i, line] of lines.entries()) for (const piece of linePieces(line)) put(piece, i);
      api.FPDFPage_GenerateContent(page);
      return page;
    },
    close() {
      drop();
      for (const font of new Set(fonts.values())) if (font !== 0) api.FPDFFont_Close(font);
      api.FPDF_CloseDocument(document);
      for (const address of kept) free(pdfium, address);
    },
  };
}

function utf16(text: string): Uint8Array {
  const units = new Uint16Array(text.length + 1);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return new Uint8Array(units.buffer);
}
