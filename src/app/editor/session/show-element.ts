import type { ElementId } from '#model/kernel/ids.ts';
import type { Editor } from '#editor/editor.ts';
import { visibleBounds } from '#editor/footprint.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';

/** Selects an element, and moves the view to it where it is not wholly seen. */
export function showElement(editor: Editor, id: ElementId): void {
  const { template, bounds, viewport } = editor.state();
  const element = template.elements.find((each) => each.id === id);
  if (element === undefined) return;
  editor.select([id]);
  const { x, y, width, height } = labelRectToCanvas(viewport, visibleBounds(element, bounds));
  const isSeen = x >= 0 && y >= 0 && x + width <= viewport.widthPx && y + height <= viewport.heightPx;
  if (!isSeen) editor.panBy(viewport.widthPx / 2 - x - width / 2, viewport.heightPx / 2 - y - height / 2);
}
