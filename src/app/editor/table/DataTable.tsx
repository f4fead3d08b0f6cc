import { Button, Checkbox, Input } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptFocus } from '#app/ui/focus/kept-focus.ts';
import { spreadsheetKey } from '#model/elements/base/reading.ts';
import type { SheetInfo, SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import type { TableQuery } from '#protocol/table-query.ts';
import { rowNumber } from '#model/data/row-numbering.ts';
import type { GridCell } from '#app/ui/table-grid/grid-keys.ts';
import { TableGrid } from '#app/ui/table-grid/TableGrid.tsx';
import { useTableView, type OpenedView } from '#app/ui/table-grid/use-table-view.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { Icon } from '../widgets/icons.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { elementsByColumn } from './bound-columns.ts';
import { ColumnMark } from './ColumnMark.tsx';
import { cellKey } from '#model/data/cell-edit.ts';
import { FilterChips } from '#app/ui/table-grid/FilterChips.tsx';
import { HiddenRowsNote } from '#app/ui/table-grid/HiddenRowsNote.tsx';
import { useFilterForm } from '#app/ui/table-grid/use-filter-form.tsx';
import { useRefusedRows } from './use-refused-rows.ts';
import { carryColumn } from '../data/carried-column.ts';
import { EditsRow } from './EditsRow.tsx';
import { useCellEdits } from './use-cell-edits.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { useTableQuery } from '#app/ui/table-grid/use-table-query.ts';
import { ClearIcon } from '#app/ui/SearchField.tsx';
import { RowSteps, type RowStepsHost } from './row-steps.ts';

interface DataTableProps {
  readonly info: SpreadsheetInfo;
  readonly sheet: SheetInfo;
}

/** The rows of one sheet, with search, filters and sorting, and the row on the canvas. */
export function DataTable({ info, sheet }: DataTableProps): JSX.Element {
  const { t, i18n } = useTranslation(['table', 'common', 'problems']);
  const { data, editor } = useEditorSession();
  const { row: shownRow, count: labelCount, editCount } = useStore(data.state);
  const elements = useEditorState((s) => s.template.elements);
  const bound = useMemo(() => elementsByColumn(elements, info, sheet.name), [elements, info, sheet.name]);
  const isBound = bound.size > 0;
  const { marked, settled, check } = useRefusedRows();
  const [isNarrowed, setIsNarrowed] = useState(false);
  const only = isBound && isNarrowed && settled.size > 0 ? settled : undefined;
  const { query: typed, search, setSearch, sortBy, filter, clear } = useTableQuery(sheet, i18n.language);
  const query = useMemo(() => (only === undefined ? typed : { ...typed, only }), [typed, only]);
  const opened = useTableView(data, info, sheet.name, query, editCount);
  const { view, part, problem, isOutdated } = opened;
  const { edits, edited, change } = useCellEdits(info, sheet.name);
  const { widths, setWidth } = useColumnWidths(sheet.name, sheet.columns, view, bound);
  const { around, open: openFilter, form: filterForm } = useFilterForm({ query, filter });

  const [cell, setCell] = useState<GridCell>({ row: 0, column: 0 });
  /** The row of the sheet that was chosen here; the canvas shows it if there is a label for it. */
  const [chosen, setChosen] = useState<number | null>(null);
  const chosenNow = useRef<number | null>(null);
  /** Counts the moves to other cells: the worker's answer to an earlier one is outdated. */
  const moves = useRef(0);
  /** The position whose row is to be shown, once the requested rows are loaded. */
  const [awaited, setAwaited] = useState<number | null>(null);
  const current = isBound ? shownRow : chosen;
  const show = useCallback(
    (row: number) => {
      setChosen(row);
      chosenNow.current = row;
      if (isBound && row < labelCount) data.showRow(row);
    },
    [data, isBound, labelCount],
  );
  const steps = useRowSteps(opened, {
    current: () => (isBound ? data.state.get().row : chosenNow.current),
    onStep(to, row) {
      moves.current++;
      setAwaited(null);
      setCell((now) => ({ row: to, column: Math.max(0, now.column) }));
      show(row);
    },
  });
  const step = useCallback((by: 1 | -1) => steps.step(by), [steps]);
  useRowKeys(step);
  const choose = useCallback(
    (next: GridCell, row: number | null) => {
      moves.current++;
      steps.giveUp();
      setCell(next);
      // A distant row has not been fetched yet, or others are loading.
      setAwaited(row === null && next.row >= 0 ? next.row : null);
      if (row !== null) show(row);
    },
    [show, steps],
  );
  useEffect(() => {
    if (awaited === null || view === null || isOutdated || (awaited >= part.ready && !part.done)) return;
    const move = moves.current;
    void view.indexes(Math.min(awaited, Math.max(0, part.ready - 1)), 1).then((rows) => {
      if (!rows.ok || moves.current !== move) return;
      setAwaited(null);
      if (rows.value[0] !== undefined) show(rows.value[0]);
    });
  }, [awaited, view, part, isOutdated, show]);

  /** The position of the canvas's row in the view; null if it is not among the rows found. */
  const [place, setPlace] = useState<number | null>(null);
  const [reveal, setReveal] = useState<{ readonly place: number } | null>(null);
  const seen = useRef<{ readonly row: number | null; readonly query: TableQuery | null }>({ row: null, query: null });
  useEffect(() => {
    if (view === null || current === null || part.ready === 0) return;
    let isCurrent = true;
    const move = moves.current;
    void view.placeOf(current).then((found) => {
      if (!isCurrent || !found.ok) return;
      const to = found.value;
      // The worker is ahead of the table: the table scrolls there with the next part.
      if (to !== null && to >= part.ready) return;
      setPlace(to);
      if (to !== null && moves.current === move && awaited === null) {
        setCell((now) => (now.row === to || now.row === -1 ? now : { ...now, row: to }));
      }
      // Another row is scrolled into view. Other rows, or another order, start at the top.
      if (seen.current.row !== current && to !== null) setReveal({ place: to });
      else if (seen.current.query !== query) setReveal({ place: 0 });
      const isSettled = to !== null || part.done;
      seen.current = { row: isSettled ? current : seen.current.row, query };
    });
    return () => {
      isCurrent = false;
    };
  }, [view, current, query, part.ready, part.done, awaited]);

  const renderMark = useCallback((column: string) => <ColumnMark elements={bound.get(column) ?? []} />, [bound]);
  const carry = useCallback(
    (column: string, transfer: DataTransfer) =>
      carryColumn(transfer, { spreadsheet: spreadsheetKey(info), sheet: sheet.name, column }),
    [info, sheet.name],
  );
  const filtered = useMemo(() => new Set(query.filters.map(({ column }) => column)), [query.filters]);
  const narrowed = query.search !== '' || query.filters.length > 0 || query.only !== undefined;

  return (
    <div ref={around} className="dt-table">
      <div className="dt-tools">
        <Input
          size="small"
          className="dt-search"
          allowClear={{ clearIcon: <ClearIcon /> }}
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          data-testid="table-search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || search === '') return;
            event.preventDefault();
            event.stopPropagation();
            setSearch('');
          }}
        />
        <FilterChips query={query} onFilter={filter} />
        {narrowed || query.sort.length > 0 ? (
          <Button size="small" type="text" data-testid="table-clear" onClick={clear}>
            {t(part.done ? 'clear' : 'stop')}
          </Button>
        ) : null}
        <span className="dt-grow" />
        {isBound && settled.size > 0 ? (
          <Checkbox
            data-testid="only-refused"
            checked={isNarrowed}
            onChange={(event) => setIsNarrowed(event.target.checked)}
          >
            {t('checks.only')}
          </Checkbox>
        ) : null}
        {isBound && check !== null ? (
          <Button size="small" data-testid="check-rows" onClick={check}>
            {t('checks.start')}
          </Button>
        ) : null}
        <span className="dt-count" role="status" data-testid="table-count">
          {narrowed ? t('found', { count: part.count, total: sheet.rowCount }) : t('rows', { count: sheet.rowCount })}
        </span>
        <div className="dt-steps" role="group" aria-label={t('step.label')}>
          <StepButton name="previous" label={t('step.previous')} disabled={place === 0} onClick={() => step(-1)} />
          <span className="dt-row" data-testid="table-row">
            {current === null ? '–' : rowNumber(sheet.numbering, current)}
          </span>
          <StepButton
            name="next"
            label={t('step.next')}
            disabled={place !== null && place >= part.ready - 1}
            onClick={() => step(1)}
          />
        </div>
      </div>
      <HiddenRowsNote className="tg-note" sheets={[{ info, sheet: sheet.name }]} />
      {edits.length === 0 ? null : (
        <EditsRow
          info={info}
          sheet={sheet}
          edits={edits}
          current={
            current === null
              ? undefined
              : edited.get(cellKey({ row: current, column: sheet.columns[cell.column] ?? '' }))
          }
          revert={(reverted) => change(reverted.map(({ row, column }) => ({ row, column, text: null })))}
        />
      )}
      {part.done || view === null ? null : (
        <div
          className="dt-progress"
          role="progressbar"
          aria-label={t('working')}
          aria-valuenow={Math.round(part.share * 100)}
        >
          <i style={{ width: `${part.share * 100}%` }} />
        </div>
      )}
      {problem === null ? (
        <TableGrid
          label={t('grid.label', { sheet: sheet.name, file: info.fileName })}
          key={`${spreadsheetKey(info)} ${sheet.name}`}
          view={view}
          part={part}
          isOutdated={isOutdated}
          columns={sheet.columns}
          numbering={sheet.numbering}
          rowCount={sheet.rowCount}
          widths={widths}
          sort={query.sort}
          filtered={filtered}
          cell={cell}
          reveal={reveal}
          shownRow={current}
          bad={isBound ? marked : undefined}
          editing={{
            count: edits.length,
            isEdited: (row, column) => edited.has(cellKey({ row, column })),
            change: (row, column, text) => change([{ row, column, text }]),
          }}
          renderMark={renderMark}
          onMark={(column) => {
            const elementsHere = bound.get(column) ?? [];
            if (elementsHere.length > 0) editor.select(elementsHere.map(({ id }) => id));
          }}
          onCell={choose}
          onSort={sortBy}
          onFilter={openFilter}
          onWidth={setWidth}
          onCarry={carry}
        />
      ) : (
        <p className="dt-problem" role="alert">
          {problemText(t, problem)}
        </p>
      )}
      {part.done && part.count === 0 && narrowed ? <p className="dt-nothing">{t('nothing')}</p> : null}
      {filterForm}
    </div>
  );
}

