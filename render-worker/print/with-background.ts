import type { ImageOp } from '#model/elements/base/display-op.ts';
import { IDENTITY } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { DisplayItem, DisplayList } from '#model/page/display-list.ts';
import type { LabelSettings } from '#model/template/template.ts';

/** The list with the label's background image under everything, stretched over the label. */
export function withBackground(list: DisplayList, label: LabelSettings): DisplayList {
  if (label.background === null) return list;
  const rect = { x: 0, y: 0, width: list.widthMm, height: list.heightMm };
  const op: ImageOp = { type: 'image', asset: label.background, rect, oneBit: 'threshold' };
  const item: DisplayItem = { elementId: '' as ElementId, transform: IDENTITY, ops: [op], bounds: rect };
  return { ...list, items: [item, ...list.items] };
}
