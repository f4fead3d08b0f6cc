import type { Ink, PixelBox } from './ink.ts';

/** Summed-area table of the ink: the amount in any box in constant time. */
export interface InkSums {
  readonly sums: Int32Array;
  readonly width: number;
  readonly height: number;
}

export function inkSums({ bits, width, height }: Ink): InkSums {
  const across = width + 1;
  const sums = new Int32Array(across * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += bits[y * width + x] ?? 0;
      sums[(y + 1) * across + x + 1] = (sums[y * across + x + 1] ?? 0) + row;
    }
  }
  return { sums, width, height };
}

/** Pixels of ink; there is none outside the page. */
export function inkIn({ sums, width, height }: InkSums, box: PixelBox): number {
  const left = Math.min(width, Math.max(0, box.left));
  const right = Math.min(width, Math.max(left, box.right));
  const top = Math.min(height, Math.max(0, box.top));
  const bottom = Math.min(height, Math.max(top, box.bottom));
  const [above, below] = [top * (width + 1), bottom * (width + 1)];
  return (
    (sums[below + right] ?? 0) - (sums[below + left] ?? 0) - (sums[above + right] ?? 0) + (sums[above + left] ?? 0)
  );
}

/** The smallest box around the ink inside `within`; null if there is none. */
export function summedBox(sums: InkSums, within: PixelBox): PixelBox | null {
  if (inkIn(sums, within) === 0) return null;
  let { left, top, right, bottom } = within;
  while (inkIn(sums, { left, top, right, bottom: top + 1 }) === 0) top += 1;
  while (inkIn(sums, { left, top: bottom - 1, right, bottom }) === 0) bottom -= 1;
  while (inkIn(sums, { left, top, right: left + 1, bottom }) === 0) left += 1;
  while (inkIn(sums, { left: right - 1, top, right, bottom }) === 0) right -= 1;
  return { left, top, right, bottom };
}
