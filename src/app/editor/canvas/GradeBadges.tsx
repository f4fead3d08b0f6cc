import { Tooltip } from 'antd';
import { useEffect, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rect } from '#model/kernel/geometry.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { useGradesShown } from '#app/state/grades-shown.ts';
import type { Interaction } from '#editor/editor.ts';
import { visibleBounds } from '#editor/footprint.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';
import { badgeRects } from '../session/badge-rects.ts';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { badgePlaces } from './badge-places.ts';
import { useSymbolChecks } from './use-symbol-checks.ts';
import '#app/grade.css';

const TRIGGERS: ('hover' | 'focus')[] = ['hover', 'focus'];

const TRANSFORMING: ReadonlySet<Interaction['type']> = new Set(['move', 'resize', 'rotate']);

/** The size of a badge, as in canvas.css: the least that a target may have beside others (WCAG 2.2, 2.5.8). */
const BADGE_PX = { width: 24, height: 24 };

/**
 * Beside each code the grade that its print would get. A press selects the element, whose panel gives the reasons. Not
 * part of the label; hidden while something is moved.
 */
export function GradeBadges(): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const view = useEditorState((s) => s.viewport);
  const elements = useEditorState((s) => s.template.elements);
  const busy = useEditorState((s) => TRANSFORMING.has(s.interaction.type));
  const bounds = useEditorState((s) => s.bounds);
  const label = useEditorState((s) => s.template.label);
  const wanted = useGradesShown();
  const checks = useSymbolChecks(wanted);
  const present = new Set(elements.map((element) => element.id));
  const shown = checks.filter((check) => present.has(check.elementId));
  const visible = wanted && !busy && shown.length > 0;
  const frames = (visible ? elements : []).map((element) => ({
    id: element.id,
    rect: labelRectToCanvas(view, visibleBounds(element, bounds)),
  }));
  const places = badgePlaces(
    (visible ? shown : []).map((check) => ({
      frame: frames.find(({ id }) => id === check.elementId)?.rect ?? labelRectToCanvas(view, check.bounds),
      others: frames.filter(({ id }) => id !== check.elementId).map(({ rect }) => rect),
    })),
    BADGE_PX,
    labelRectToCanvas(view, { x: 0, y: 0, width: label.widthMm, height: label.heightMm }),
    { width: view.widthPx, height: view.heightPx },
  );
  // As text: the same places again change nothing.
  const taken = JSON.stringify(places.filter((place) => place !== null));
  useEffect(() => badgeRects.set(JSON.parse(taken) as readonly Rect[]), [taken]);
  if (!visible) return null;
  return (
    <ul className="ed-grades" aria-label={t('grade.list')}>
      {shown.map((check, i) => {
        const place = places[i] ?? null;
        if (place === null) return null;
        const title = t(check.grade === null ? 'grade.mirrored' : 'grade.of', { grade: check.grade ?? '' });
        return (
          <li key={`${check.elementId} ${i}`} style={{ transform: `translate(${place.x}px, ${place.y}px)` }}>
            <Tooltip trigger={TRIGGERS} title={title}>
              <button
                type="button"
                className="lw-grade"
                data-testid="grade-badge"
                data-leads-to={check.elementId}
                data-grade={check.grade ?? 'none'}
                aria-label={`${check.elementName}, ${symbologyInfo(check.symbology).title}: ${title}`}
                onClick={() => editor.select([check.elementId])}
              >
                {check.grade ?? '–'}
              </button>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}
