const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
/** Whole numbers up to this one are formatted without the engine. */
const MAX_WHOLE = 1e15;
/** Up to this one a hundredfold shows exactly whether a number has two decimals. */
const MAX_CENTS = 1e9;
const MAX_INT = 0x7fffffff;

/** Plain numbers as digits, in a small buffer that each call overwrites. */
export class NumberText {
  readonly bytes: Uint8Array = new Uint8Array(24);
  start = 24;
  readonly end = 24;

  /** Writes the text of a number without a format. False for rarer numbers, which have no text here. */
  write(value: number): boolean {
    let rest = value < 0 ? -value : value;
    let at = this.end;
    if (!Number.isInteger(rest)) {
      const cents = Math.round(rest * 100);
      // The hundredfold divides back to the same number: it has at most two decimals.
      if (!(rest < MAX_CENTS) || cents / 100 !== rest) return false;
      const last = cents % 10;
      if (last !== 0) this.bytes[--at] = ZERO + last;
      this.bytes[--at] = ZERO + (Math.floor(cents / 10) % 10);
      this.bytes[--at] = POINT;
      rest = Math.floor(cents / 100);
    } else if (!(rest < MAX_WHOLE)) {
      return false;
    }
    // Whole numbers of 32 bits are divided much faster than doubles.
    while (rest > MAX_INT) {
      const next = Math.floor(rest / 10);
      this.bytes[--at] = ZERO + (rest - next * 10);
      rest = next;
    }
    let whole = rest | 0;
    do {
      const next = (whole / 10) | 0;
      this.bytes[--at] = ZERO + (whole - next * 10);
      whole = next;
    } while (whole > 0);
    if (value < 0) this.bytes[--at] = MINUS;
    this.start = at;
    return true;
  }
}
