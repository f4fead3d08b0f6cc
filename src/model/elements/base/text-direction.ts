const STRONG_RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const STRONG = /[\p{L}\u200e\u200f]/u;

/** The direction of the whole text, by its first letter (UAX #9, P2 and P3). */
export function isRightToLeft(text: string): boolean {
  const letter = STRONG.exec(text)?.[0];
  return letter !== undefined && (letter === '\u200f' || STRONG_RIGHT_TO_LEFT.test(letter));
}
