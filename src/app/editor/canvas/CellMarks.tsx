import type { JSX } from 'react';
import { cellBoundsMm, selectedCells, selectedTable } from '#editor/cell-selection.ts';
import type { EditorState } from '#editor/editor.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';

/** Marks the chosen cells of the selected table. */
export function CellMarks({ state }: { state: EditorState }): JSX.Element | null {
  const table = selectedTable(state);
  if (table === null) return null;
  return (
    <g>
      {selectedCells(state).map((index) => {
        const cell = table.cells[index];
        if (cell === undefined) return null;
        const { x, y, width, height } = labelRectToCanvas(state.viewport, cellBoundsMm(table, cell));
        return <rect key={index} className="ed-cell" data-testid="chosen-cell" {...{ x, y, width, height }} />;
      })}
    </g>
  );
}
