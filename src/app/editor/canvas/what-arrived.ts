import type { Arrival } from '../session/arrival.ts';

/** The use of external content, in order of preference. */
export type Arrived =
  /** Cells of a spreadsheet or of a web page. Programs also send a picture of them, which is not meant. */
  | { readonly type: 'cells'; readonly cells: readonly (readonly string[])[] }
  | { readonly type: 'files'; readonly files: readonly File[] }
  /** The markup of a drawing. */
  | { readonly type: 'drawing'; readonly markup: string }
  | { readonly type: 'text'; readonly text: string };

/** Detects the use of content from all of its formats; null for none. `cellsIn` finds the cells of a table. */
export function whatArrived(
  { plain, html, files }: Omit<Arrival, 'at'>,
  cellsIn: (html: string, plain: string) => readonly (readonly string[])[] | null,
): Arrived | null {
  const named = files.filter((file) => !file.type.startsWith('image/'));
  if (named.length > 0) return { type: 'files', files };
  const cells = cellsIn(html, plain);
  if (cells !== null) return { type: 'cells', cells };
  if (files.length > 0) return { type: 'files', files };
  if (isDrawing(plain)) return { type: 'drawing', markup: plain };
  const text = plain.replaceAll(/\r\n?/g, '\n').trim();
  return text === '' ? null : { type: 'text', text };
}

/** Whether a text is a whole SVG file. */
export function isDrawing(text: string): boolean {
  // A comment must match in one way only: the number of ways would double with each comment.
  return (
    /^\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i.test(text) &&
    /<\/svg>\s*$/i.test(text)
  );
}

export type FileUse = 'image' | 'spreadsheet' | 'text' | 'none';

/** The use of a file, by its type or its name. */
export function fileUse({ type, name }: Pick<File, 'type' | 'name'>): FileUse {
  if (type.startsWith('image/')) return 'image';
  if (/\.(xlsx|f?ods|xls|csv)$/i.test(name)) return 'spreadsheet';
  return type === 'text/plain' || /\.txt$/i.test(name) ? 'text' : 'none';
}
