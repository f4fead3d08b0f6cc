import type { JSX } from 'react';
import { grownRect, type Rect } from '#model/kernel/geometry.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { EditorState } from '#editor/editor.ts';
import { levelBounds, selectionBox, visibleBounds } from '#editor/footprint.ts';
import { unitAt } from '#editor/groups.ts';
import { chosenElements } from '#editor/selection.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';
import { useEditorState } from '../session/editor-session.tsx';
import { pointedInList, pointedOnCanvas } from '../session/highlighted-element.ts';
import { useStore } from '#app/state/store.ts';
import { crisp } from './SelectionFrame.tsx';
import { turnTransform } from './turned-marks.ts';

/**
 * The outline of the element under the pointer, on the canvas or in the list of layers. Only this component follows the
 * pointer.
 */
export function HoverOutline(): JSX.Element | null {
  const onCanvas = useStore(pointedOnCanvas);
  const inList = useStore(pointedInList);
  const id = onCanvas ?? inList;
  // Null during a drag: then no step of it renders the outline.
  const state = useEditorState((s) => (id === null || s.interaction.type !== 'none' || s.armed !== null ? null : s));
  if (state === null) return null;
  const element = state.template.elements.find((e) => e.id === id);
  if (element === undefined || state.selection.includes(element.id)) return null;
  const isAlone = element.group === undefined || unitAt(state, element.id).length === 1;
  const box = isAlone ? levelBounds(element, state.bounds) : unitBounds(state, element);
  return (
    <rect
      className="ed-hover"
      {...crisp(labelRectToCanvas(state.viewport, box))}
      {...(isAlone ? turnTransform(state.viewport, element, state.pushes) : {})}
    />
  );
}

/** The element with the keyboard focus during the selection of several elements. */
export function FocusOutline(): JSX.Element | null {
  const state = useEditorState((s) => (s.focused === null || s.interaction.type !== 'none' ? null : s));
  const box = state === null ? null : selectionBox(chosenElements(state.template, state.focused ?? []), state.bounds);
  if (state === null || box === null) return null;
  return (
    <rect
      className="ed-focused"
      data-testid="focused-element"
      {...crisp(grownRect(labelRectToCanvas(state.viewport, box), 4))}
    />
  );
}

/** The bounds of the group that a click on it would select. */
function unitBounds(state: EditorState, element: LabelElement): Rect {
  return (
    selectionBox(chosenElements(state.template, unitAt(state, element.id)), state.bounds) ??
    visibleBounds(element, state.bounds)
  );
}
