import { useLayoutEffect, useState, type RefObject } from 'react';
import type { CssPx } from '#model/kernel/units.ts';

/** How many groups, from the first one on, have room; where not all have, the button for the others has its own. */
export function fittingCount(widths: readonly CssPx[], room: CssPx, morePx: CssPx): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= room) return widths.length;
  let used = morePx;
  const first = widths.findIndex((width) => (used += width) > room);
  return first === -1 ? widths.length : first;
}

/**
 * How many of the groups in a bar have room next to its `[data-rest]`. A group is marked `data-group`, and keeps its width
 * while it is not shown.
 */
export function useFittingGroups(bar: RefObject<HTMLElement | null>, morePx: CssPx): number {
  const [count, setCount] = useState(Infinity);
  useLayoutEffect(() => {
    const strip = bar.current;
    if (strip === null) return undefined;
    const measure = (): void => {
      const { paddingLeft, paddingRight } = getComputedStyle(strip);
      const rest = strip.querySelector<HTMLElement>('[data-rest]')?.offsetWidth ?? 0;
      const room = strip.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - rest;
      const groups = [...strip.querySelectorAll<HTMLElement>('[data-group]')];
      setCount(fittingCount(groups.map(widthOf), room, morePx));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(strip);
    return () => observer.disconnect();
  }, [bar, morePx]);
  return count;
}

/** With its margin, which is negative. */
function widthOf(group: HTMLElement): CssPx {
  return group.offsetWidth + parseFloat(getComputedStyle(group).marginLeft);
}
