import type { DotImage } from '#model/symbology/read/dot-image.ts';

/** Repeats every row this many times: readers of stacked symbols need more scan lines than a few low rows give. */
export function stretchDown({ width, height, gray }: DotImage, times: number): DotImage {
  const stretched = new Uint8Array(width * height * times);
  for (let y = 0; y < height; y++) {
    const row = gray.subarray(y * width, (y + 1) * width);
    for (let i = 0; i < times; i++) stretched.set(row, (y * times + i) * width);
  }
  return { width, height: height * times, gray: stretched };
}

/** Repeats every dot this many times in both directions. */
export function enlarged(image: DotImage, times: number): DotImage {
  const { width, height, gray } = image;
  const wide = new Uint8Array(width * times * height);
  for (let i = 0; i < gray.length; i++) wide.fill(gray[i] ?? 0, i * times, (i + 1) * times);
  return stretchDown({ width: width * times, height, gray: wide }, times);
}
