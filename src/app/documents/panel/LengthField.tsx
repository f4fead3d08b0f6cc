import { useId, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mm } from '#model/kernel/units.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { fromMm, toMm, unitMm, useUnit } from '#app/state/unit.ts';

/** A length in the user's unit. */
export function LengthField(props: {
  readonly label: string;
  readonly valueMm: Mm;
  readonly minMm?: Mm;
  readonly maxMm: Mm;
  readonly testId?: string;
  readonly onChange: (valueMm: Mm) => void;
}): JSX.Element {
  const { label, valueMm, minMm = 0, maxMm, testId, onChange } = props;
  const { t } = useTranslation();
  const unit = useUnit();
  const id = useId();
  return (
    <div className="doc-length">
      <label htmlFor={id}>{label}</label>
      <NumberInput
        id={id}
        size="small"
        value={fromMm(valueMm, unit)}
        min={fromMm(minMm, unit)}
        max={fromMm(maxMm, unit)}
        step={unit === 'inch' ? 0.1 : 1}
        unitMm={unitMm(unit)}
        suffix={t(unit === 'mm' ? 'unit.mm' : 'unit.inch')}
        onChange={(typed) => onChange(toMm(typed, unit))}
        {...(testId === undefined ? {} : { testId })}
      />
    </div>
  );
}
