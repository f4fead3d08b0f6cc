import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/* Buttons as radios. By the ARIA practices their group is one tab stop, at the selected one or otherwise at the first, and
   the arrow keys select. */

/** For the group's `onKeyDown`. Calls `choose` with the index of the radio that an arrow key moved to. */
export function chooseByArrows(event: KeyboardEvent<HTMLElement>, choose: (index: number) => void): void {
  const by = STEPS[event.key];
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')];
  const at = radios.findIndex((radio) => radio === event.target);
  if (by === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const next = (at + by + radios.length) % radios.length;
  radios[next]?.focus();
  choose(next);
}

/** The `tabIndex` of a radio; `chosen` is the index of the selected one, -1 for none. */
export function radioTabIndex(index: number, chosen: number): 0 | -1 {
  return index === Math.max(0, chosen) ? 0 : -1;
}

/** Rows per Page Up or Page Down. */
const PAGE = 10;

/** The row of a list of `count` that a key moves to from `active`, within its ends; null for other keys. */
export function nextIndexForKey(key: string, active: number, count: number): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[key];
  const to = step === undefined ? { Home: 0, End: count - 1 }[key] : active + step;
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}
