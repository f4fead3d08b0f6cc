import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorState } from '#editor/editor.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';
import { useFrame } from '../session/editor-session.tsx';
import { turnTransform } from './turned-marks.ts';

/** On narrower symbols the text would hide everything: there the hatching and the problem's badge are sufficient. */
const MIN_WIDTH_PX = 40;

/** Writes "Not valid" on each hatched symbol: its data is invalid (see `placeholderHatch`). */
export function PlaceholderMarks({
  state: { viewport: view, bounds, template, pushes },
}: {
  state: Pick<EditorState, 'viewport' | 'bounds' | 'template' | 'pushes'>;
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
          const element = template.elements.find((e) => e.id === id);
          if (rect === undefined || element === undefined) return null;
          const { x, y, width, height } = labelRectToCanvas(view, rect);
          if (width < MIN_WIDTH_PX) return null;
          return (
            <foreignObject
              key={id}
              className="ed-not-valid"
              {...{ x, y, width, height }}
              {...turnTransform(view, element, pushes)}
            >
              <div data-testid="not-valid">
                <span>{t('canvas.notValid')}</span>
              </div>
            </foreignObject>
          );
        })}
    </>
  );
}
