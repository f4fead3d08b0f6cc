/** The outermost edges of rectangles (x, y, width, height …), in their own unit. */
export interface DotEdges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The edges of all rectangles together; without any, `left` is `Infinity` and `right` is `-Infinity`. */
export function edgesOf(rects: Int32Array): DotEdges {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let i = 0; i + 3 < rects.length; i += 4) {
    const x = rects[i] as number;
    const y = rects[i + 1] as number;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + (rects[i + 2] as number));
    bottom = Math.max(bottom, y + (rects[i + 3] as number));
  }
  return { left, top, right, bottom };
}
