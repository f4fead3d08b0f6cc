import { bulkFigures } from './bulk-figures.ts';
import type { Figure } from './figure.ts';
import { measureInPage } from './open-page.ts';

/**
 * Labels of 100 x 80 mm at 300 dpi, five texts, Code 128 and QR, new values in each, to a PNG, in Chromium. `verified`
 * is a whole page (symbols encoded, read back, hashed) against Konva's picture alone. `limit` excludes the PNG and may
 * take four times as long as filling and reading an RGBA surface once.
 */
export async function run(): Promise<readonly Figure[]> {
  return bulkFigures(await measureInPage('bulk'), [
    { name: 'render-bulk-konva', mine: 'ours', peer: 'konva', against: 'konva', goal: 60 },
    { name: 'render-bulk-fabric', mine: 'ours', peer: 'fabric', against: 'fabric', goal: 25 },
    { name: 'render-bulk-canvas2d', mine: 'ours', peer: 'canvas2d', against: 'Canvas2D+convertToBlob', goal: 20 },
    { name: 'render-bulk-verified-konva', mine: 'verified', peer: 'konva', against: 'konva', goal: 20 },
    { name: 'render-bulk-limit', mine: 'bits', peer: 'limit', against: '4x-memory-limit', goal: 1, allowance: 4 },
  ]);
}
