/**
 * The color of a text: on outputs with colors (shapes and text as PDF or SVG). Prints are black and white, and there a text
 * is black whatever its color is. White letters on a black box stay white, and the box has the color.
 */

export const BLACK = '#000000';

/** A color as it is in files, `#rrggbb` in small letters; null for any other text. */
export function colorOf(text: string): string | null {
  const color = text.toLowerCase();
  return /^#[0-9a-f]{6}$/.test(color) ? color : null;
}

/** Below this ratio of their luminances, letters on white paper can hardly be seen. WCAG wants 3 for large ones. */
const LEAST_CONTRAST = 1.6;

/** Whether a text of this color can hardly be seen on white paper. */
export function isPale(color: string): boolean {
  return 1.05 / (luminanceOf(color) + 0.05) < LEAST_CONTRAST;
}

/** The relative luminance of WCAG 2.2: 0 for black to 1 for white. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
