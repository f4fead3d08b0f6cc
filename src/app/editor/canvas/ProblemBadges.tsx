import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { ElementId } from '#model/kernel/ids.ts';
import type { EditorState } from '#editor/editor.ts';
import { visibleBounds } from '#editor/footprint.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';
import { useFrame } from '../session/editor-session.tsx';

const RADIUS_PX = 8;
/** Distance from the corner of the element, so that the badge is beyond the corner's handle and its 8 px. */
const GAP_PX = 5;

/**
 * A badge at each element that can't be printed as it is (red) or that has a warning (amber). A press selects the element,
 * and the panel then gives the reasons.
 */
export function ProblemBadges({
  state: { viewport: view, bounds, template },
}: {
  state: Pick<EditorState, 'viewport' | 'bounds' | 'template'>;
}): JSX.Element {
  const { t } = useTranslation('editor');
  const warnings = useFrame((frame) => frame?.warnings);
  const problems = useFrame((frame) => frame?.problems);
  const marked = new Map<ElementId, { severe: boolean; name: string }>();
  for (const { elementId, elementName } of warnings ?? []) {
    marked.set(elementId, { severe: false, name: elementName });
  }
  for (const { elementId, elementName } of problems ?? []) {
    marked.set(elementId, { severe: true, name: elementName });
  }
  return (
    <>
      {[...marked].map(([id, { severe, name }]) => {
        const element = template.elements.find((e) => e.id === id);
        if (element === undefined || !bounds.has(id)) return null;
        const at = labelRectToCanvas(view, visibleBounds(element, bounds));
        return (
          <g
            key={id}
            className={severe ? 'ed-badge ed-badge-severe' : 'ed-badge'}
            data-testid="problem-badge"
            data-leads-to={id}
            transform={`translate(${at.x + at.width + GAP_PX} ${at.y - GAP_PX - 2 * RADIUS_PX})`}
          >
            <title>{t(severe ? 'frame.badgeProblem' : 'frame.badgeWarning', { name })}</title>
            <circle r={RADIUS_PX} cx={RADIUS_PX} cy={RADIUS_PX} />
            <path d="M8 4v5M8 11.6v.1" />
          </g>
        );
      })}
    </>
  );
}
