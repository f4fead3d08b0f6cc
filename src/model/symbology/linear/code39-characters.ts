/** The characters in the order of their values (ISO/IEC 16388, table 1). */
export const CODE39_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
export const CODE39_CHARACTER: RegExp = /[0-9A-Z\-. $/+%]/;

/** Bars and spaces in turn, bar first, for each character; 2 is wide. */
const PATTERNS =
  '111221211 211211112 112211112 212211111 111221112 211221111 112221111 111211212 211211211 112211211 211112112 112112112 212112111 111122112 211122111 112122111 111112212 211112211 112112211 111122211 211111122 112111122 212111121 111121122 211121121 112121121 111111222 211111221 112111221 111121221 221111112 122111112 222111111 121121112 221121111 122121111 121111212 221111211 122111211 121212111 121211121 121112121 111212121'.split(
    ' ',
  );
const START_STOP = '121121211';

/** The pattern of characters between start and stop. The gap between two characters is narrow. */
export function code39Pattern(characters: string): string {
  let pattern = `${START_STOP}1`;
  for (const character of characters) pattern += `${PATTERNS[CODE39_CHARACTERS.indexOf(character)] ?? ''}1`;
  return pattern + START_STOP;
}

/** The check character modulo 43 (ISO/IEC 16388, annex A). `start` is added to the characters' sum. */
export function mod43(characters: string, start = 0): string {
  let sum = start;
  for (const character of characters) sum += CODE39_CHARACTERS.indexOf(character);
  return CODE39_CHARACTERS[sum % 43] ?? '';
}
