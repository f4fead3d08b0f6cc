import type { Rect } from '#model/kernel/geometry.ts';
import type { ComposedLabel, DisplayItem } from '#model/page/display-list.ts';
import type { LabelSettings } from '#model/template/template.ts';

/** The label that the view shows, for reading its symbols. */
export interface CheckedLabel {
  readonly label: LabelSettings;
  readonly dpi: number;
  readonly symbols: ComposedLabel['symbols'];
  /** The items that touch a place (in mm), in painting order. */
  readonly find: (place: Rect) => readonly DisplayItem[];
  /** True when the view has changed in the meantime, so that the reading is outdated. */
  readonly isStale: () => boolean;
}
