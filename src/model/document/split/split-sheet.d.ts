import type { PagePlane } from './plane.ts';
import type { SheetSplit } from './sheet-split.ts';
export declare function splitSheet(_plane: PagePlane): SheetSplit;
