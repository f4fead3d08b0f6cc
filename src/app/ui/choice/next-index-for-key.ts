/** Rows per Page Up or Page Down. */
const PAGE = 10;

/** The row of a list of `count` that a key moves to from `active`, within its ends; null for other keys. */
export function nextIndexForKey(key: string, active: number, count: number): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[key];
  const to = step === undefined ? { Home: 0, End: count - 1 }[key] : active + step;
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}
