import type { GreyPlane } from './grey-plane.ts';

/** The picture of one label, made on demand for its record: exactly the label's dots. */
export interface RecordPicture extends GreyPlane {
  /** Names the picture by everything that it depends on. */
  readonly key: string;
  /**
   * The same area in more dots, in which symbols are looked for; the picture itself is fine enough when null. Its dots are
   * `width` / picture's `width` as dense across, and the same down.
   */
  readonly fine: GreyPlane | null;
  /** Printed millimetres to a millimetre of the page. */
  readonly scale: number;
}
