import { useId } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { fromMm, toMm, type MeasureUnit } from '#app/state/unit.ts';
import { FIELD_RULES, numberFault, shownLimits, type NumberField } from './label-form.ts';

interface NumberInputProps {
  readonly field: NumberField;
  readonly unit: MeasureUnit;
  /** Millimetres, or a count. Null while emptied. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly prefix?: ReactNode;
}

/** One number of the dialog: shown in the chosen unit, its limits told when they are overstepped. */
export function NumberInput(props: NumberInputProps): ReactElement {
  const { field, unit, value, onChange } = props;
  const { t, i18n } = useTranslation(['label', 'common']);
  const id = useId();
  const rule = FIELD_RULES[field];
  const isLength = rule.kind === 'length';
  const fault = numberFault(field, value);
  const limits = shownLimits(field, unit);
  const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 3, useGrouping: false });
  const decimal = format.format(1.5).charAt(1);

  return (
    <div className="label-field">
      <label htmlFor={id}>{t(`field.${field}`)}</label>
      <InputNumber<number>
        id={id}
        className="label-field-number"
        value={value === null || !isLength ? value : fromMm(value, unit)}
        status={fault === null ? '' : 'error'}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        step={isLength && unit === 'inch' ? 0.1 : 1}
        decimalSeparator={decimal}
        parser={(text) => Number.parseFloat((text ?? '').replace(',', '.'))}
        prefix={props.prefix}
        suffix={isLength ? t(unit === 'mm' ? 'common:unit.mm' : 'common:unit.inch') : undefined}
        onChange={(typed) => onChange(typed === null || !isLength ? typed : toMm(typed, unit))}
        onBlur={() => {
          if (value === null) onChange(rule.fallback);
        }}
      />
      {fault === null ? null : (
        <p className="label-field-fault" id={`${id}-fault`} role="alert">
          {t(fault === 'range' ? 'fault.range' : 'fault.whole', {
            min: format.format(limits.min),
            max: format.format(limits.max),
          })}
        </p>
      )}
    </div>
  );
}
