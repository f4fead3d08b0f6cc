/** The eight handles of a box, as compass points. */
export const RESIZE_HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type ResizeHandle = (typeof RESIZE_HANDLES)[number];

export const CORNER_HANDLES: readonly ResizeHandle[] = ['nw', 'ne', 'se', 'sw'];

/** -1 when the handle moves the left (or top) edge, 1 when it moves the right (or bottom) one, 0 when neither. */
export function handleSide(handle: ResizeHandle, axis: 'x' | 'y'): -1 | 0 | 1 {
  const [low, high] = axis === 'x' ? (['w', 'e'] as const) : (['n', 's'] as const);
  if (handle.includes(low)) return -1;
  return handle.includes(high) ? 1 : 0;
}

/** Whether it is a side handle, which moves one edge only. */
export function isSideHandle(handle: ResizeHandle): boolean {
  return handle.length === 1;
}
