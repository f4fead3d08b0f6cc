import { useState, type ReactElement } from 'react';
import { RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { FIELD_RULES, numberFault, SHEET_FIELDS, type LabelForm, type NumberField } from './label-form.ts';

interface SheetFieldsProps {
  readonly numbers: LabelForm['numbers'];
  readonly input: (field: NumberField) => ReactElement;
}

/**
 * The arrangement of labels on a sheet. Collapsed, with a summary of the grid, for a label that is alone on its page. A
 * number outside its limits is always visible.
 */
export function SheetFields({ numbers, input }: SheetFieldsProps): ReactElement {
  const { t } = useTranslation('label');
  const [isWanted, setWanted] = useState(() =>
    SHEET_FIELDS.some((field) => (numbers[field] ?? FIELD_RULES[field].fallback) !== FIELD_RULES[field].fallback),
  );
  const isOpen = isWanted || SHEET_FIELDS.some((field) => numberFault(field, numbers[field]) !== null);
  const { columns, rows } = numbers;
  const count = (columns ?? 1) * (rows ?? 1);
  return (
    <div className="label-dialog-sheet">
      <button type="button" className="label-dialog-fold" aria-expanded={isOpen} onClick={() => setWanted(!isOpen)}>
        <RightOutlined aria-hidden />
        {t('section.sheet')}
        {count > 1 ? <span>{t('stock.grid', { columns: columns ?? 1, rows: rows ?? 1 })}</span> : null}
      </button>
      {isOpen ? (
        <>
          <div className="label-dialog-row label-dialog-row-four">
            {input('columns')}
            {input('rows')}
            {input('columnSpacing')}
            {input('rowSpacing')}
          </div>
          <h3>{t('section.padding')}</h3>
          <div className="label-dialog-row label-dialog-row-four">
            {input('paddingLeft')}
            {input('paddingRight')}
            {input('paddingTop')}
            {input('paddingBottom')}
          </div>
        </>
      ) : null}
    </div>
  );
}
