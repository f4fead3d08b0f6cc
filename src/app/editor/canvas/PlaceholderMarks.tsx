import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { EditorViewport } from '#editor/editor.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';
import { useFrame } from '../session/editor-session.tsx';

/** On narrower symbols the text would hide everything: there the hatching and the problem's badge are sufficient. */
const MIN_WIDTH_PX = 40;

/** Writes "Not valid" on each hatched symbol: its data is invalid (see `placeholderHatch`). */
export function PlaceholderMarks({
  view,
  bounds,
}: {
  view: EditorViewport;
  bounds: ReadonlyMap<ElementId, Rect>;
}): JSX.Element | null {
  const { t } = useTranslation('editor');
  const placeholders = useFrame((frame) => frame?.placeholders);
  const problems = useFrame((frame) => frame?.problems);
  if (placeholders === undefined || problems === undefined || placeholders.length === 0) return null;
  const without = new Set(
    problems.filter(({ problem }) => /^(symbol|gs1)\./.test(problem.code)).map(({ elementId }) => elementId),
  );
  return (
    <>
      {placeholders
        .filter((id) => without.has(id))
        .map((id) => {
          const rect = bounds.get(id);
          if (rect === undefined) return null;
          const { x, y, width, height } = labelRectToCanvas(view, rect);
          if (width < MIN_WIDTH_PX) return null;
          return (
            <foreignObject key={id} className="ed-not-valid" x={x} y={y} width={width} height={height}>
              <div data-testid="not-valid">
                <span>{t('canvas.notValid')}</span>
              </div>
            </foreignObject>
          );
        })}
    </>
  );
}
