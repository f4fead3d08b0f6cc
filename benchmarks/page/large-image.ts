import { createElement } from '#model/elements/registry.ts';
import type { Rotation } from '#model/kernel/geometry.ts';
import type { AssetKey, ElementId } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import type { Template } from '#model/template/template.ts';
import type { Ours } from './ours.ts';

const DPI = 600;
const WIDTH_MM = 400;
const HEIGHT_MM = 3000;
const ASSET = 'ef'.repeat(32) as AssetKey;

export interface LargeImageRequest {
  /** Address of the PNG at the page's server. */
  readonly image: string;
  readonly rotation: Rotation;
}

export interface LargeImageTimes {
  /** From the template to the verified page's file: inspected, decoded, dithered, hashed, written as a PNG. */
  readonly ms: number;
  readonly pngHash: string;
  readonly pngBytes: number;
}

/** One dithered image over all of the largest label. */
export async function runLargeImage(ours: Ours, { image, rotation }: LargeImageRequest): Promise<LargeImageTimes> {
  const bytes = new Uint8Array(await (await fetch(image)).arrayBuffer());
  const start = performance.now();
  const template = createTemplate(bytes, rotation);
  const { runId } = expectOk(await ours.core.openExport({ template, dpi: DPI, format: 'png' }));
  const { pieces, pages } = expectOk(await ours.core.exportRecords(runId, [NO_RECORD], true));
  const ms = performance.now() - start;
  await ours.core.closeRun(runId);
  const [[png], [page]] = [pieces, pages];
  const pngHash = page?.pngHash;
  if (png === undefined || pngHash === undefined) throw new Error('the label was refused');
  return { ms, pngHash, pngBytes: png.length };
}

function createTemplate(bytes: Uint8Array, rotation: Rotation): Template {
  const turned = rotation === 90 || rotation === 270;
  const element = createElement('image', {
    id: 'I0000001' as ElementId,
    name: 'image',
    centreMm: { x: WIDTH_MM / 2, y: HEIGHT_MM / 2 },
    labelWidthMm: WIDTH_MM,
    labelHeightMm: HEIGHT_MM,
    zoom: 1,
    image: { asset: ASSET, size: { width: 1, height: 1 } },
  });
  const box = {
    xMm: 0,
    yMm: 0,
    widthMm: turned ? HEIGHT_MM : WIDTH_MM,
    heightMm: turned ? WIDTH_MM : HEIGHT_MM,
  };
  return {
    label: createLabelSettings('Large image', { widthMm: WIDTH_MM, heightMm: HEIGHT_MM }),
    elements: [{ ...element, ...box, rotation, oneBit: 'floydSteinberg', displayMode: 'stretch' }],
    assets: new Map([[ASSET, { mime: 'image/png', bytes }]]),
  };
}
