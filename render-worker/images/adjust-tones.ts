import type { ImageTones } from '#model/elements/base/display-op.ts';
import type { ToneImage } from './decode-image.ts';

const WHITE = 255;
const MIDDLE = 127.5;

/** The image with changed tones, but not yet sharpened: that is done to the dots. `colors` are the planes of red, green and blue, for the color that becomes transparent. */
export function adjustTones(image: ToneImage, tones: ImageTones, colors: ToneImage | null): ToneImage {
  const levels = toneLevels(tones);
  const planes = image.planes.map((plane) => plane.map((tone) => levels[tone] as number));
  const { clearColor } = tones;
  if (clearColor === undefined || colors === null) return onPaper({ ...image, planes });
  const alpha = image.alpha === null ? new Uint8Array(image.width * image.height).fill(WHITE) : image.alpha.slice();
  clear(alpha, colors, clearColor, tones.clearTolerance);
  return onPaper({ ...image, planes, alpha });
}

/** What each tone becomes. */
function toneLevels({ inverted, brightness, contrast, gamma }: ImageTones): Uint8Array {
  // The usual curve of photo editors: no contrast at -100, a step at 100.
  const slope = contrast < 100 ? Math.tan(((contrast + 100) * Math.PI) / 400) : Number.MAX_SAFE_INTEGER;
  return Uint8Array.from({ length: WHITE + 1 }, (_, tone) => {
    const own = inverted ? WHITE - tone : tone;
    const lit = own + (brightness / 100) * WHITE;
    const steep = bounded((lit - MIDDLE) * slope + MIDDLE);
    return Math.round(WHITE * (steep / WHITE) ** (1 / gamma));
  });
}

function bounded(tone: number): number {
  return Math.min(WHITE, Math.max(0, tone));
}

/** Makes each pixel transparent whose color is `color` within the tolerance. */
function clear(alpha: Uint8Array, { planes }: ToneImage, color: string, tolerance: number): void {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  // A gray picture has one plane for all three.
  const [red, green = red, blue = red] = planes as [Uint8Array, ...Uint8Array[]];
  const [r, g, b] = wanted as [number, number, number];
  for (let i = 0; i < alpha.length; i++) {
    if (Math.abs((red[i] as number) - r) > tolerance) continue;
    if (Math.abs((green[i] as number) - g) > tolerance) continue;
    if (Math.abs((blue[i] as number) - b) > tolerance) continue;
    alpha[i] = 0;
  }
}

/** The planes of an image include the white paper below its transparent parts. */
function onPaper(image: ToneImage): ToneImage {
  const { alpha } = image;
  if (alpha === null) return image;
  for (const plane of image.planes) {
    for (let i = 0; i < alpha.length; i++) if (alpha[i] === 0) plane[i] = WHITE;
  }
  return image;
}