function StepButton({
  name,
  label,
  disabled,
  onClick,
}: {
  name: 'previous' | 'next';
  label: string;
  disabled: boolean;
  onClick(): void;
}): JSX.Element {
  const kept = useKeptFocus(disabled);
  return (
    <button
      type="button"
      className="ed-tool ed-tool-small dt-step"
      title={label}
      {...kept}
      data-testid={`table-${name}`}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={name} size={16} />
    </button>
  );
}

/** Steps through the rows of a view, from the shown one. `host` may change at any time. */
function useRowSteps({ view, part }: OpenedView, host: RowStepsHost): Pick<RowSteps, 'step' | 'giveUp'> {
  const [steps] = useState(() => new RowSteps());
  useEffect(() => steps.serve(host), [steps, host]);
  useEffect(() => steps.use(view === null ? null : { view, part }), [steps, view, part]);
  useEffect(() => () => steps.use(null), [steps]);
  return steps;
}

/** Alt with the up and down arrows steps to another row for any focus, except in an open dialog. */
function useRowKeys(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener(
      'keydown',
      (event) => {
        if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
        if (event.code !== 'ArrowUp' && event.code !== 'ArrowDown') return;
        if (event.target instanceof Element && event.target.closest('[role="dialog"], [role="combobox"]') !== null)
          return;
        event.preventDefault();
        step(event.code === 'ArrowUp' ? -1 : 1);
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, [step]);
}
