import { useEffect, useMemo, useRef, useState, type JSX } from 'react';
import { Button, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  NO_ROWS,
  hasRow,
  rowRange,
  rowSetOf,
  sharedRows,
  withoutRows,
  withRows,
  type RowSet,
} from '#model/data/row-set.ts';
import type { RowExtent } from '#model/data/record-source.ts';
import type { BoundTable } from '#model/data/tables.ts';
import type { SheetInfo, SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import type { RowChoice } from '#services/storage/row-choices.ts';
import { FilterChips } from '#app/ui/table-grid/FilterChips.tsx';
import { HiddenRowsNote } from '#app/ui/table-grid/HiddenRowsNote.tsx';
import { useFilterForm } from '#app/ui/table-grid/use-filter-form.tsx';
import type { GridCell } from '#app/ui/table-grid/grid-keys.ts';
import { TableGrid } from '#app/ui/table-grid/TableGrid.tsx';
import { useTableQuery } from '#app/ui/table-grid/use-table-query.ts';
import { useTableView } from '#app/ui/table-grid/use-table-view.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { choiceOf, chosenRows } from '#app/print/runs/row-selection.ts';
import { ClearIcon } from '#app/ui/SearchField.tsx';
import './row-chooser.css';

interface RowChooserProps {
  readonly table: BoundTable;
  readonly extent: RowExtent;
  readonly choice: RowChoice;
  onChoose(choice: RowChoice): void;
  onClose(): void;
}

/** Lets the user check the rows to print in their table (specification 2: the data-row chooser). */
export function RowChooser(props: RowChooserProps): JSX.Element {
  const { table, extent } = props;
  const { t } = useTranslation(['print', 'common']);
  const { spreadsheets } = useServices();
  const [info, setInfo] = useState<SpreadsheetInfo | null>(null);
  const [checked, setChecked] = useState<RowSet>(() => {
    const rows = chosenRows(props.choice, extent);
    return rows.ok ? rows.value : rowRange(0, extent.count);
  });
  useEffect(() => {
    const stop = new AbortController();
    void spreadsheets.reopen(table, table.fileName, { signal: stop.signal }).then((opened) => {
      if (opened.ok && !stop.signal.aborted) setInfo(opened.value);
    });
    return () => stop.abort();
  }, [spreadsheets, table]);
  const sheet = info?.sheets.find(({ name }) => name === table.sheet);
  return (
    <Modal
      open
      title={t('chooser.title', { sheet: table.sheet, file: table.fileName })}
      className="print-chooser"
      width="min(1080px, calc(100vw - 64px))"
      centered
      okText={t('chooser.ok', { count: checked.size })}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: checked.size === 0 }}
      onOk={() => props.onChoose(choiceOf(checked, extent))}
      onCancel={props.onClose}
    >
      {info === null || sheet === undefined ? null : (
        <CheckedRows info={info} sheet={sheet} extent={extent} checked={checked} onChange={setChecked} />
      )}
    </Modal>
  );
}

interface CheckedRowsProps {
  readonly info: SpreadsheetInfo;
  readonly sheet: SheetInfo;
  readonly extent: RowExtent;
  readonly checked: RowSet;
  onChange(rows: RowSet): void;
}

const COLUMN_PX = 150;
/** Rows per request for their numbers. */
const ROWS_AT_ONCE = 100_000;

