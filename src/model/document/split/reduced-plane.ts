/** 100 dpi: this keeps the finest lines of labels, and the search is fast. */
const DOTS_PER_MM = 100 / 25.4;
/** An A4 page has 967,000. Larger pages are searched at a lower resolution, to limit the time. */
const MOST_PIXELS = 1_300_000;
/** A smaller reduction is not worthwhile. */
const LEAST_FACTOR = 1.15;

/**
 * The plane at about 100 dpi. A pixel is halfway between the mean and the darkest of the pixels that it replaces: the mean
 * alone would lose hairlines of fine planes.
 */
export function reducedPlane(plane: PagePlane): PagePlane {
  const pixels = plane.width * plane.height;
  const factor = Math.max(plane.dotsPerMm / DOTS_PER_MM, Math.sqrt(pixels / MOST_PIXELS));
  if (factor < LEAST_FACTOR) return plane;
  const width = Math.max(1, Math.floor(plane.width / factor));
  const height = Math.max(1, Math.floor(plane.height / factor));
  const starts = Int32Array.from({ length: width + 1 }, (_, x) => Math.min(plane.width, Math.floor(x * factor)));
  const grey = new Uint8Array(width * height);
  const sums = new Float64Array(width);
  const darkest = new Uint8Array(width);
  for (let y = 0; y < height; y++) {
    const [from, to] = [Math.floor(y * factor), Math.min(plane.height, Math.floor((y + 1) * factor))];
    sums.fill(0);
    darkest.fill(255);
    for (let row = from; row < to; row++) {
      const base = row * plane.width;
      for (let x = 0; x < width; x++) {
        let [sum, least] = [0, 255];
        const end = base + (starts[x + 1] ?? 0);
        for (let at = base + (starts[x] ?? 0); at < end; at++) {
          const tone = plane.grey[at] ?? 255;
          sum += tone;
          if (tone < least) least = tone;
        }
        sums[x] = (sums[x] ?? 0) + sum;
        if (least < (darkest[x] ?? 255)) darkest[x] = least;
      }
    }
    for (let x = 0; x < width; x++) {
      const count = Math.max(1, ((starts[x + 1] ?? 0) - (starts[x] ?? 0)) * (to - from));
      grey[y * width + x] = ((sums[x] ?? 0) / count + (darkest[x] ?? 255)) / 2;
    }
  }
  return { grey, width, height, dotsPerMm: plane.dotsPerMm / factor };
}

/** One page in gray: one byte per pixel, 0 black to 255 white, rows from the top, without padding. */
export interface PagePlane {
  readonly grey: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly dotsPerMm: number;
}
