import type { JSX } from 'react';
import type { EditorState } from '#editor/editor.ts';
import { TABLE_LINE_REACH_PX, tableLinePlaces } from '#editor/table-line-places.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';

/** Shows by the cursor where the lines of the selected table can be dragged; what a press does is the editor's. */
export function TableLineGrips({ state }: { state: EditorState }): JSX.Element | null {
  const places = tableLinePlaces(state);
  if (places.length === 0) return null;
  return (
    <g>
      {places.map(({ axis, at, rectMm }) => {
        const { x, y, width, height } = labelRectToCanvas(state.viewport, rectMm);
        const reach = TABLE_LINE_REACH_PX;
        return (
          <rect
            key={`${axis} ${at} ${rectMm.x} ${rectMm.y}`}
            className="ed-table-line"
            style={{ cursor: width < height ? 'col-resize' : 'row-resize' }}
            x={x - reach}
            y={y - reach}
            width={width + 2 * reach}
            height={height + 2 * reach}
          />
        );
      })}
    </g>
  );
}
