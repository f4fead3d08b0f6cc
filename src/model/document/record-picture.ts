import type { GreyPlane } from './grey-plane.ts';

/** The picture of one label, rendered on demand for its record: exactly the label's dots. */
export interface RecordPicture extends GreyPlane {
  /** Identifies the picture by everything that it depends on. */
  readonly key: string;
  /**
   * The same area in more dots, in which symbols are searched; null when the picture itself is fine enough. Its density
   * is `width` / picture's `width` times that of the picture, in both directions.
   */
  readonly fine: GreyPlane | null;
  /** Printed millimeters per millimeter of the page. */
  readonly scale: number;
}
