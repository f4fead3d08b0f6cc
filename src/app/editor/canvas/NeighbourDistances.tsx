import type { JSX } from 'react';
import type { Rect } from '#model/kernel/geometry.ts';
import { useUnit } from '#app/state/unit.ts';
import { distancesBetween } from '#editor/distances.ts';
import type { EditorState } from '#editor/editor.ts';
import { selectionBox } from '#editor/footprint.ts';
import { unitAt } from '#editor/groups.ts';
import { chosenElements } from '#editor/selection.ts';
import { altHeld } from '../keys/alt-key.ts';
import { pointedOnCanvas } from '../session/pointed-element.ts';
import { useStore } from '#app/state/store.ts';
import { SpanMarks } from './SpanMarks.tsx';

/** While Alt is held: how far the selection is from what is under the pointer, or from the label's edges. */
export function NeighbourDistances({ state, box }: { state: EditorState; box: Rect }): JSX.Element | null {
  const held = useStore(altHeld);
  const hovered = useStore(pointedOnCanvas);
  const unit = useUnit();
  if (!held || state.interaction.type !== 'none') return null;
  const { label } = state.template;
  const under =
    hovered === null || state.selection.includes(hovered)
      ? null
      : selectionBox(chosenElements(state.template, unitAt(state, hovered)), state.bounds);
  const to = under ?? { x: 0, y: 0, width: label.widthMm, height: label.heightMm };
  return <SpanMarks view={state.viewport} marks={distancesBetween(box, to)} unit={unit} />;
}
