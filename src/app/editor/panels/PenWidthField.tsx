import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PEN_WIDTH_MM, PEN_WIDTH_LIMITS } from '#model/elements/base/pen.ts';
import type { Mm } from '#model/kernel/units.ts';
import { unitMark } from '../session/display-unit.ts';
import { NumberField, Row } from '../widgets/fields.tsx';

interface PenWidthFieldProps {
  /** null shows an empty field (several widths). */
  readonly penWidthMm: Mm | null;
  readonly disabled?: boolean;
  onChange(penWidthMm: Mm): void;
  onEnd(): void;
}

export function PenWidthField({ penWidthMm, disabled = false, onChange, onEnd }: PenWidthFieldProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  return (
    <Row label={t('panel.penWidth')}>
      <NumberField
        label={t('panel.penWidth')}
        value={penWidthMm}
        min={PEN_WIDTH_LIMITS.min}
        max={PEN_WIDTH_LIMITS.max}
        step={PEN_WIDTH_LIMITS.step}
        precision={1}
        unitMm={1}
        fallback={DEFAULT_PEN_WIDTH_MM}
        suffix={unitMark('mm', i18n.language)}
        disabled={disabled}
        onChange={onChange}
        onEnd={onEnd}
      />
    </Row>
  );
}
