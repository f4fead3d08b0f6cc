import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { expectOk } from '#model/kernel/result.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { NO_RECORD, type DataRecord } from '#model/data/record.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { LabelSettings, Template } from '#model/template/template.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createTestTemplate, TEST_ASSET, TEST_TIME } from '../support/create-elements.ts';
import { createPng } from '../print/create-image-files.ts';

export const GOLDEN_DPIS: readonly number[] = [203, 300, 600];
export const GOLDEN_LABEL: Partial<LabelSettings> = { widthMm: 40, heightMm: 30 };

export const OTHER_ASSET = 'cd'.repeat(32) as AssetKey;
/** Every gray from white to black, transparent at the left edge, with a black corner that marks the orientation. */
const PICTURE = createPng(24, 16, (x, y) =>
  x < 8 && y < 5 ? [0, 0, 0, 255] : [x * 11, x * 11, y * 16, x < 2 ? 0 : 255],
);
export const OTHER_PICTURE: Uint8Array = createPng(8, 8, (x, y) =>
  (x + y) % 2 === 0 ? [0, 0, 0, 255] : [255, 255, 255, 255],
);

export interface GoldenPage {
  /** SHA-256 of the packed bits. */
  readonly hash: string;
  readonly png: Uint8Array;
}

export function goldenTemplate(elements: readonly LabelElement[], settings: Partial<LabelSettings> = {}): Template {
  return {
    ...createTestTemplate(elements, { ...GOLDEN_LABEL, ...settings }),
    assets: new Map([
      [TEST_ASSET, { mime: 'image/png', bytes: PICTURE }],
      [OTHER_ASSET, { mime: 'image/png', bytes: OTHER_PICTURE }],
    ]),
  };
}

/** The sheet as it would be printed, bit for bit; rejected labels are shown unchanged. */
export async function goldenPage(
  core: PrintCore,
  template: Template,
  dpi: number,
  records: readonly DataRecord[] = [NO_RECORD],
): Promise<GoldenPage> {
  const { runId } = expectOk(await core.openRun({ template, dpi, now: TEST_TIME }));
  const page = expectOk(await core.previewPage(runId, records));
  await core.closeRun(runId);
  return { hash: hashOfBits(page.png), png: page.png };
}

/** SHA-256 of the packed bits of a page's 1-bit PNG. */
export function hashOfBits(png: Uint8Array): string {
  const { rows, stride } = pngRows(png);
  const hash = createHash('sha256');
  for (let at = 0; at < rows.length; at += stride) hash.update(rows.subarray(at + 1, at + stride));
  return hash.digest('hex');
}

/** One byte a dot, 1 for ink. */
export interface InkPicture {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
}

/** The dots of a page's 1-bit PNG. */
export function inkOf(png: Uint8Array): InkPicture {
  const { width, height, rows, stride } = pngRows(png);
  const dots = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const byte = rows[y * stride + 1 + (x >> 3)] ?? 0;
      dots[y * width + x] = 1 - ((byte >> (7 - (x & 7))) & 1);
    }
  }
  return { width, height, dots };
}

/** The rows of a 1-bit PNG, `stride` bytes each, the first of them the row's filter. */
function pngRows(png: Uint8Array): {
  readonly width: number;
  readonly height: number;
  readonly rows: Buffer;
  readonly stride: number;
} {
  const file = Buffer.from(png);
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const chunks: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') {
      chunks.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
    }
  }
  const rows = inflateSync(Buffer.concat(chunks));
  const stride = 1 + Math.ceil(width / 8);
  for (let y = 0; y < height; y++) if (rows[y * stride] !== 0) throw new Error('a filtered row');
  return { width, height, rows, stride };
}
