import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type JSX,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useTranslation } from 'react-i18next';
import { rowNumber, type RowNumbering } from '#model/data/row-numbering.ts';
import type { ViewPart } from '#protocol/table-query.ts';
import type { TableView } from '#services/spreadsheet/table-view.ts';
import { hasRow, type RowSet } from '#model/data/row-set.ts';
import { CellInput, type Move } from './CellInput.tsx';
import { cellAfterKey, type GridCell } from './grid-keys.ts';
import { GridHead, type HeadingsProps } from './GridHead.tsx';
import { GridBodyRow } from './GridBodyRow.tsx';
import { offsetToShow, spaceOf } from './scroll-scale.ts';
import { useListScroll } from './use-list-scroll.ts';
import { useRowPages } from './use-row-pages.ts';
import './table-grid.css';

/** Heights in CSS pixels, as in table-grid.css. */
const ROW_PX = 28;
const HEADING_PX = 34;
/** Rows rendered above and below the visible ones. */
const OVERSCAN = 4;
const MIN_COLUMN_PX = 48;
const BASE_ROWS = 64;
/** The width of a checkbox in front of a row. */
const CHECK_PX = 26;

/** Height limit: a grid without a fixed height is as tall as its rows, and would render all of them. */
const MOST_PX = 8000;

const DOUBLE_CLICK_MS = 500;

/** A cell that is being edited. */
interface Typing {
  readonly cell: GridCell;
  readonly row: number;
  readonly text: string;
  readonly isTyped: boolean;
  /** The content of the grid at the start: it stays until the end of editing, so that the cell does not move. */
  readonly rows: Pick<TableGridProps, 'view' | 'part'>;
}

export interface TableGridProps extends HeadingsProps {
  /** The name of the grid for screen readers. */
  readonly label: string;
  readonly view: TableView | null;
  readonly part: ViewPart;
  /** Whether the requested rows differ from the shown ones. */
  readonly isOutdated: boolean;
  readonly numbering: RowNumbering;
  /** The number of rows of the sheet, of which the view may have few: it determines the width of the row numbers. */
  readonly rowCount: number;
  readonly widths: readonly number[];
  /** The cell with the keyboard focus; its row is a position in the view. */
  readonly cell: GridCell;
  /** A new value scrolls this position of the view into sight. */
  readonly reveal: { readonly place: number } | null;
  /** The row of the sheet on the canvas; null for none. */
  readonly shownRow: number | null;
  /** Checkboxes in front of the rows. */
  readonly checks?: GridChecks | undefined;
  /** Makes cells editable: F2, a double click or typing. */
  readonly editing?: GridEditing | undefined;
  /** The rows that are marked because of a problem. */
  readonly bad?: RowSet | undefined;
  /** The keyboard action for the mark of a heading. */
  readonly onMark?: ((column: string) => void) | undefined;
}

/**
 * A table of any number of rows. Only visible rows are in the DOM; the rows come from the data worker. It is one tab stop,
 * and the keys of the ARIA practices for grids move inside it.
 */
