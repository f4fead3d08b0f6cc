import { useId, type ReactElement } from 'react';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LabelSettings } from '#model/template/template.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { Field } from './Field.tsx';

export interface SheetChoices extends Pick<LabelSettings, 'rows' | 'columns'> {
  /** False while the typed first position is not on the sheet: no other is assumed. */
  readonly isReadable: boolean;
  onReadable(readable: boolean): void;
  readonly remembers: boolean;
  onRemember(wanted: boolean): void;
}

export interface SheetFieldProps extends SheetChoices {
  /** Counted from 0; the user counts from 1. */
  readonly firstCell: number;
  readonly disabled: boolean;
  onChange(firstCell: number): void;
}

/** The position of the first label on a part-used sheet, and whether such sheets are remembered. */
export function SheetField(props: SheetFieldProps): ReactElement {
  const { t } = useTranslation('print');
  const id = useId();
  const { rows, columns, firstCell, isReadable, remembers, disabled } = props;
  return (
    <>
      <Field label={t('sheet.first')} htmlFor={id} hint={t('sheet.hint', { rows, columns })}>
        <NumberInput
          id={id}
          min={1}
          max={rows * columns}
          precision={0}
          fallback={1}
          value={isReadable ? firstCell + 1 : null}
          disabled={disabled}
          onChange={(place) => {
            props.onReadable(true);
            props.onChange(place - 1);
          }}
          onUnreadable={() => props.onReadable(false)}
        />
      </Field>
      <Checkbox checked={remembers} disabled={disabled} onChange={(event) => props.onRemember(event.target.checked)}>
        {t('sheet.remember')}
      </Checkbox>
    </>
  );
}
