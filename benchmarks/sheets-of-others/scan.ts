import { createRandom, pick, whole, type Random } from '#tests/support/symbol-values.ts';
import { encodeJpeg, encodePng, type Pixels } from './pixels.ts';
import { hundredths, renderPdf, toHundredth, type Print } from './print.ts';
import type { Area, Scan } from './sheet.ts';
import { boxAround, cornersOf, turnQuad } from '#tests/document/sheets-of-others/polygon.ts';
import type { Corner, Quad, TrueLabel, TruePage } from '#tests/document/sheets-of-others/truth.ts';

const LOOKS = ['clean', 'gray', 'gray', 'low contrast', 'uneven', 'fax', 'edges', 'color'] as const;

export function pickScan(random: Random): Scan {
  const look = pick(random, LOOKS);
  const dpi = pick(random, look === 'fax' ? [200, 204, 300] : [150, 200, 200, 240, 300]);
  const most = pick(random, [0, 0.8, 1.5, 3]);
  return {
    look,
    dpi,
    format: look === 'fax' || random() < 0.25 ? 'png' : 'jpg',
    skew: toHundredth((random() * 2 - 1) * most),
    shift: [random() * 2 - 1, random() * 2 - 1],
    noise: look === 'clean' ? 2 : 3 + random() * 9,
    dust: pick(random, [0, 2, 8, 20]),
    seed: whole(random, 1, 1_000_000_000),
  };
}

/** Gray value on the print below which something is visible on its scan. */
export function inkBelow({ look }: Scan): number {
  return look === 'fax' ? 130 : look === 'low contrast' ? 200 : 240;
}

export interface Scanned {
  readonly file: Buffer;
  readonly page: TruePage;
}

/** A printed page as a scanner sees it. The skew is halved until no label reaches over the scan's edge. */
export function scanPage(print: Print, number: number, scan: Scan): Scanned {
  const page = print.pages[number - 1];
  const pixels = renderPdf(print.pdf, scan.dpi, scan.look === 'color')[number - 1];
  if (page === undefined || pixels === undefined) throw new Error('no such page');
  const size = { width: (pixels.width / scan.dpi) * 25.4, height: (pixels.height / scan.dpi) * 25.4 };
  let used = scan;
  let labels = page.labels.map((label) => turnedLabel(label, used, size));
  while (used.skew !== 0 && !labels.every(({ content }) => isInside(content, size))) {
    used = { ...used, skew: Math.abs(used.skew) < 0.2 ? 0 : toHundredth(used.skew / 2) };
    labels = page.labels.map((label) => turnedLabel(label, used, size));
  }
  const seen = degrade(pixels, used, createRandom(used.seed));
  const file =
    used.format === 'png'
      ? encodePng(seen, used.dpi, used.look === 'fax')
      : encodeJpeg(seen, used.dpi, 60 + (used.seed % 31));
  const { width, height } = size;
  return { file, page: { ...page, page: 1, width: toHundredth(width), height: toHundredth(height), skew: used.skew, labels } };
} // prettier-ignore

function isInside(area: Area, size: { width: number; height: number }): boolean {
  return area.x >= 0.3 && area.y >= 0.3 && area.x + area.width <= size.width - 0.3 && area.y + area.height <= size.height - 0.3;
} // prettier-ignore

function turnedLabel(label: TrueLabel, scan: Scan, size: { width: number; height: number }): TrueLabel {
  const middle: Corner = [size.width / 2, size.height / 2];
  const turn = (area: Area): Quad => turnQuad(cornersOf(area), scan.skew, middle);
  const [dx, dy] = scan.shift;
  const shifted = (area: Area): Area => ({ x: area.x + dx, y: area.y + dy, width: area.width, height: area.height });
  const [straight, straightContent] = [shifted(label), shifted(label.content)];
  const [quad, contentQuad] = [turn(straight), turn(straightContent)];
  return {
    ...hundredths(boxAround(quad)),
    rotation: label.rotation,
    quad: roundedQuad(quad),
    content: hundredths(boxAround(contentQuad)),
    contentQuad: roundedQuad(contentQuad),
    straight: hundredths(straight),
    straightContent: hundredths(straightContent),
    // A module of less than two pixels is too small for readers.
    codes: label.codes
      .filter(() => scan.dpi >= 200 && scan.look !== 'fax' && scan.look !== 'low contrast')
      .map((code) => ({ ...code, ...hundredths(boxAround(turn(shifted(code)))) })),
  };
}

