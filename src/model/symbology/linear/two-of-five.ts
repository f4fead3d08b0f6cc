/** The five elements of each digit; the two wide ones are 2 (ISO/IEC 16390, table 1). */
export const TWO_OF_FIVE: readonly string[] = '11221 21112 12112 22111 11212 21211 12211 11122 21121 12121'.split(' ');

/** Start, pairs of digits and stop. The bars encode the first digit of a pair, the spaces the second one. */
export function interleavedPattern(digits: string): string {
  let pattern = '1111';
  for (let i = 0; i < digits.length; i += 2) {
    const bars = TWO_OF_FIVE[digits.charCodeAt(i) - 48] ?? '';
    const spaces = TWO_OF_FIVE[digits.charCodeAt(i + 1) - 48] ?? '';
    for (let e = 0; e < 5; e++) pattern += bars.charAt(e) + spaces.charAt(e);
  }
  return `${pattern}211`;
}