function CheckedRows({ info, sheet, extent, checked, onChange }: CheckedRowsProps): JSX.Element {
  const { t, i18n } = useTranslation(['print', 'table', 'problems']);
  const { spreadsheets } = useServices();
  const { query, search, setSearch, sortBy, filter, clear } = useTableQuery(sheet, i18n.language);
  const { view, part, problem, isOutdated } = useTableView(spreadsheets, info, sheet.name, query);
  const [cell, setCell] = useState<GridCell>({ row: 0, column: 0 });
  const { around, open: openFilter, form: filterForm } = useFilterForm({ query, filter });
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  /** The last pressed checkbox, and whether that checked it. */
  const last = useRef<{ readonly place: number; readonly view: unknown; readonly isOn: boolean } | null>(null);
  const all = useMemo(() => rowRange(0, extent.count), [extent]);
  const narrowed = query.search !== '' || query.filters.length > 0;
  const filtered = useMemo(() => new Set(query.filters.map(({ column }) => column)), [query.filters]);

  /** The rows in the view from a position on. */
  async function rowsInView(first: number, count: number): Promise<RowSet> {
    if (view === null) return NO_ROWS;
    const rows = new Uint32Array(count);
    let found = 0;
    while (found < count) {
      const part = await view.indexes(first + found, Math.min(ROWS_AT_ONCE, count - found));
      if (!part.ok || part.value.length === 0) break;
      rows.set(part.value, found);
      found += part.value.length;
    }
    return sharedRows(rowSetOf(rows.subarray(0, found)), all);
  }
  async function checkFound(): Promise<void> {
    onChange(await rowsInView(0, part.count));
  }
  async function toggle(place: number, row: number, extend: boolean): Promise<void> {
    const before = extend && last.current?.view === view ? last.current : null;
    // With Shift, all rows from the last pressed checkbox get its state.
    const isOn = before === null ? !hasRow(checked, row) : before.isOn;
    const from = before?.place ?? place;
    last.current = { place, view, isOn };
    const rows =
      from === place
        ? sharedRows(rowRange(row, row + 1), all)
        : await rowsInView(Math.min(from, place), Math.abs(from - place) + 1);
    onChange(isOn ? withRows(checked, rows) : withoutRows(checked, rows));
  }

  return (
    <div ref={around} className="chooser">
      <div className="chooser-tools" role="group" aria-label={t('chooser.tools')}>
        <Button size="small" onClick={() => onChange(all)}>
          {t('chooser.all')}
        </Button>
        <Button size="small" onClick={() => onChange(NO_ROWS)}>
          {t('chooser.none')}
        </Button>
        <Button size="small" onClick={() => onChange(withoutRows(all, checked))}>
          {t('chooser.invert')}
        </Button>
        <Button size="small" disabled={!narrowed || isOutdated || !part.done} onClick={() => void checkFound()}>
          {t('chooser.found')}
        </Button>
        <RangeField extent={extent} checked={checked} onChange={onChange} />
      </div>
      <div className="chooser-tools">
        <Input
          size="small"
          className="chooser-search"
          allowClear={{ clearIcon: <ClearIcon /> }}
          aria-label={t('table:search.label')}
          placeholder={t('table:search.label')}
          data-testid="chooser-search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <FilterChips query={query} onFilter={filter} />
        {narrowed || query.sort.length > 0 ? (
          <Button size="small" type="text" onClick={clear}>
            {t('table:clear')}
          </Button>
        ) : null}
        <span className="chooser-count" role="status" data-testid="chooser-count">
          {t('chooser.count', { count: checked.size, total: extent.count })}
          {narrowed ? ` · ${t('table:found', { count: part.count, total: sheet.rowCount })}` : ''}
        </span>
      </div>
      <HiddenRowsNote className="tg-note" sheets={[{ info, sheet: sheet.name }]} />
      <div className="chooser-table">
        {problem === null ? (
          <TableGrid
            label={t('table:grid.label', { sheet: sheet.name, file: info.fileName })}
            view={view}
            part={part}
            isOutdated={isOutdated}
            columns={sheet.columns}
            numbering={sheet.numbering}
            rowCount={sheet.rowCount}
            widths={sheet.columns.map((column) => widths[column] ?? COLUMN_PX)}
            sort={query.sort}
            filtered={filtered}
            cell={cell}
            shownRow={null}
            reveal={null}
            checks={{
              isChecked: (row) => hasRow(checked, row),
              toggle: (place, row, extend) => void toggle(place, row, extend),
            }}
            onCell={setCell}
            onSort={sortBy}
            onFilter={openFilter}
            onWidth={(column, px) => setWidths((now) => ({ ...now, [sheet.columns[column] ?? '']: px }))}
          />
        ) : (
          <p role="alert">{problemText(t, problem)}</p>
        )}
      </div>
      <p className="chooser-note" role={checked.size === 0 ? 'alert' : undefined}>
        {checked.size === 0
          ? problemText(t, { code: 'print.noRows' })
          : query.sort.length > 0
            ? t('chooser.sorted')
            : ''}
      </p>
      {filterForm}
    </div>
  );
}

/** The checked rows as an editable text such as `2-10, 15`. */
function RangeField({
  extent,
  checked,
  onChange,
}: Pick<CheckedRowsProps, 'extent' | 'checked' | 'onChange'>): JSX.Element {
  const { t } = useTranslation(['print', 'problems']);
  const written = useMemo(() => {
    if (checked.size === 0) return '';
    const choice = choiceOf(checked, extent, true);
    return choice.type === 'chosen' ? choice.text : '';
  }, [checked, extent]);
  const [typed, setTyped] = useState({ text: written, instead: written });
  // Rows checked in the meantime replace the text.
  if (typed.instead !== written) setTyped({ text: written, instead: written });
  const { text } = typed;
  const rows = chosenRows({ type: 'chosen', text }, extent);
  const isWrong = text !== '' && !rows.ok && rows.error.code === 'print.badRows';
  function take(): void {
    if (text !== written && rows.ok) onChange(rows.value);
  }
  return (
    <span className="chooser-range">
      <Input
        size="small"
        aria-label={t('rows.chosen')}
        data-testid="chooser-range"
        placeholder={checked.size === 0 || written !== '' ? '2-10, 15' : t('chooser.many')}
        status={isWrong ? 'error' : ''}
        value={text}
        onChange={(event) => setTyped({ text: event.target.value, instead: written })}
        onPressEnter={(event) => {
          event.preventDefault();
          take();
        }}
        onBlur={take}
      />
      {isWrong && !rows.ok ? <small role="alert">{problemText(t, rows.error)}</small> : null}
    </span>
  );
}
