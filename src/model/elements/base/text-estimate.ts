/**
 * Average advances of letters in common fonts, in em: for sizes that are needed before a font has measured the text.
 */
const WIDE_EM = 1;
const CAPITAL_EM = 0.68;
const LETTER_EM = 0.55;

const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Whether it has letters as wide as they are high: Chinese, Japanese or Korean. */
export function hasWideLetters(text: string): boolean {
  return WIDE.test(text);
}

/** The approximate width of a line of text, in em. */
export function lineWidthEm(line: string): number {
  let width = 0;
  for (const letter of line) width += WIDE.test(letter) ? WIDE_EM : /\p{Lu}/u.test(letter) ? CAPITAL_EM : LETTER_EM;
  return width;
}

/** The approximate width of a text, in em: that of its longest line. */
export function textWidthEm(text: string): number {
  return Math.max(...text.split('\n').map(lineWidthEm));
}

/** The approximate number of lines of a text wrapped at `roomEm`; longer words are broken. */
export function wrappedLines(text: string, roomEm: number): number {
  let lines = 0;
  for (const line of text.split('\n')) {
    let filled = 0;
    lines++;
    // Lines break between wide letters as well as at spaces.
    for (const word of line.split(/(?<= )|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u)) {
      const width = lineWidthEm(word.trimEnd());
      if (filled > 0 && filled + width > roomEm) {
        lines++;
        filled = 0;
      }
      const broken = Math.max(0, Math.ceil(width / roomEm) - 1);
      lines += broken;
      filled += lineWidthEm(word) - broken * roomEm;
    }
  }
  return lines;
}
