import type { ElementId } from '#model/kernel/ids.ts';
import type { Editor } from '#editor/editor.ts';
import { selectionBox } from '#editor/footprint.ts';
import { chosenElements } from '#editor/selection.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';

/** Selects elements, and moves the view to them if they are not completely visible. */
export function showElements(editor: Editor, ids: readonly ElementId[]): void {
  editor.select(ids);
  bringIntoView(editor, ids);
}

/** Moves the view to elements if they are not completely visible. */
export function bringIntoView(editor: Editor, ids: readonly ElementId[]): void {
  const { template, bounds, viewport } = editor.state();
  const box = selectionBox(chosenElements(template, ids), bounds);
  if (box === null) return;
  const { x, y, width, height } = labelRectToCanvas(viewport, box);
  const isSeen = x >= 0 && y >= 0 && x + width <= viewport.widthPx && y + height <= viewport.heightPx;
  if (!isSeen) editor.panBy(viewport.widthPx / 2 - x - width / 2, viewport.heightPx / 2 - y - height / 2);
}
