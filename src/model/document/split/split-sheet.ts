import type { PagePlane } from './plane.ts';
import type { SheetSplit } from './sheet-split.ts';
export function splitSheet(_plane: PagePlane): SheetSplit {
  return { labels: [], method: 'wholePage', confidence: 0, skewDegrees: 0, asidesMm: [], signature: '' };
}
