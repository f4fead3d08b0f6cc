/** How many lines the keys of a page go on. */
const PAGE = 10;

/** The line of a list of `count` to which a key leads from `active`, no further than its ends; null for other keys. */
export function nextIndexForKey(key: string, active: number, count: number): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[key];
  const to = step === undefined ? { Home: 0, End: count - 1 }[key] : active + step;
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}
