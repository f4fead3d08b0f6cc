import { useId, type ReactElement, type ReactNode } from 'react';
import { Alert, Button, Checkbox, Input, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { Template } from '#model/template/template.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { CopiesInput } from './CopiesInput.tsx';
import { Field } from './Field.tsx';
import { GradeField } from './GradeField.tsx';
import { LanguageField } from './LanguageField.tsx';
import type { PrintSettings } from './print-settings.ts';
import { PrinterField } from './PrinterField.tsx';
import { ResolutionField } from './ResolutionField.tsx';
import { SheetField, type SheetChoices } from './SheetField.tsx';
import type { RowExtent } from '#model/data/record-source.ts';
import type { RowChoice } from '#services/storage/row-choices.ts';
import { rowLimits } from '#model/data/row-choice.ts';
import type { Printers } from './use-printers.ts';

export interface SettingsPanelProps {
  readonly settings: PrintSettings;
  /** The label with all its languages. */
  readonly template: Template;
  readonly onChange: (settings: PrintSettings) => void;
  readonly printers: Printers;
  readonly resolutions: readonly number[];
  /** Whether the template has columns of a spreadsheet. */
  readonly isBound: boolean;
  /** False until the rows of the last print are known: until then no others can be chosen. */
  readonly isChoiceKnown: boolean;
  /** The rows of the data; null if nothing is bound. */
  readonly extent: RowExtent | null;
  /** The columns of that sheet, one of which may contain the number of labels per row. */
  readonly columns: readonly string[];
  /** True if each copy gets the next running number, so that all copies differ. */
  readonly numbered: boolean;
  /** Opens the table to check rows in. */
  readonly onChooseRows: () => void;
  /** The problem with the choice of rows. */
  readonly rowProblem: Problem | null;
  /** See `PrintRecords`. */
  readonly rowsOfLastPrint: number | null;
  /** Why that number of labels is impossible. */
  readonly labelProblem: Problem | null;
  readonly hasBackground: boolean;
  /** The sheet of the printed label, and whether part-used ones are remembered; null if neither applies. */
  readonly sheet: SheetChoices | null;
  readonly disabled: boolean;
  /** Shows only printer, copies and rows; the other settings are unchanged. */
  readonly brief: boolean;
  /** The field of the pictures of rows; null for a label without any. */
  readonly pictures: ReactNode;
}

/** Printer, copies, resolution, rows, background. */
export function SettingsPanel(props: SettingsPanelProps): ReactElement {
  const { settings, onChange, disabled } = props;
  const { t } = useTranslation(['print', 'problems']);
  const copiesId = useId();
  const columnId = useId();
  return (
    <div className="print-settings">
      <PrinterField
        printers={props.printers}
        printer={settings.printer}
        disabled={disabled}
        onChange={(printer) => onChange({ ...settings, printer })}
      />
      <LanguageField
        template={props.template}
        language={settings.language}
        disabled={disabled}
        onChange={(language) => onChange({ ...settings, language })}
      />
      <Field label={t(props.numbered ? 'copies.numbered' : 'copies.label')} htmlFor={copiesId}>
        <CopiesInput
          id={copiesId}
          copies={settings.copies}
          disabled={disabled}
          onChange={(copies) => onChange({ ...settings, copies })}
        />
        {props.labelProblem === null ? null : (
          <p className="print-field-fault" role="alert">
            {problemText(t, props.labelProblem)}
          </p>
        )}
      </Field>
      {props.extent !== null && props.extent.count > 0 ? (
        <RowsField
          choice={settings.rows}
          extent={props.extent}
          problem={props.rowProblem}
          ofLastPrint={props.rowsOfLastPrint}
          disabled={disabled || !props.isChoiceKnown}
          onChooseRows={props.onChooseRows}
          onChange={(rows) => onChange({ ...settings, rows })}
        />
      ) : null}
      {props.pictures}
      {props.brief || !props.isBound ? null : (
        <Field
          label={t('copies.column')}
          htmlFor={columnId}
          {...(settings.copiesColumn === null ? {} : { hint: t('copies.columnHint') })}
        >
          <Select<string>
            id={columnId}
            data-testid="copies-column"
            value={settings.copiesColumn ?? ''}
            disabled={disabled || !props.isChoiceKnown}
            showSearch
            // An unused value: empty headings are named by their letter.
            options={[
              { value: '', label: t('copies.same') },
              ...props.columns.map((column) => ({ value: column, label: column })),
            ]}
            onChange={(column) => onChange({ ...settings, copiesColumn: column === '' ? null : column })}
          />
        </Field>
      )}
      {props.brief ? null : <CheckFields {...props} />}
      {props.sheet === null || props.sheet.rows * props.sheet.columns === 1 ? null : (
        <SheetField
          {...props.sheet}
          firstCell={settings.firstCell}
          disabled={disabled}
          onChange={(firstCell) => onChange({ ...settings, firstCell })}
        />
      )}
      {props.brief ? null : (
        <Checkbox
          checked={props.hasBackground && settings.printBackground}
          disabled={disabled || !props.hasBackground}
          onChange={(event) => onChange({ ...settings, printBackground: event.target.checked })}
        >
          {t('background.label')}
        </Checkbox>
      )}
    </div>
  );
}

/** The resolution, and the requirements for printing a label. */
function CheckFields(props: SettingsPanelProps): ReactElement {
  const { settings, onChange, disabled } = props;
  const { t } = useTranslation('print');
  return (
    <>
      <ResolutionField
        dpi={settings.dpi}
        resolutions={props.resolutions}
        disabled={disabled}
        onChange={(dpi) => onChange({ ...settings, dpi })}
      />
      <GradeField
        grade={settings.minGrade}
        disabled={disabled}
        onChange={(minGrade) => onChange({ ...settings, minGrade })}
      />
      <Checkbox
        checked={settings.overflow === 'allow'}
        disabled={disabled}
        onChange={(event) => onChange({ ...settings, overflow: event.target.checked ? 'allow' : 'refuse' })}
      >
        {t('overflow.label')}
      </Checkbox>
    </>
  );
}

function RowsField(props: {
  readonly choice: RowChoice;
  readonly extent: RowExtent;
  readonly problem: Problem | null;
  /** The number of rows selected by the last print; null for none. */
  readonly ofLastPrint: number | null;
  readonly disabled: boolean;
  readonly onChooseRows: () => void;
  readonly onChange: (choice: RowChoice) => void;
}): ReactElement {
  const { t } = useTranslation(['print', 'problems']);
  const { choice, disabled, onChange } = props;
  const { firstRow, lastRow } = rowLimits(props.extent);
  return (
    <Field label={t('rows.label')} hint={t('rows.hint', { first: firstRow, last: lastRow })}>
      <Radio.Group
        className="print-rows"
        value={choice.type === 'checked' ? 'chosen' : choice.type}
        disabled={disabled}
        onChange={(event) => onChange(emptyChoice(event.target.value as WrittenChoice, firstRow, lastRow))}
        options={[
          { value: 'all', label: t('rows.all', { count: props.extent.count }) },
          { value: 'range', label: t('rows.range') },
          { value: 'chosen', label: t('rows.chosen') },
        ]}
      />
      {props.ofLastPrint === null ? null : (
        <Alert
          type="warning"
          data-testid="rows-of-last-print"
          title={t('rows.ofLastPrint', { count: props.ofLastPrint, total: props.extent.count })}
        />
      )}
      {choice.type === 'range' ? (
        <div className="print-row-range">
          <NumberInput
            label={t('rows.from')}
            precision={0}
            fallback={firstRow}
            value={choice.from}
            disabled={disabled}
            onChange={(from) => onChange({ ...choice, from })}
            onUnreadable={() => onChange({ ...choice, from: null })}
          />
          <span aria-hidden>–</span>
          <NumberInput
            label={t('rows.to')}
            precision={0}
            fallback={lastRow}
            value={choice.to}
            disabled={disabled}
            onChange={(to) => onChange({ ...choice, to })}
            onUnreadable={() => onChange({ ...choice, to: null })}
          />
        </div>
      ) : null}
      {choice.type === 'chosen' ? (
        <Input
          aria-label={t('rows.chosen')}
          placeholder={`${firstRow}-${firstRow + 8}, ${firstRow + 13}`}
          value={choice.text}
          disabled={disabled}
          status={props.problem === null || choice.text === '' ? '' : 'error'}
          onChange={(event) => onChange({ type: 'chosen', text: event.target.value })}
        />
      ) : null}
      {choice.type === 'checked' ? <p>{t('rows.checked', { count: choice.rows.size })}</p> : null}
      <Button size="small" disabled={disabled} data-testid="choose-rows" onClick={props.onChooseRows}>
        {t('rows.inTable')}
      </Button>
      {props.problem === null ? null : (
        <p className="print-field-fault" role="alert">
          {problemText(t, props.problem)}
        </p>
      )}
    </Field>
  );
}

type WrittenChoice = Exclude<RowChoice['type'], 'checked'>;

function emptyChoice(type: WrittenChoice, firstRow: number, lastRow: number): RowChoice {
  switch (type) {
    case 'all':
      return { type };
    case 'range':
      return { type, from: firstRow, to: lastRow };
    case 'chosen':
      return { type, text: '' };
  }
}
