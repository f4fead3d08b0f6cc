/** One page in gray: one byte per pixel, 0 black to 255 white, rows from the top, without padding. */
export interface PagePlane {
  readonly grey: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly dotsPerMm: number;
}
