import { useCallback, useRef } from 'react';
import type { TableView } from '#services/spreadsheet/table-view.ts';

export interface RowStepping {
  readonly view: TableView | null;
  /** How many places of the view can be gone to. */
  readonly ready: number;
  /** The row of the sheet that is shown now, after the steps before; null for none. */
  current(): number | null;
  /** Shows a row of the sheet, which stands at this place. */
  onStep(place: number, row: number): void;
}

/**
 * Steps from the row that is shown to the next or the one before in the view's order. Where a row stands is known to the
 * worker alone, so a step takes a moment: the next one waits for it, and begins where that has come to. Keys that are
 * pressed fast are all counted, and none starts from where the row stood in an order of before.
 */
export function useRowSteps({ view, ready, current, onStep }: RowStepping): (by: 1 | -1) => void {
  const last = useRef(Promise.resolve());
  return useCallback(
    (by) => {
      if (view === null) return;
      last.current = last.current.then(async () => {
        const row = current();
        const place = row === null ? null : await view.placeOf(row);
        if (place !== null && !place.ok) return;
        const to = place === null || place.value === null ? 0 : place.value + by;
        if (to < 0 || to >= ready) return;
        const rows = await view.indexes(to, 1);
        const found = rows.ok ? rows.value[0] : undefined;
        if (found !== undefined) onStep(to, found);
      });
    },
    [view, ready, current, onStep],
  );
}
