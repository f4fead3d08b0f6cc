import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mm } from '#model/kernel/units.ts';
import { CORNER_RADIUS_LIMITS } from '#model/elements/shapes/shape-element.ts';
import { DEFAULT_CORNER_RADIUS_MM } from '#model/elements/shapes/shapes.ts';
import { unitMark } from '../session/display-unit.ts';
import { NumberField, Row } from '../widgets/fields.tsx';

interface CornerRadiusFieldProps {
  /** null when several shapes differ. */
  readonly radiusMm: Mm | null;
  onChange(radiusMm: Mm): void;
  onEnd(): void;
}

export function CornerRadiusField({ radiusMm, onChange, onEnd }: CornerRadiusFieldProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  return (
    <Row label={t('panel.cornerRadius')}>
      <NumberField
        label={t('panel.cornerRadius')}
        value={radiusMm}
        min={CORNER_RADIUS_LIMITS.min}
        max={CORNER_RADIUS_LIMITS.max}
        step={CORNER_RADIUS_LIMITS.step}
        precision={1}
        unitMm={1}
        fallback={DEFAULT_CORNER_RADIUS_MM}
        suffix={unitMark('mm', i18n.language)}
        onChange={onChange}
        onEnd={onEnd}
      />
    </Row>
  );
}
