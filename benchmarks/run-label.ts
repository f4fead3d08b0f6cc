import { bulkFigures } from './bulk-figures.ts';
import type { Figure } from './figure.ts';
import { measureInPage } from './open-page.ts';

/**
 * One verified label of a run in Chromium: five texts, Code 128 and QR with new values, 1181 x 945 dots; symbols
 * encoded, painted, read back, a PNG made and hashed. Against Konva's picture with its PNG, of symbols that were
 * encoded before, read by zxing-wasm with its default options; and against that picture alone, without verification.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const picture = {
    name: 'run-label-picture',
    mine: 'verified',
    peer: 'konva',
    against: 'konva without verification',
    goal: 14,
  };
  const times = await measureInPage('label', !quick);
  if (quick) return bulkFigures(times, [picture]);
  return bulkFigures(times, [
    {
      name: 'run-label-verified',
      mine: 'verified',
      peer: 'konvaRead',
      against: 'konva + zxing-wasm by default',
      goal: 80,
    },
    picture,
  ]);
}
