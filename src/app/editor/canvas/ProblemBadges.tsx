import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import type { EditorViewport } from '#editor/editor.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '../session/store.ts';

const RADIUS_PX = 8;
/** Distance from the corner of the element, so that the badge is beyond the corner's handle and its 8 px. */
const GAP_PX = 5;

/** A badge at each element that cannot be printed as it is (red) or that has a warning (amber). */
export function ProblemBadges({
  view,
  bounds,
}: {
  view: EditorViewport;
  bounds: ReadonlyMap<ElementId, Rect>;
}): JSX.Element {
  const { t } = useTranslation('problems');
  const frame = useStore(useEditorSession().frame);
  const reasons = new Map<ElementId, { severe: boolean; texts: string[] }>();
  for (const [severe, list] of [
    [true, frame?.problems ?? []],
    [false, frame?.warnings ?? []],
  ] as const) {
    for (const { elementId, problem } of list) {
      const entry = reasons.get(elementId) ?? { severe, texts: [] };
      entry.texts.push(problemText(t, problem));
      reasons.set(elementId, entry);
    }
  }
  return (
    <>
      {[...reasons].map(([id, { severe, texts }]) => {
        const rect = bounds.get(id);
        if (rect === undefined) return null;
        const at = labelRectToCanvas(view, rect);
        return (
          <g
            key={id}
            className={severe ? 'ed-badge ed-badge-severe' : 'ed-badge'}
            data-testid="problem-badge"
            transform={`translate(${at.x + at.width + GAP_PX} ${at.y - GAP_PX - 2 * RADIUS_PX})`}
          >
            <title>{texts.join('\n')}</title>
            <circle r={RADIUS_PX} cx={RADIUS_PX} cy={RADIUS_PX} />
            <path d="M8 4v5M8 11.6v.1" />
          </g>
        );
      })}
    </>
  );
}
