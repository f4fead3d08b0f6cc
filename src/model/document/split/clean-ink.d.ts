import { type Ink } from './ink.ts';
import type { PagePlane } from './plane.ts';
/** What is printed on the page, at about 100 dpi: without paper, noise, dirt, and the scanner's own borders. */
export declare function cleanInk(plane: PagePlane): Ink;
