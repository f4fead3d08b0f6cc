/** Orientation of a picture on the label: x and y are exchanged first, then it is mirrored. */
export interface Orientation {
  readonly transpose: boolean;
  readonly flipX: boolean;
  readonly flipY: boolean;
}

export const UPRIGHT: Orientation = { transpose: false, flipX: false, flipY: false };
