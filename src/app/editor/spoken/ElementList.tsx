import { memo, startTransition, useEffect, useMemo, useState, type JSX, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ElementId } from '#model/kernel/ids.ts';
import { createElementValues, elementLookup } from '#model/data/element-values.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import type { EditorState } from '#editor/editor.ts';
import { readingOrder } from '#editor/reading-order.ts';
import { visibleBounds } from '#editor/footprint.ts';
import { pxPerMm } from '#editor/viewport.ts';
import type { Frame, SymbolCheck } from '#protocol/render.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useUnit } from '#app/state/unit.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import { isAtRest } from '../session/use-settled.ts';
import { shownText } from '../session/content-text.ts';
import { useEditorSession, useEditorState, type EditorSession } from '../session/editor-session.tsx';
import { spokenElement } from '../session/highlighted-element.ts';
import { IDLE_MS } from './create-announcer.ts';
import { elementWords } from './element-words.ts';
import './spoken.css';

/** On a large label, the number of elements before and after the selection; each announces its position among all. */
const AROUND = 100;
const NOTHING: readonly never[] = [];
const NO_NOTES = { problems: NOTHING, warnings: NOTHING, hidden: NOTHING };

/**
 * The elements in reading order, described for screen readers; the canvas refers to the selected one. Each is over its
 * element, so that touch exploration finds it; visually they are hidden.
 */
export function ElementList(): JSX.Element | null {
  const { t } = useTranslation(['spoken', 'editor', 'problems']);
  const { elements, bounds, problems, warnings, hidden: hiddenIds, checks, record } = useRestedContent();
  const values = useMemo(
    () => createElementValues(elementLookup(elements), record, { now: localTimeAt() }),
    [elements, record],
  );
  const selection = useEditorState((s) => s.selection);
  const order = useMemo(() => readingOrder(elements, bounds), [elements, bounds]);
  const faults = useMemo(() => {
    const byId = new Map<ElementId, readonly string[]>();
    for (const { elementId, problem } of [...problems, ...warnings]) {
      byId.set(elementId, [...new Set([...(byId.get(elementId) ?? NOTHING), problemText(t, problem)])]);
    }
    return byId;
  }, [problems, warnings, t]);
  const grades = useMemo(() => new Map(checks.map(({ elementId, grade }) => [elementId, grade])), [checks]);
  const hidden = useMemo(() => new Set(hiddenIds), [hiddenIds]);

  const focused = useEditorState((s) => s.focused);
  const last = (focused ?? selection).at(-1);
  const active = last === undefined ? -1 : order.findIndex(({ id }) => id === last);
  useEffect(() => {
    spokenElement.set(active === -1 || last === undefined ? null : lineId(last));
    return () => spokenElement.set(null);
  }, [active, last]);
  const from = Math.max(0, Math.min(active - AROUND, order.length - 2 * AROUND));
  const lines = useMemo(() => {
    const chosen = new Set(selection);
    return order
      .slice(from, from + 2 * AROUND)
      .map((element, i) => (
        <Line
          key={element.id}
          element={element}
          content={shownText(element, record, values)}
          {...visibleBounds(element, bounds)}
          position={from + i + 1}
          count={order.length}
          isSelected={chosen.has(element.id)}
          isHidden={hidden.has(element.id)}
          grade={grades.get(element.id)}
          faults={faults.get(element.id) ?? NOTHING}
        />
      ));
  }, [order, from, bounds, selection, hidden, grades, faults, record, values]);
  return lines.length === 0 ? null : <Lines label={t('list')}>{lines}</Lines>;
}

/** What the list describes. */
interface Content extends Pick<Frame, 'problems' | 'warnings' | 'hidden'> {
  readonly elements: readonly LabelElement[];
  readonly bounds: EditorState['bounds'];
  readonly checks: readonly SymbolCheck[];
  readonly record: DataRecord;
}

function contentOf({ editor, frame, checks, data }: EditorSession): Content {
  const { template, bounds } = editor.state();
  const { problems, warnings, hidden } = frame.get() ?? NO_NOTES;
  const { record } = data.state.get();
  return { elements: template.elements, bounds, problems, warnings, hidden, checks: checks.get(), record };
}

function isSameContent(a: Content, b: Content): boolean {
  return (Object.keys(a) as (keyof Content)[]).every((part) => a[part] === b[part]);
}

/**
 * The content from when nothing was dragged, typed on the canvas, or changed for a moment. It changes together with the
 * announcements, in one frame: each picture restarts both.
 */
function useRestedContent(): Content {
  const session = useEditorSession();
  const [content, setContent] = useState(() => contentOf(session));
  useEffect(() => {
    const { editor, frame, checks, data } = session;
    let latest: Content | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function follow(): void {
      if (!isAtRest(editor.state())) return;
      const now = contentOf(session);
      const isKnown = latest !== null && isSameContent(now, latest);
      if (isKnown && timer === undefined) return;
      latest = now;
      stopTimer(timer);
      timer = startTimer(() => {
        timer = undefined;
        startTransition(() => setContent(now));
      }, IDLE_MS);
    }
    follow();
    const stops = [editor, frame, checks, data.state].map(({ subscribe }) => subscribe(follow));
    return () => {
      stopTimer(timer);
      for (const stop of stops) stop();
    };
  }, [session]);
  return content;
}

function lineId(id: ElementId): string {
  return `spoken-${id}`;
}

/** As large as the label; its items are placed in millimeters. */
function Lines({ label, children }: { readonly label: string; readonly children: ReactNode }): JSX.Element {
  const view = useEditorState((s) => s.viewport);
  return (
    <div
      className="ed-spoken-list"
      role="listbox"
      aria-label={label}
      aria-multiselectable
      data-testid="spoken-list"
      style={{ transform: `translate(${view.originXPx}px, ${view.originYPx}px) scale(${pxPerMm(view)})` }}
    >
      {children}
    </div>
  );
}

interface LineProps {
  readonly element: LabelElement;
  readonly content: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly position: number;
  readonly count: number;
  readonly isSelected: boolean;
  readonly isHidden: boolean;
  readonly grade: string | null | undefined;
  readonly faults: readonly string[];
}

const Line = memo(function Line(props: LineProps): JSX.Element {
  const { element, content, position, count, isSelected, isHidden, grade, faults, ...box } = props;
  const { t, i18n } = useTranslation(['spoken', 'editor', 'problems']);
  const unit = useUnit();
  const words = elementWords(element, box, { grade, content, isHidden, faults }, { t, language: i18n.language, unit });
  return (
    <div
      role="option"
      id={lineId(element.id)}
      aria-label={words}
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={count}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    />
  );
});
