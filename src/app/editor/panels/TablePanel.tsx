import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { CELL_FITS } from '#model/elements/base/text-style.ts';
import type { CellStyle, TableCell, TableElement } from '#model/elements/table/table-element.ts';
import {
  DEFAULT_TABLE_PEN_MM,
  MAX_CELL_MM,
  REFUSED_CELL_MM,
  TABLE_PEN_LIMITS,
} from '#model/elements/table/table-limits.ts';
import type { TableAxis } from '#model/elements/table/table-lines.ts';
import { resizeTableLines, setTablePen, styleCells } from '#editor/commands/table.ts';
import { selectedCells } from '#editor/cell-selection.ts';
import { fromMm, toMm, unitMark, unitMm, useUnit } from '#app/state/unit.ts';
import { ActionButton } from '../session/ActionButton.tsx';
import { lengthStep } from '../session/display-unit.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { ContentFields } from '../data/ContentFields.tsx';
import { CheckRow, NumberField, Row, Section, Toggle } from '../widgets/fields.tsx';
import { common, mixedFields } from '../widgets/mixed.ts';
import { FitFields, FontSection, SpacingSection } from './TextStyleFields.tsx';

/** Rows, columns and pen; content and style of the selected cells, or the style of all if none is selected. */
export function TablePanel({ element }: { element: TableElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const state = useEditorState((s) => s);
  const chosen = selectedCells(state);
  const cells = chosen.length > 0 ? element.cells.filter((_, i) => chosen.includes(i)) : element.cells;
  const [only, more] = chosen;
  const single = only !== undefined && more === undefined ? element.cells[only] : undefined;
  return (
    <>
      <Section title={t('panel.table')}>
        <div className="ed-tools">
          <ActionButton id="insertRow" />
          <ActionButton id="insertColumn" />
          <ActionButton id="deleteRow" />
          <ActionButton id="deleteColumn" />
          <span className="ed-gap" />
          <ActionButton id="mergeCells" />
          <ActionButton id="splitCell" />
          <Toggle
            label={t('panel.cellsToggle')}
            icon="chooseCells"
            on={state.cellsToggle}
            onChange={(on) => editor.setCellsToggle(on)}
          />
        </div>
        <TableSizes element={element} cells={cells} />
      </Section>
      {single === undefined || only === undefined ? (
        <p className="ed-hint ed-hint-block">
          {t(chosen.length === 0 ? 'panel.cellsHint' : 'panel.cellsChosen', { count: chosen.length })}
        </p>
      ) : (
        <Section title={t('panel.cell', { row: single.row + 1, column: single.column + 1 })}>
          <ContentFields slot={{ id: element.id, content: only }} sources={single.sources} lines={2} inCell />
        </Section>
      )}
      <CellLook cells={cells} />
    </>
  );
}

/** The sizes of the rows and columns in which the cells start; empty if they differ. */
function TableSizes({ element, cells }: { element: TableElement; cells: readonly TableCell[] }): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const unit = useUnit();
  const { editor } = useEditorSession();
  const { run } = useActions();
  const end = (): void => editor.endMerge();
  const sizeField = (axis: TableAxis, label: string, value: number | null): JSX.Element => (
    <Row label={label}>
      <NumberField
        label={label}
        testId={`cell-${axis}`}
        value={value === null ? null : fromMm(value, unit)}
        min={fromMm(REFUSED_CELL_MM, unit)}
        max={fromMm(MAX_CELL_MM, unit)}
        step={lengthStep(unit)}
        precision={3}
        unitMm={unitMm(unit)}
        suffix={unitMark(unit, i18n.language)}
        disabled={element.locked}
        onChange={(size) => run(resizeTableLines(axis, toMm(size, unit)), `${axis}:${element.id}`)}
        onEnd={end}
      />
    </Row>
  );
  return (
    <>
      {sizeField('column', t('panel.cellWidth'), common(cells.map((c) => element.columnWidthsMm[c.column] ?? 0)))}
      {sizeField('row', t('panel.cellHeight'), common(cells.map((c) => element.rowHeightsMm[c.row] ?? 0)))}
      <Row label={t('panel.penWidth')}>
        <NumberField
          label={t('panel.penWidth')}
          value={element.penWidthMm}
          min={TABLE_PEN_LIMITS.min}
          max={TABLE_PEN_LIMITS.max}
          step={TABLE_PEN_LIMITS.step}
          precision={1}
          unitMm={1}
          fallback={DEFAULT_TABLE_PEN_MM}
          suffix={unitMark('mm', i18n.language)}
          disabled={element.locked}
          onChange={(pen) => run(setTablePen(pen), `pen:${element.id}`)}
          onEnd={end}
        />
      </Row>
    </>
  );
}

/** The style of the cells; a change applies to all of them. */
function CellLook({ cells }: { cells: readonly TableCell[] }): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const { run } = useActions();
  const [first, ...others] = cells.map((cell) => cell.style);
  if (first === undefined) return null;
  const style = mixedFields([first, ...others]);
  const patch = (fields: Partial<CellStyle>, merge?: string): void => {
    const { selection, cellSelection } = editor.state();
    const key = JSON.stringify([merge, selection, cellSelection?.corners]);
    run(styleCells(fields), merge === undefined ? undefined : key);
  };
  const end = (): void => editor.endMerge();
  return (
    <>
      <FontSection style={style} patch={patch} end={end} />
      <SpacingSection style={style} patch={patch} end={end}>
        <FitFields style={style} fits={CELL_FITS} patch={patch} end={end} />
        <CheckRow label={t('panel.cellMirror')} on={style.mirror} onChange={(mirror) => patch({ mirror })} />
        <CheckRow
          label={t('panel.antiMirror')}
          on={style.antiMirror}
          onChange={(antiMirror) => patch({ antiMirror })}
        />
      </SpacingSection>
    </>
  );
}
