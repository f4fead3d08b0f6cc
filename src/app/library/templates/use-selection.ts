import { useState } from 'react';
import type { DragEvent } from 'react';
import type { Choosing } from '#app/library/templates/TemplateCard.tsx';
import { extended, NOTHING_CHOSEN, toggled, within } from './selection.ts';

/** The data type for dragging templates: their ids, in JSON. */
export const DRAG_TYPE = 'application/x-labelwright-templates';

export interface ListSelection<T> {
  readonly chosen: readonly T[];
  readonly choosing: (item: T) => Choosing;
  readonly chooseAll: () => void;
  readonly clear: () => void;
}

/** The selection of a list. Items that leave the list are deselected. */
export function useSelection<T extends { readonly id: string }>(list: readonly T[]): ListSelection<T> {
  const [kept, setKept] = useState(NOTHING_CHOSEN);
  const ids = list.map(({ id }) => id);
  const selection = within(kept, ids);
  if (selection !== kept) setKept(selection);

  /** Dragging a selected item drags all selected ones. */
  function drag(event: DragEvent, id: string): void {
    const dragged = selection.ids.has(id) ? [...selection.ids] : [id];
    event.dataTransfer.setData(DRAG_TYPE, JSON.stringify(dragged));
    event.dataTransfer.effectAllowed = 'move';
  }

  return {
    chosen: list.filter(({ id }) => selection.ids.has(id)),
    choosing: ({ id }) => ({
      isChosen: selection.ids.has(id),
      onChoose: (range) => setKept(range ? extended(selection, ids, id) : toggled(selection, id)),
      onDragStart: (event) => drag(event, id),
    }),
    chooseAll: () => setKept({ ids: new Set(ids), anchor: ids[0] ?? null }),
    clear: () => setKept(NOTHING_CHOSEN),
  };
}
