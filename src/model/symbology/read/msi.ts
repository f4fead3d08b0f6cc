/**
 * The least ratio of wide to narrow. A 1 is a wide bar and a narrow space, a 0 a narrow bar and a wide space (MSI Data
 * Corporation, 3 modules for each bit).
 */
const LEAST_RATIO = 1.4;
const BITS = 4;

/** All digits, including the check digits; null when it is not MSI. The start is a 1, the stop a 0 and a narrow bar. */
export function readMsi(widths: readonly number[]): string | null {
  const digits = (widths.length - 5) / (2 * BITS);
  if (!Number.isInteger(digits) || digits < 1) return null;
  if (bitAt(widths, 0) !== 1) return null;
  let text = '';
  for (let i = 0; i < digits; i++) {
    let digit = 0;
    for (let b = 0; b < BITS; b++) {
      const bit = bitAt(widths, 2 + 2 * (i * BITS + b));
      if (bit === null) return null;
      digit = digit * 2 + bit;
    }
    if (digit > 9) return null;
    text += String(digit);
  }
  const stop = widths.length - 3;
  const [bar = 0, space = 0, last = 0] = widths.slice(stop);
  const isStop = space >= bar * LEAST_RATIO && space >= last * LEAST_RATIO;
  return isStop && samePitch(widths) ? text : null;
}

function bitAt(widths: readonly number[], at: number): 0 | 1 | null {
  const [bar, space] = [widths[at] ?? 0, widths[at + 1] ?? 0];
  if (bar >= space * LEAST_RATIO) return 1;
  return space >= bar * LEAST_RATIO ? 0 : null;
}

/** Whether all bits are equally long: this detects a bar that has lost or gained a dot or two. */
function samePitch(widths: readonly number[]): boolean {
  const bits = (widths.length - 1) / 2;
  let total = 0;
  for (let i = 0; i < bits * 2; i++) total += widths[i] ?? 0;
  const pitch = total / bits;
  for (let i = 0; i < bits; i++) {
    if (Math.abs((widths[2 * i] ?? 0) + (widths[2 * i + 1] ?? 0) - pitch) > pitch / 4) return false;
  }
  return true;
}
