import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { FLAG_FOLDS, FLAG_GAP_LIMITS, ONE_SIDE, type FlagSides } from '#model/elements/base/flag-sides.ts';
import { fromMm, toMm, unitMark, unitMm, useUnit } from '#app/state/unit.ts';
import { lengthStep } from '../session/display-unit.ts';
import { NumberField, Row, SelectField } from '../widgets/fields.tsx';
import type { Mixed } from '../widgets/mixed.ts';

interface FlagFieldsProps {
  /** null if several texts differ. */
  readonly sides: Mixed<FlagSides>;
  patch(fields: Partial<FlagSides>, merge?: string): void;
  end(): void;
}

/** Whether a text is on both sides of a folded cable flag, and the space between both. */
export function FlagFields({ sides, patch, end }: FlagFieldsProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const unit = useUnit();
  return (
    <>
      <Row label={t('panel.flagFold')}>
        <SelectField
          label={t('panel.flagFold')}
          value={sides.flagFold}
          choices={FLAG_FOLDS.map((value) => ({ value, label: t(`flagFold.${value}`) }))}
          onChange={(flagFold) => patch({ flagFold })}
        />
      </Row>
      {sides.flagFold === 'none' ? null : (
        <Row label={t('panel.flagGap')}>
          <NumberField
            label={t('panel.flagGap')}
            value={sides.flagGapMm === null ? null : fromMm(sides.flagGapMm, unit)}
            min={fromMm(FLAG_GAP_LIMITS.min, unit)}
            max={fromMm(FLAG_GAP_LIMITS.max, unit)}
            step={lengthStep(unit)}
            precision={3}
            unitMm={unitMm(unit)}
            fallback={fromMm(ONE_SIDE.flagGapMm, unit)}
            suffix={unitMark(unit, i18n.language)}
            onChange={(gap) => patch({ flagGapMm: toMm(gap, unit) }, 'flagGapMm')}
            onEnd={end}
          />
        </Row>
      )}
    </>
  );
}
