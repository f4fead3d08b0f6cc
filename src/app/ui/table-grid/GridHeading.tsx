import { useRef, type DragEvent, type JSX, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SortKey } from '#protocol/table-query.ts';

interface GridHeadingProps {
  readonly id: string;
  readonly column: string;
  readonly index: number;
  readonly left: number;
  readonly width: number;
  readonly active: boolean;
  readonly sort: readonly SortKey[];
  readonly filtered: boolean;
  readonly mark: ReactNode;
  onChoose(): void;
  onSort(column: string, add: boolean): void;
  onFilter(column: string, anchor: HTMLElement): void;
  onWidth(px: number): void;
  /** Sets the data when the heading is dragged; it is not draggable if left out. */
  readonly onCarry?: ((column: string, data: DataTransfer) => void) | undefined;
}

/**
 * The heading of a column: a click sorts by it, the funnel filters, its right edge resizes, and the heading itself may be
 * draggable.
 */
export function GridHeading(props: GridHeadingProps): JSX.Element {
  const { t } = useTranslation('table');
  const { id, column, index, left, width, active, sort, filtered, onCarry } = props;
  const box = useRef<HTMLDivElement>(null);
  /** Whether the current press is on the edge: it changes the width and drags nothing. */
  const isOnEdge = useRef(false);
  const at = sort.findIndex((key) => key.column === column);
  const key = sort[at];
  const direction = key === undefined ? 'none' : key.descending ? 'descending' : 'ascending';

  function startDrag(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    isOnEdge.current = true;
    event.stopPropagation();
    event.preventDefault();
    const edge = event.currentTarget;
    const from = event.clientX;
    edge.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent): void => props.onWidth(width + moved.clientX - from);
    const stop = new AbortController();
    edge.addEventListener('pointermove', move, { signal: stop.signal });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      edge.addEventListener(end, () => stop.abort(), { signal: stop.signal });
    }
  }

  return (
    <div
      ref={box}
      id={id}
      className={active ? 'tg-heading tg-active' : 'tg-heading'}
      role="columnheader"
      aria-label={column}
      aria-colindex={index + 2}
      aria-sort={direction}
      data-column={index}
      style={{ left, width }}
      draggable={onCarry !== undefined}
      onPointerDownCapture={() => {
        isOnEdge.current = false;
      }}
      onDragStart={(event: DragEvent) => {
        if (isOnEdge.current) event.preventDefault();
        else onCarry?.(column, event.dataTransfer);
      }}
    >
      <button
        type="button"
        tabIndex={-1}
        className="tg-sort"
        aria-label={t('grid.sortBy', { column })}
        onClick={(event) => {
          props.onChoose();
          props.onSort(column, event.shiftKey || event.ctrlKey || event.metaKey);
        }}
      >
        <span className="tg-name" title={column}>
          {column}
        </span>
        {key === undefined ? null : (
          <span className="tg-order" aria-hidden>
            {key.descending ? '↓' : '↑'}
            {sort.length > 1 ? at + 1 : ''}
          </span>
        )}
      </button>
      {props.mark}
      <button
        type="button"
        tabIndex={-1}
        className={filtered ? 'tg-funnel tg-funnel-on' : 'tg-funnel'}
        aria-label={t('grid.filterBy', { column })}
        aria-pressed={filtered}
        onClick={() => box.current !== null && props.onFilter(column, box.current)}
      >
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
          <path d="M1 2h10L7 6.7V10L5 11V6.7z" fill={filtered ? 'currentColor' : 'none'} stroke="currentColor" />
        </svg>
      </button>
      <span className="tg-edge" aria-hidden onPointerDown={startDrag} />
    </div>
  );
}
