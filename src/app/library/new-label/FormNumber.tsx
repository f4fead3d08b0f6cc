import { useId, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { fromMm, toMm, unitMm, type MeasureUnit } from '#app/state/unit.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { numberFault, ruleOf, shownLimits, type FormField } from './label-form.ts';

interface FormNumberProps {
  readonly field: FormField;
  readonly unit: MeasureUnit;
  /** Millimeters, or a count. Null while the field is empty, NaN while its text is not a number. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** One number field of the dialog, in the chosen unit. It shows its limits if the value exceeds them. */
export function FormNumber(props: FormNumberProps): ReactElement {
  const { field, unit, value, onChange } = props;
  const { t, i18n } = useTranslation(['label', 'common']);
  const id = useId();
  const rule = ruleOf(field);
  const isLength = rule.kind === 'length';
  const fault = numberFault(field, value);
  const limits = shownLimits(field, unit);
  const format = numberFormat(i18n.language, { maximumFractionDigits: 3, useGrouping: false });
  const shown = (number: number): number => (isLength ? fromMm(number, unit) : number);
  const fallback = shown(rule.fallback);
  // The default is 80 mm in both units, and not the 80.01 mm that 3.15 inches are.
  const toKept = (typed: number): number =>
    value === null && typed === fallback ? rule.fallback : isLength ? toMm(typed, unit) : typed;
  // The input itself reports a text that is not a number; only the form's limits are reported here.
  const shownFault = fault === 'range' || fault === 'whole' ? fault : null;
  return (
    <div className="label-field">
      <label htmlFor={id}>{t(`field.${field}`)}</label>
      <NumberInput
        id={id}
        value={value === null || Number.isNaN(value) ? null : shown(value)}
        step={isLength && unit === 'inch' ? 0.1 : 1}
        unitMm={isLength ? unitMm(unit) : null}
        fallback={fallback}
        suffix={isLength ? t(unit === 'mm' ? 'common:unit.mm' : 'common:unit.inch') : undefined}
        faultId={shownFault === null ? undefined : `${id}-fault`}
        onChange={(typed) => onChange(toKept(typed))}
        onUnreadable={(text) => onChange(text.trim() === '' ? null : NaN)}
      />
      {shownFault === null ? null : (
        <p className="label-field-fault" id={`${id}-fault`} role="alert">
          {t(shownFault === 'range' ? 'fault.range' : 'fault.whole', {
            min: format.format(limits.min),
            max: format.format(limits.max),
          })}
        </p>
      )}
    </div>
  );
}
