import type { CSSProperties } from 'react';
import { elementBox } from '#model/elements/base/box.ts';
import { RESIZE_HANDLES, type ResizeHandle } from '#model/elements/base/handle.ts';
import { centerOf } from '#model/elements/base/turned-box.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { EditorViewport } from '#editor/editor.ts';
import { asShown, type Pushes } from '#editor/footprint.ts';
import { labelToCanvas } from '#editor/viewport.ts';

/** The transform of marks that belong to a turned element and are drawn level; none for other elements. */
export function turnTransform(
  view: EditorViewport,
  element: LabelElement,
  pushes: Pushes,
): { readonly transform?: string } {
  if (element.turnDegrees === undefined) return {};
  const { x, y } = labelToCanvas(view, centerOf(elementBox(asShown(element, pushes))));
  return { transform: `rotate(${element.turnDegrees} ${x} ${y})` };
}

/** From the right, clockwise: a frame that is turned by an eighth has the next one. */
const CLOCKWISE: readonly ResizeHandle[] = ['e', 'se', 's', 'sw', 'w', 'nw', 'n', 'ne'];
const CURSORS = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'] as const;

/** The cursor of a handle of a frame that is turned this far. */
export function handleCursor(handle: ResizeHandle, turnDegrees: number = 0): NonNullable<CSSProperties['cursor']> {
  const eighths = CLOCKWISE.indexOf(handle) + Math.round(turnDegrees / 45);
  return CURSORS[(eighths + RESIZE_HANDLES.length) % CURSORS.length] ?? 'default';
}
