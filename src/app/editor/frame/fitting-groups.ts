import { useLayoutEffect, useState, type RefObject } from 'react';
import type { CssPx } from '#model/kernel/units.ts';

/**
 * The number of groups, from the first one, that fit; if some do not, the button for the others needs its own space.
 */
export function fittingCount(widths: readonly CssPx[], room: CssPx, morePx: CssPx): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= room) return widths.length;
  let used = morePx;
  const first = widths.findIndex((width) => (used += width) > room);
  return first === -1 ? widths.length : first;
}

/**
 * The number of groups in a bar that fit next to its `[data-rest]`. A group is marked `data-group`, and keeps its width
 * while it is hidden.
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

/** Includes its margin, which is negative. */
function widthOf(group: HTMLElement): CssPx {
  return group.offsetWidth + parseFloat(getComputedStyle(group).marginLeft);
}
