/** Represents FNC1 in a message, in addition to the character codes 0 to 127. */
export const FNC1 = -1;

type CodeSet = 'A' | 'B' | 'C';

const START: Readonly<Record<CodeSet, number>> = { A: 103, B: 104, C: 105 };
const TO_A = 101;
const TO_B = 100;
const TO_C = 99;
const SHIFT = 98;
const FNC1_CODEWORD = 102;
const NEVER = 1e9;

/**
 * The shortest sequence of codewords for a message of ASCII codes and `FNC1` (ISO/IEC 15417, annex E): the start, the
 * data and changes of the code set, without check character and stop.
 */
export function code128Codewords(message: readonly number[]): number[] {
  const { length } = message;
  const digits = digitsFrom(message);
  // Distances to the next character that only set A, or only set B, can encode.
  const onlyA = distances(message, (c) => c >= 0 && c < 32);
  const onlyB = distances(message, (c) => c >= 96);
  const aFirst = (at: number): boolean => (onlyA[at] ?? NEVER) < (onlyB[at] ?? NEVER);
  const bFirst = (at: number): boolean => (onlyB[at] ?? NEVER) < (onlyA[at] ?? NEVER);

  const first = digits[0] ?? 0;
  let set: CodeSet = (length === 2 && first === 2) || first >= 4 ? 'C' : aFirst(0) ? 'A' : 'B';
  const codewords = [START[set]];
  let at = 0;
  while (at < length) {
    const character = message[at] ?? 0;
    const run = digits[at] ?? 0;
    if (set === 'C') {
      if (character === FNC1) {
        codewords.push(FNC1_CODEWORD);
        at++;
      } else if (run >= 2) {
        codewords.push((character - 48) * 10 + (message[at + 1] ?? 0) - 48);
        at += 2;
      } else {
        set = aFirst(at) ? 'A' : 'B';
        codewords.push(set === 'A' ? TO_A : TO_B);
      }
      continue;
    }
    if (character === FNC1) {
      codewords.push(FNC1_CODEWORD);
      at++;
      continue;
    }
    if (run >= 4) {
      // If the number of digits is odd, the first one is encoded before the change to set C.
      if (run % 2 === 1) {
        codewords.push(character - 32);
        at++;
      }
      if ((digits[at] ?? 0) >= 4) {
        codewords.push(TO_C);
        set = 'C';
      }
      continue;
    }
    const foreign = set === 'B' ? character < 32 : character >= 96;
    if (foreign) {
      const other: CodeSet = set === 'B' ? 'A' : 'B';
      const backAtOnce = at < length - 1 && (set === 'B' ? bFirst(at + 1) : aFirst(at + 1));
      if (backAtOnce) {
        codewords.push(SHIFT, valueIn(other, character));
        at++;
      } else {
        codewords.push(other === 'A' ? TO_A : TO_B);
        set = other;
      }
      continue;
    }
    codewords.push(valueIn(set, character));
    at++;
  }
  return codewords;
}

function valueIn(set: 'A' | 'B', character: number): number {
  return set === 'A' && character < 32 ? character + 64 : character - 32;
}

/** For each place, how many digits set C can encode from there on. An FNC1 between pairs of digits counts as two. */
function digitsFrom(message: readonly number[]): Int32Array {
  const even = new Int32Array(message.length + 1);
  let odd = 0;
  for (let i = message.length - 1; i >= 0; i--) {
    const c = message[i] ?? 0;
    const next = even[i + 1] ?? 0;
    if (c === FNC1) {
      even[i] = 2 + next;
      odd = 0;
    } else if (c >= 48 && c <= 57) {
      even[i] = 1 + odd;
      odd = 1 + next;
    } else {
      odd = 0;
    }
  }
  return even;
}

function distances(message: readonly number[], is: (character: number) => boolean): Int32Array {
  const next = new Int32Array(message.length + 1).fill(NEVER);
  for (let i = message.length - 1; i >= 0; i--) next[i] = is(message[i] ?? 0) ? 0 : (next[i + 1] ?? NEVER) + 1;
  return next;
}
