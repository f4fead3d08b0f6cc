import { type Rect } from '#model/kernel/geometry.ts';
import type { PagePlane } from './plane.ts';
/** Around what is printed on the page, in mm; null when it is blank. */
export declare function contentBox(plane: PagePlane): Rect | null;
/** One box that holds the content of all pages; blank pages don't count. */
export declare function commonContentBox(boxes: Iterable<Rect | null>): Rect | null;
