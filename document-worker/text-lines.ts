import { joinArabic } from './arabic-forms.ts';

/** The fonts of pieces of text. */
export const TEXT_FONTS = ['RobotoMono', 'NotoSansSC', 'NotoSansThai', 'NotoSansArabic'] as const;
export type TextFont = (typeof TEXT_FONTS)[number];

/** A piece of a line, in painting order. */
export interface TextPiece {
  /** Columns from the left; a column is one letter of the mono font, or half a Chinese character. */
  readonly column: number;
  readonly text: string;
  readonly font: TextFont;
}

const TAB_COLUMNS = 8;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3ffff}]/u;
const ARABIC = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff]/u;
const THAI = /[\u0e00-\u0e7f]/u;
const MARK = /\p{M}/u;

function fontOf(letter: string): TextFont {
  if (WIDE.test(letter)) return 'NotoSansSC';
  if (ARABIC.test(letter)) return 'NotoSansArabic';
  return THAI.test(letter) ? 'NotoSansThai' : 'RobotoMono';
}

const BREAK = /\f|\r\n|[\n\r\u2028\u2029]/g;

/**
 * The pages of a text: its lines, wrapped at `columns`; a form feed starts a page. More pages than `most` are counted but
 * not kept, because a text may consist of form feeds only.
 */
export function textPages(
  text: string,
  columns: number,
  linesOfPage: number,
  most: number,
): { readonly pages: readonly (readonly string[])[]; readonly count: number } {
  const pages: string[][] = [];
  let count = 0;
  let page: string[] = [];
  const turn = (): void => {
    count++;
    if (count <= most) pages.push(page);
    page = [];
  };
  let isFirstLine = true;
  for (let at = 0, isEnd = false; !isEnd;) {
    BREAK.lastIndex = at;
    const found = BREAK.exec(text);
    isEnd = found === null;
    const isLast = found === null || found[0] === '\f';
    const lines = brokenLine(text.slice(at, found?.index), columns);
    // The end of the last line adds no line.
    const isNone = isLast && lines.at(-1) === '' && (!isFirstLine || lines.length > 1);
    for (const line of isNone ? lines.slice(0, -1) : lines) {
      if (page.length === linesOfPage) turn();
      page.push(line);
    }
    if (isLast) turn();
    isFirstLine = isLast;
    at = BREAK.lastIndex;
  }
  return { pages, count };
}

/** A line without tabs, wrapped: after a space if there is one in its second half. */
function brokenLine(line: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let [rest, taken, width] = ['', '', 0];
  for (const letter of line) {
    const wide = letter === '\t' ? TAB_COLUMNS - (width % TAB_COLUMNS) : widthOf(letter);
    if (width + wide > columns) {
      const space = taken.lastIndexOf(' ');
      const at = space > taken.length / 2 ? space + 1 : taken.length;
      [taken, rest] = [taken.slice(0, at), taken.slice(at)];
      lines.push(taken.trimEnd());
      taken = rest;
      width = [...rest].reduce((sum, one) => sum + widthOf(one), 0);
    }
    taken += letter === '\t' ? ' '.repeat(wide) : letter;
    width += wide;
  }
  lines.push(taken.trimEnd());
  return lines;
}

function widthOf(letter: string): number {
  if (MARK.test(letter) || letter < ' ') return 0;
  return WIDE.test(letter) ? 2 : 1;
}

/**
 * The pieces of a line, one per change of font. Arabic is joined and reversed word by word, so that it can be painted from
 * the left; a text without a layout can't have more.
 */
export function linePieces(line: string): readonly TextPiece[] {
  const pieces: { column: number; text: string; font: TextFont }[] = [];
  let column = 0;
  for (const letter of line) {
    const last = pieces.at(-1);
    const font =
      MARK.test(letter) && last !== undefined
        ? last.font
        : letter === ' ' && last?.font === 'NotoSansArabic'
          ? last.font
          : fontOf(letter);
    if (last?.font === font) last.text += letter;
    else pieces.push({ column, text: letter, font });
    column += widthOf(letter);
  }
  return pieces.map((piece) =>
    piece.font === 'NotoSansArabic' ? { ...piece, text: [...joinArabic(piece.text)].toReversed().join('') } : piece,
  );
}
