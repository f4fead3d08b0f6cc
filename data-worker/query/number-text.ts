const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
/** Whole numbers up to here are written by hand. */
const MAX_WHOLE = 1e15;
/** Up to here a number with two digits after the point is told exactly from its hundredfold. */
const MAX_CENTS = 1e9;
const MAX_INT = 0x7fffffff;

/** Plain numbers as their digits, in a small piece of memory that each call writes anew. */
export class NumberText {
  readonly bytes: Uint8Array = new Uint8Array(24);
  start = 24;
  readonly end = 24;

  /** Writes what a number without a format shows. False for numbers that are rarer than that; they have no text here. */
  write(value: number): boolean {
    let rest = value < 0 ? -value : value;
    let at = this.end;
    if (!Number.isInteger(rest)) {
      const cents = Math.round(rest * 100);
      // The hundredfold leads back to the very number: two digits are all it has.
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
