import type { ImageOp } from '#model/elements/base/display-op.ts';
import { IDENTITY } from '#model/kernel/geometry.ts';
import type { AssetKey, ElementId } from '#model/kernel/ids.ts';
import type { DisplayItem, DisplayList } from '#model/page/display-list.ts';
import type { LabelSettings } from '#model/template/template.ts';

/** One item for each design, so that caches keyed by item find it again. */
const made = new WeakMap<LabelSettings, DisplayItem>();

/**
 * The list with the label's background image under everything, stretched over the label. Its grays become dots as a new
 * image element's do: a photo cut at one level would be black and white areas.
 */
export function withBackground(list: DisplayList, label: LabelSettings): DisplayList {
  if (label.background === null) return list;
  let item = made.get(label);
  if (item === undefined || item.bounds.width !== list.widthMm || item.bounds.height !== list.heightMm) {
    made.set(label, (item = backgroundItem(list, label.background)));
  }
  return { ...list, items: [item, ...list.items] };
}

function backgroundItem(list: DisplayList, asset: AssetKey): DisplayItem {
  const rect = { x: 0, y: 0, width: list.widthMm, height: list.heightMm };
  const op: ImageOp = { type: 'image', asset, rect, oneBit: 'floydSteinberg' };
  return { elementId: '' as ElementId, transform: IDENTITY, ops: [op], bounds: rect };
}
