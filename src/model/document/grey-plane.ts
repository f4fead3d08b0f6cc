/** A picture in grey, one byte a dot, row by row without gaps: 0 is black, 255 is paper. */
export interface GreyPlane {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}