function roundedQuad([a, b, c, d]: Quad): Quad {
  const round = ([x, y]: Corner): Corner => [toHundredth(x), toHundredth(y)];
  return [round(a), round(b), round(c), round(d)];
}

function degrade(pixels: Pixels, scan: Scan, random: Random): Pixels {
  const { width, height, channels } = pixels;
  const perMm = scan.dpi / 25.4;
  const angle = (-scan.skew * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [scan.shift[0] * perMm, scan.shift[1] * perMm];
  const [paper, ink] = tones(scan);
  const beyond = scan.look === 'edges' ? 60 : scan.look === 'fax' ? 255 : paper - 12;
  const data = new Uint8Array(width * height * channels);
  const [sx, sy] = [random() * 2 - 1, random() * 2 - 1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
      const px = width / 2 + cos * fromX - sin * fromY - dx - 0.5;
      const py = height / 2 + sin * fromX + cos * fromY - dy - 0.5;
      const light = scan.look === 'uneven' ? 1 - 0.22 * Math.abs((x / width - 0.5) * sx + (y / height - 0.5) * sy) * 2 : 1;
      const grain = (random() + random() + random() - 1.5) * 2 * scan.noise;
      for (let c = 0; c < channels; c++) {
        const clean = sample(pixels, px, py, c);
        const value = clean < 0 ? beyond : ink + ((paper - (channels === 3 && c === 2 ? 12 : 0) - ink) * clean) / 255;
        data[(y * width + x) * channels + c] = Math.max(0, Math.min(255, value * light + grain));
      }
    }
  dust(data, pixels, scan, random);
  if (scan.look === 'fax') for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) > 140 ? 255 : 0;
  return { width, height, channels, data };
} // prettier-ignore

/** Values of paper and of ink. */
function tones(scan: Scan): readonly [paper: number, ink: number] {
  switch (scan.look) {
    case 'low contrast':
      return [205, 115];
    case 'clean':
      return [252, 12];
    case 'fax':
      return [240, 20];
    default:
      return [232, 38];
  }
}

/** Interpolates between the four pixels around a place; -1 outside the paper. */
function sample({ width, height, channels, data }: Pixels, x: number, y: number, c: number): number {
  if (x < -0.5 || y < -0.5 || x > width - 0.5 || y > height - 0.5) return -1;
  const [x0, y0] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)];
  const [fx, fy] = [Math.max(0, x - x0), Math.max(0, y - y0)];
  const at = (px: number, py: number): number => data[(py * width + px) * channels + c] ?? 255;
  const upper = at(x0, y0) * (1 - fx) + at(x1, y0) * fx;
  const lower = at(x0, y1) * (1 - fx) + at(x1, y1) * fx;
  return upper * (1 - fy) + lower * fy;
}

/** Specks of 0.1 to 0.4 mm, and occasionally a hair. */
function dust(data: Uint8Array, { width, height, channels }: Pixels, scan: Scan, random: Random): void {
  const perMm = scan.dpi / 25.4;
  const count = Math.round((scan.dust * (width / perMm) * (height / perMm)) / 10_000);
  const dot = (cx: number, cy: number, radius: number, value: number): void => {
    for (let y = Math.max(0, Math.floor(cy - radius)); y <= Math.min(height - 1, cy + radius); y++)
      for (let x = Math.max(0, Math.floor(cx - radius)); x <= Math.min(width - 1, cx + radius); x++)
        if ((x - cx) ** 2 + (y - cy) ** 2 <= radius ** 2)
          for (let c = 0; c < channels; c++) data[(y * width + x) * channels + c] = value;
  };
  for (let i = 0; i < count; i++)
    dot(random() * width, random() * height, (0.05 + random() * 0.15) * perMm, whole(random, 40, 140));
  for (let i = 0; i < count / 40; i++) {
    let [x, y, way] = [random() * width, random() * height, random() * 6];
    for (let step = 0; step < 5 * perMm; step++) {
      way += (random() - 0.5) * 0.1;
      [x, y] = [x + Math.cos(way), y + Math.sin(way)];
      dot(x, y, 0.05 * perMm, 90);
    }
  }
}
