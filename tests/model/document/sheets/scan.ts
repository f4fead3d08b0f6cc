import type { Random } from '#tests/support/symbol-values.ts';
import type { PagePlane } from '#model/document/split/reduced-plane.ts';

/** Effects of a scanner: paper that is not white, noise, specks, and dark strips from an open lid. */
export interface ScanFaults {
  readonly specks: number;
  readonly noise: number;
  readonly borders: boolean;
}

export function scanned({ grey, width, height, dotsPerMm }: PagePlane, faults: ScanFaults, random: Random): PagePlane {
  const out = new Uint8Array(grey.length);
  const paper = 228 + random() * 20;
  const shade = random() * 14;
  for (let i = 0; i < grey.length; i++) {
    const tone = 30 + ((grey[i] ?? 0) / 255) * (paper - 30) - (shade * (i % width)) / width;
    const noise = (random() + random() + random() - 1.5) * faults.noise;
    out[i] = Math.max(0, Math.min(255, tone + noise));
  }
  for (let i = 0; i < faults.specks; i++) {
    const at = Math.floor(random() * grey.length);
    const large = random();
    out[at] = 40;
    if (large > 0.4) out[at + 1] = 60;
    if (large > 0.7) out[at + width] = 50;
  }
  if (faults.borders) {
    const strip = (1.5 + random() * 3) * dotsPerMm;
    const wedge = random() * 2 * dotsPerMm;
    const bottom = random() < 0.5 ? 0 : (1 + random() * 2) * dotsPerMm;
    for (let y = 0; y < height; y++) {
      const dark = Math.round(strip + (wedge * y) / height + random() * 1.5);
      for (let x = 0; x < dark; x++) out[y * width + x] = 20 + random() * 30;
    }
    for (let y = Math.ceil(height - bottom); y < height; y++) out.fill(25, y * width, (y + 1) * width);
  }
  return { grey: out, width, height, dotsPerMm };
}

/** The page rotated clockwise by quarter turns. */
export function turnedPlane({ grey, width, height, dotsPerMm }: PagePlane, degrees: 0 | 90 | 180 | 270): PagePlane {
  if (degrees === 0) return { grey, width, height, dotsPerMm };
  const out = new Uint8Array(grey.length);
  const across = degrees === 180 ? width : height;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [toX, toY] =
        degrees === 90 ? [height - 1 - y, x] : degrees === 180 ? [width - 1 - x, height - 1 - y] : [y, width - 1 - x];
      out[toY * across + toX] = grey[y * width + x] ?? 0;
    }
  }
  return { grey: out, width: across, height: degrees === 180 ? height : width, dotsPerMm };
}
