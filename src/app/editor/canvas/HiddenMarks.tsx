import type { JSX } from 'react';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { EditorViewport } from '#editor/editor.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';
import { useFrame } from '../session/editor-session.tsx';

interface HiddenMarksProps {
  readonly view: EditorViewport;
  readonly bounds: ReadonlyMap<ElementId, Rect>;
}

/** Outlines the elements that their condition hides on the label shown, so that they can be found and selected. */
export function HiddenMarks({ view, bounds }: HiddenMarksProps): JSX.Element | null {
  const hidden = useFrame((frame) => frame?.hidden);
  if (hidden === undefined || hidden.length === 0) return null;
  return (
    <>
      {hidden.map((id) => {
        const rect = bounds.get(id);
        if (rect === undefined) return null;
        const { x, y, width, height } = labelRectToCanvas(view, rect);
        return (
          <g key={id} className="ed-hidden-mark" data-testid="hidden-mark">
            <rect x={x} y={y} width={width} height={height} rx={2} />
            <path
              transform={`translate(${x + 2} ${y + 2}) scale(0.8)`}
              d="M3 10s2.5-4.5 7-4.5S17 10 17 10s-2.5 4.5-7 4.5S3 10 3 10M4 16 16 4"
            />
          </g>
        );
      })}
    </>
  );
}
