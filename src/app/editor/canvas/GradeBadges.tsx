import { Tooltip } from 'antd';
import { memo, useEffect, useMemo, type CSSProperties, type JSX, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ElementId } from '#model/kernel/ids.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { useGradesShown } from '#app/state/editor-preferences.ts';
import type { EditorViewport, Interaction } from '#editor/editor.ts';
import { visibleBounds } from '#editor/footprint.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';
import type { SymbolCheck } from '#protocol/render.ts';
import { useEditorSession, useEditorState, useShownLabel } from '../session/editor-session.tsx';
import { useAtRest } from '../session/use-settled.ts';
import { badgePlaces } from './badge-places.ts';
import { useSymbolChecks } from './use-symbol-checks.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { createStore, type Store } from '#app/state/store.ts';
import '#app/ui/grade.css';

const NONE: readonly never[] = [];
const TRIGGERS: ('hover' | 'focus')[] = ['hover', 'focus'];

const TRANSFORMING: ReadonlySet<Interaction['type']> = new Set(['move', 'resize', 'rotate']);

/** The size of a badge, as in canvas.css: the least size of a target near others (WCAG 2.2, 2.5.8). */
const BADGE_PX = { width: 24, height: 24 };

/**
 * A badge next to each code with the grade of its print. A press selects the element, whose panel gives the reasons. Not
 * part of the label; hidden during a move.
 */
export function GradeBadges(): JSX.Element | null {
  const { t } = useTranslation('editor');
  const now = useEditorState((s) => s.viewport);
  const view = useRestedView(now);
  // Free places are searched when nothing is dragged or typed.
  const elements = useAtRest((s) => s.template.elements);
  const busy = useEditorState((s) => TRANSFORMING.has(s.interaction.type));
  const bounds = useAtRest((s) => s.bounds);
  const label = useShownLabel();
  const [wanted] = useGradesShown();
  const checks = useSymbolChecks(wanted);
  const places = useMemo(() => {
    const indices = new Map(elements.map(({ id }, i): [ElementId, number] => [id, i]));
    const shown = checks.filter((check) => indices.has(check.elementId));
    if (!wanted || busy || shown.length === 0) return NONE;
    const areas = elements.map((element) => labelRectToCanvas(view, visibleBounds(element, bounds)));
    const codes = shown.map((check) => {
      const own = indices.get(check.elementId);
      return { frame: (own === undefined ? undefined : areas[own]) ?? labelRectToCanvas(view, check.bounds), own };
    });
    const paper = labelRectToCanvas(view, { x: 0, y: 0, width: label.widthMm, height: label.heightMm });
    const found = badgePlaces(codes, areas, BADGE_PX, paper, { width: view.widthPx, height: view.heightPx });
    return shown.map((check, i) => ({ check, place: found[i] ?? null }));
  }, [checks, elements, view, bounds, label, wanted, busy]);
  useEffect(() => badgeRects.set(places.flatMap(({ place }) => place ?? [])), [places]);
  if (places.length === 0) return null;
  return (
    <ul className="ed-grades" aria-label={t('grade.list')} style={alongWith(now, view)}>
      {places.map(({ check, place }, i) =>
        place === null ? null : (
          <li key={`${check.elementId} ${i}`} style={{ transform: `translate(${place.x}px, ${place.y}px)` }}>
            <GradeBadge check={check} />
          </li>
        ),
      )}
    </ul>
  );
}

/** Moves with the label while it is panned, and is hidden during a zoom. */
function alongWith(now: EditorViewport, view: EditorViewport): CSSProperties | undefined {
  if (now === view) return undefined;
  if (now.zoom !== view.zoom || now.widthPx !== view.widthPx || now.heightPx !== view.heightPx) {
    return { visibility: 'hidden' };
  }
  return { transform: `translate(${now.originXPx - view.originXPx}px, ${now.originYPx - view.originYPx}px)` };
}

/** Does not render again if only its place changes. */
const GradeBadge = memo(function GradeBadge({ check }: { readonly check: SymbolCheck }): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const title = t(check.grade === null ? 'grade.mirrored' : 'grade.of', { grade: check.grade ?? '' });
  return (
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
  );
});

/** A gesture that pans or zooms ends after this time without an event. */
const IDLE_MS = 120;

/** The view when it was last at rest; during a pan or zoom the previous one. */
function useRestedView(view: EditorViewport): EditorViewport {
  const [rested, setRested] = useState(view);
  useEffect(() => {
    if (rested === view) return undefined;
    const timer = startTimer(() => setRested(view), IDLE_MS);
    return () => stopTimer(timer);
  }, [view, rested]);
  // The first view of the label.
  return rested.widthPx < 1 ? view : rested;
}

/**
 * The areas of the grade badges on the canvas, in its CSS pixels: they can be pressed, so that nothing may cover them.
 */
export const badgeRects: Store<readonly Rect[]> = createStore<readonly Rect[]>([]);
