import { useRef, type CSSProperties, type JSX, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rect, Size } from '#model/kernel/geometry.ts';
import {
  HANDLES,
  middleCut,
  movedRect,
  reorderedBoxes,
  resizedRect,
  splitBox,
  withoutBoxes,
  withRect,
  type PageBox,
} from './box-edits.ts';
import { useBoxDrag, type BoxTool } from './use-box-drag.ts';
import './box-editor.css';

export interface BoxEditorProps {
  /** In millimeters, as the page is shown. */
  readonly page: Size;
  readonly boxes: readonly PageBox[];
  readonly tool: BoxTool;
  readonly chosen: ReadonlySet<number>;
  /** The label number of the first box. */
  readonly firstNumber: number;
  readonly onChoose: (ids: ReadonlySet<number>) => void;
  readonly onChange: (boxes: readonly PageBox[]) => void;
  /** The page's picture. */
  readonly children: ReactNode;
}

/** The step of an arrow key, in millimeters; Shift makes it ten times as large. */
const STEP_MM = 0.5;
const FAST = 10;

/**
 * The boxes of a page over its picture. The pointer moves, resizes, draws and cuts them; the keyboard does the same with
 * the focused one.
 */
export function BoxEditor(props: BoxEditorProps): JSX.Element {
  const { page, boxes, tool, chosen, firstNumber, onChoose, onChange } = props;
  const { t } = useTranslation('documents');
  const paper = useRef<HTMLDivElement>(null);
  const drag = useBoxDrag(paper, { page, boxes, tool, chosen, onChoose, onChange });
  const { moved, drawn, cut } = drag.shown;

  function focusBox(id: number | undefined): void {
    if (id === undefined) return;
    // The box may appear with the next render.
    requestAnimationFrame(() => paper.current?.querySelector<HTMLElement>(`[data-box="${id}"]`)?.focus());
  }
  function onKeyDown(event: KeyboardEvent, box: PageBox): void {
    const next = afterKey(event, box, { boxes, page, chosen });
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onChoose(new Set(boxes.map(({ id }) => id)));
    else if (event.key === ' ' || event.key === 'Enter') {
      const ids = new Set(chosen);
      if (event.key === 'Enter') onChoose(new Set([box.id]));
      else {
        if (!ids.delete(box.id)) ids.add(box.id);
        onChoose(ids);
      }
    } else if (next === null) return;
    else {
      const isDeleted = !next.some(({ id }) => id === box.id);
      onChange(next);
      if (isDeleted) {
        onChoose(new Set());
        focusBox(next[Math.min(boxes.indexOf(box), next.length - 1)]?.id);
      }
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      ref={paper}
      className="doc-paper"
      data-tool={tool}
      onPointerDown={drag.onPointerDown}
      onPointerMove={drag.onPointerMove}
      onPointerUp={drag.onPointerUp}
      onPointerCancel={drag.onPointerCancel}
      onPointerLeave={drag.onPointerLeave}
    >
      {props.children}
      <div role="listbox" aria-multiselectable aria-label={t('boxes.label')} className="doc-boxes">
        {boxes.map((box, i) => {
          const rect = moved?.id === box.id ? moved.rect : box.rect;
          const isChosen = chosen.has(box.id);
          return (
            <div
              key={box.id}
              role="option"
              aria-selected={isChosen}
              aria-label={t('boxes.box', { number: firstNumber + i, ...sizeWords(rect) })}
              tabIndex={0}
              className="doc-box"
              data-box={box.id}
              data-lone={isChosen && chosen.size === 1}
              style={placeOf(rect, page)}
              onKeyDown={(event) => onKeyDown(event, box)}
            >
              <span className="doc-box-number" aria-hidden>
                {firstNumber + i}
              </span>
              {tool === 'select'
                ? HANDLES.map(({ x, y }) => (
                    <i key={`${x},${y}`} aria-hidden className="doc-box-handle" data-handle={`${x},${y}`} />
                  ))
                : null}
            </div>
          );
        })}
      </div>
      {drawn === null ? null : <i aria-hidden className="doc-box-drawn" style={placeOf(drawn, page)} />}
      {cut === null ? null : (
        <i
          aria-hidden
          className="doc-box-cut"
          data-axis={cut.axis}
          style={cutPlace(boxes.find(({ id }) => id === cut.id)?.rect, cut, page)}
        />
      )}
    </div>
  );
}

interface KeyContext {
  readonly boxes: readonly PageBox[];
  readonly page: Size;
  readonly chosen: ReadonlySet<number>;
}

const ARROWS: Readonly<Record<string, { readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The result of a key: arrows move, with Alt they resize, Delete deletes, S cuts, [ and ] reorder. */
function afterKey(event: KeyboardEvent, box: PageBox, { boxes, page, chosen }: KeyContext): readonly PageBox[] | null {
  if (event.ctrlKey || event.metaKey) return null;
  const arrow = ARROWS[event.key];
  if (arrow !== undefined) {
    const step = STEP_MM * (event.shiftKey ? FAST : 1);
    const by = { x: arrow.x * step, y: arrow.y * step };
    const rect = event.altKey
      ? resizedRect(box.rect, { x: arrow.x === 0 ? 0 : 1, y: arrow.y === 0 ? 0 : 1 }, by, page)
      : movedRect(box.rect, by, page);
    return withRect(boxes, box.id, rect);
  }
  switch (event.key) {
    case 'Delete':
    case 'Backspace':
      return withoutBoxes(boxes, chosen.has(box.id) ? chosen : new Set([box.id]));
    case 's':
    case 'S':
      return splitBox(boxes, box.id, middleCut(box.rect));
    case '[':
      return reorderedBoxes(boxes, box.id, -1);
    case ']':
      return reorderedBoxes(boxes, box.id, 1);
    default:
      return null;
  }
}

function sizeWords({ width, height }: Rect): { readonly width: string; readonly height: string } {
  return { width: width.toFixed(1), height: height.toFixed(1) };
}

export function placeOf(rect: Rect, page: Size): CSSProperties {
  return {
    left: `${(100 * rect.x) / page.width}%`,
    top: `${(100 * rect.y) / page.height}%`,
    width: `${(100 * rect.width) / page.width}%`,
    height: `${(100 * rect.height) / page.height}%`,
  };
}

function cutPlace(
  rect: Rect | undefined,
  { axis, at }: { readonly axis: 'x' | 'y'; readonly at: number },
  page: Size,
): CSSProperties {
  if (rect === undefined) return { display: 'none' };
  return placeOf(axis === 'x' ? { ...rect, x: at, width: 0 } : { ...rect, y: at, height: 0 }, page);
}