export function TableGrid(props: TableGridProps): JSX.Element {
  const { columns, numbering, rowCount, widths, cell, shownRow, onCell, checks, editing, bad } = props;
  const { t } = useTranslation('table');
  const [typing, setTyping] = useState<Typing | null>(null);
  const { view, part } = typing?.rows ?? props;
  const id = useId();
  const [size, setSize] = useState({ width: 0, height: 0 });
  const numberWidth =
    Math.max(44, String(rowNumber(numbering, Math.max(rowCount, part.count))).length * 8 + 20) +
    (checks === undefined ? 0 : CHECK_PX);
  const lastPress = useRef<{ readonly x: number; readonly y: number; readonly at: number } | null>(null);
  const visible = Math.min(MOST_PX, Math.max(0, size.height - HEADING_PX));
  const extent = { content: part.ready * ROW_PX, visible };
  const { box, offset, left, scrollTo } = useListScroll(extent);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  // oxlint-disable-next-line react/incompatible-library -- nothing that it returns is kept between renderings
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => box.current,
    estimateSize: (i) => widths[i] ?? 120,
    paddingStart: numberWidth,
    scrollPaddingStart: numberWidth,
    overscan: 1,
    observeElementOffset: observeScrollLeft,
  });
  useEffect(() => across.measure(), [across, widths, numberWidth]);
  const shown = across.getVirtualItems();

  const first = Math.max(0, Math.floor(offset / ROW_PX) - OVERSCAN);
  const end = Math.min(part.ready, Math.ceil((offset + visible) / ROW_PX) + OVERSCAN);
  /** The row that positions start from, so that most rows stay unchanged during scrolling. */
  const base = Math.floor(first / BASE_ROWS) * BASE_ROWS;
  const rows = useRowPages(view, part, columns, [shown[0]?.index ?? 0, (shown.at(-1)?.index ?? 0) + 1]);
  useEffect(() => rows.want(first, end));
  const isOutdated = props.isOutdated || rows.isOutdated;

  const screen = Math.max(1, Math.floor(visible / ROW_PX) - 1);
  function go(to: GridCell, row = to.row < 0 ? null : (rows.get(to.row)?.index ?? null)): void {
    if (to.row >= 0) scrollTo(offsetToShow(offset, visible, to.row * ROW_PX, ROW_PX));
    if (to.column >= 0) across.scrollToIndex(to.column, { align: 'auto' });
    onCell(to, row);
  }
  /** Starts editing the focused cell; null for its current text. */
  function edit(at: GridCell, typed: string | null): void {
    const row = rows.get(at.row);
    if (editing === undefined || row === undefined || at.column < 0 || typing !== null) return;
    setTyping({
      cell: at,
      row: row.index,
      text: typed ?? row.texts[at.column - rows.firstColumn] ?? '',
      isTyped: typed !== null,
      rows: { view, part },
    });
  }
  function onTyped(text: string | null, move: Move): void {
    const column = typing === null ? undefined : columns[typing.cell.column];
    if (typing === null || column === undefined) return;
    setTyping(null);
    if (text !== null && (typing.isTyped || text !== typing.text)) editing?.change(typing.row, column, text);
    // The focus moved elsewhere, perhaps to a pressed cell.
    if (move === 'away') return;
    if (move === 'here') {
      box.current?.focus({ preventScroll: true });
      return;
    }
    const by = { stay: [0, 0], down: [1, 0], right: [0, 1], left: [0, -1] }[move] as [number, number];
    const { row, column: at } = typing.cell;
    go({
      row: Math.min(part.ready - 1, row + by[0]),
      column: Math.min(columns.length - 1, Math.max(0, at + by[1])),
    });
    box.current?.focus();
  }
  function toggle(place: number, extend: boolean): void {
    const row = rows.get(place)?.index;
    if (row !== undefined) checks?.toggle(place, row, extend);
  }
  function onPress(event: PointerEvent): void {
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-place]') : null;
    if (event.button !== 0 || line === null || !(event.target instanceof Element)) return;
    if (event.target.closest('[data-check]') !== null || (checks !== undefined && event.shiftKey)) {
      event.preventDefault();
      toggle(Number(line.dataset['place']), event.shiftKey);
      box.current?.focus();
    }
    // The first press may have scrolled another row under the pointer: the second one of a double click is meant for the
    // same.
    const before = lastPress.current;
    lastPress.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    const isSecond =
      before !== null &&
      event.timeStamp - before.at < DOUBLE_CLICK_MS &&
      Math.hypot(event.clientX - before.x, event.clientY - before.y) < 6;
    if (isSecond && editing !== undefined) return;
    const column = event.target.closest<HTMLElement>('[data-cell]')?.dataset['cell'];
    go({
      row: Number(line.dataset['place']),
      column: column === undefined ? Math.max(0, cell.column) : Number(column),
    });
  }
  const { reveal } = props;
  useEffect(() => {
    if (reveal !== null) scrollTo((now) => offsetToShow(now, visible, reveal.place * ROW_PX, ROW_PX));
  }, [reveal, visible, scrollTo]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== box.current || event.altKey) return;
    // Letters add elements on the canvas, and Delete deletes them: not from here.
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
    if (isText || event.key === 'Delete' || event.key === 'Backspace') event.stopPropagation();
    if (checks !== undefined && event.key === ' ' && cell.row >= 0) {
      event.preventDefault();
      toggle(cell.row, event.shiftKey);
      return;
    }
    if (editing !== undefined && cell.row >= 0) {
      const isEmptying = event.key === 'Delete' || event.key === 'Backspace';
      if (isText || isEmptying || event.key === 'F2' || event.key === 'Enter') {
        event.preventDefault();
        event.stopPropagation();
        edit(cell, isText ? event.key : isEmptying ? '' : null);
        return;
      }
    }
    if (event.shiftKey && event.key !== '+') return;
    const to = cellAfterKey(cell, event, { rows: part.ready, columns: columns.length, screen });
    const column = columns[cell.column];
    if (to !== null) {
      event.preventDefault();
      // Keys move by position. The row at a position is unknown while other rows are loading.
      if (isOutdated) go(to, null);
      else go(to);
    } else if (cell.row < 0 && column !== undefined) {
      onHeadingKey(event, column);
    }
  }

  const { onWidth } = props;
  const setWidth = useCallback(
    (column: number, px: number) => onWidth(column, Math.max(MIN_COLUMN_PX, Math.round(px))),
    [onWidth],
  );

  function onHeadingKey(event: KeyboardEvent, column: string): void {
    const width = widths[cell.column] ?? 0;
    if (event.key === 'Enter' || event.key === ' ') props.onSort(column, event.ctrlKey || event.metaKey);
    else if (event.key === '+') props.onWidth(cell.column, width + 16);
    else if (event.key === '-') setWidth(cell.column, width - 16);
    else if (event.key === 's' && !event.ctrlKey && !event.metaKey) props.onMark?.(column);
    else if (event.key === 'f' && !event.ctrlKey && !event.metaKey) {
      const heading = box.current?.querySelector<HTMLElement>(`[data-column="${cell.column}"]`);
      if (heading !== null && heading !== undefined) props.onFilter(column, heading);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const input =
    typing === null ? null : (
      <CellInput
        key={`${typing.row} ${typing.cell.column}`}
        label={t('grid.edit', { column: columns[typing.cell.column], row: rowNumber(numbering, typing.row) })}
        text={typing.text}
        isTyped={typing.isTyped}
        onDone={onTyped}
      />
    );
  function editedColumns(row: number | undefined): string {
    if (editing === undefined || editing.count === 0 || row === undefined) return '';
    return `,${shown
      .filter(({ index }) => editing.isEdited(row, columns[index] ?? ''))
      .map(({ index }) => index)
      .join()},`;
  }
  const spoken = useMemo(
    () => ({
      onCanvas: t('grid.onCanvas'),
      error: t('grid.error'),
      bad: t('grid.bad'),
      edited: t('grid.edited'),
    }),
    [t],
  );
  const active = typing?.cell ?? cell;
  return (
    <div
      ref={box}
      className="tg"
      role="grid"
      aria-label={props.label}
      aria-describedby={`${id}-keys`}
      aria-rowcount={part.count + 1}
      aria-colcount={columns.length + 1}
      aria-busy={isOutdated || !part.done}
      aria-activedescendant={`${id}-${active.row}-${active.column}`}
      tabIndex={0}
      data-testid="table-grid"
      onKeyDown={onKeyDown}
    >
      <span id={`${id}-keys`} hidden>
        {t('grid.keys')} {checks === undefined ? null : t('grid.checkKeys')}{' '}
        {editing === undefined ? null : t('grid.editKeys')} {props.onMark === undefined ? null : t('grid.markKey')}
      </span>
      <div className="tg-space" style={{ height: spaceOf(extent) + HEADING_PX, width: across.getTotalSize() }}>
        <div className="tg-view" style={{ width: size.width, height: size.height }}>
          <GridHead
            id={id}
            columns={columns}
            numberWidth={numberWidth}
            cells={shown}
            left={left + numberWidth}
            activeColumn={cell.row === -1 ? cell.column : null}
            sort={props.sort}
            filtered={props.filtered}
            renderMark={props.renderMark}
            onCell={onCell}
            onSort={props.onSort}
            onFilter={props.onFilter}
            onWidth={setWidth}
            onCarry={props.onCarry}
          />
          <div className="tg-body" role="rowgroup" onPointerDown={onPress} onDoubleClick={() => edit(cell, null)}>
            <div className="tg-rows" style={{ transform: `translateY(${base * ROW_PX - offset}px)` }}>
              {Array.from({ length: Math.max(0, end - first) }, (_, i) => {
                const place = first + i;
                const row = rows.get(place);
                return (
                  <GridBodyRow
                    key={place}
                    id={id}
                    place={place}
                    top={(place - base) * ROW_PX}
                    row={row}
                    number={row === undefined ? null : rowNumber(numbering, row.index)}
                    numberWidth={numberWidth}
                    cells={shown}
                    left={left + numberWidth}
                    firstColumn={rows.firstColumn}
                    activeColumn={active.row === place ? active.column : null}
                    shown={row !== undefined && row.index === shownRow}
                    spoken={spoken}
                    checked={checks === undefined ? null : row !== undefined && checks.isChecked(row.index)}
                    bad={bad !== undefined && row !== undefined && hasRow(bad, row.index)}
                    edited={editedColumns(row?.index)}
                    input={typing?.cell.row === place ? input : null}
                  />
                );
              })}
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

/** Checkboxes in front of the rows. Rows are those of the sheet; 0 is the first below the headings. */
interface GridChecks {
  isChecked(row: number): boolean;
  /** `extend`: with all rows between this one and the last pressed one. Positions are those of the view. */
  toggle(place: number, row: number, extend: boolean): void;
}

/** Editable cells. */
interface GridEditing {
  /** The number of edited cells. */
  readonly count: number;
  isEdited(row: number, column: string): boolean;
  change(row: number, column: string, text: string): void;
}

/**
 * Notifies the virtualizer of the columns about horizontal scrolling. Its own listener also reacts to vertical scrolling,
 * and renders the whole table each time.
 */
function observeScrollLeft(
  { scrollElement }: Virtualizer<HTMLDivElement, Element>,
  notify: (offset: number, isScrolling: boolean) => void,
): (() => void) | undefined {
  if (scrollElement === null) return undefined;
  let last = scrollElement.scrollLeft;
  const onScroll = (): void => {
    if (scrollElement.scrollLeft === last) return;
    last = scrollElement.scrollLeft;
    notify(last, false);
  };
  const stop = new AbortController();
  scrollElement.addEventListener('scroll', onScroll, { signal: stop.signal, passive: true });
  return () => stop.abort();
}
