import type { PagePlane } from './plane.ts';
/**
 * The plane at about 100 dpi. A pixel is halfway between the mean and the darkest of those that it stands for: the mean
 * alone would lose hairlines of fine planes.
 */
export declare function reducedPlane(plane: PagePlane): PagePlane;
