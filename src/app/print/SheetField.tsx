import { useId, type ReactElement } from 'react';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LabelSettings } from '#model/template/template.ts';
import { NumberInput } from '#app/number/NumberInput.tsx';
import { Field } from './Field.tsx';

export interface SheetChoices extends Pick<LabelSettings, 'rows' | 'columns'> {
  readonly remembers: boolean;
  onRemember(wanted: boolean): void;
}

export interface SheetFieldProps extends SheetChoices {
  /** Counted from 0; the user counts from 1. */
  readonly firstCell: number;
  readonly disabled: boolean;
  onChange(firstCell: number): void;
}

/** Where the first label stands on a sheet of several that is used in part, and whether such sheets are remembered. */
export function SheetField(props: SheetFieldProps): ReactElement {
  const { t } = useTranslation('print');
  const id = useId();
  const { rows, columns, firstCell, remembers, disabled } = props;
  return (
    <>
      <Field label={t('sheet.first')} htmlFor={id} hint={t('sheet.hint', { rows, columns })}>
        <NumberInput
          id={id}
          min={1}
          max={rows * columns}
          precision={0}
          fallback={1}
          value={firstCell + 1}
          disabled={disabled}
          onChange={(place) => props.onChange(place - 1)}
        />
      </Field>
      <Checkbox checked={remembers} disabled={disabled} onChange={(event) => props.onRemember(event.target.checked)}>
        {t('sheet.remember')}
      </Checkbox>
    </>
  );
}
