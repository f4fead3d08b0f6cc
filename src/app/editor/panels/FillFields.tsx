import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { FILL_DENSITIES, FILL_PATTERNS } from '#model/elements/base/fill-pattern.ts';
import type { ShapeStyle } from '#model/elements/shapes/shape-style.ts';
import { CheckRow, IconChoice, Row, SelectField } from '../widgets/fields.tsx';
import type { Mixed } from '../widgets/mixed.ts';

type Fill = Pick<ShapeStyle, 'filled' | 'fillPattern' | 'fillDensity'>;

interface FillFieldsProps {
  /** null if several shapes differ. */
  readonly values: Mixed<Fill>;
  patch(fill: Partial<Fill>): void;
}

/** What shapes are filled with. All ink leaves no room for a pattern. */
export function FillFields({ values, patch }: FillFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { filled, fillPattern, fillDensity } = values;
  return (
    <>
      <CheckRow label={t('panel.filled')} on={filled} onChange={(on) => patch({ filled: on })} />
      {filled === true ? null : (
        <Row label={t('panel.fillPattern')}>
          <SelectField
            label={t('panel.fillPattern')}
            value={fillPattern}
            choices={FILL_PATTERNS.map((value) => ({ value, label: t(`pattern.${value}`) }))}
            onChange={(pattern) => patch({ fillPattern: pattern })}
          />
        </Row>
      )}
      {filled === true || fillPattern === 'none' ? null : (
        <Row label={t('panel.fillDensity')}>
          <IconChoice
            label={t('panel.fillDensity')}
            value={fillDensity}
            choices={FILL_DENSITIES.map((value) => ({ value, label: t(`density.${value}`) }))}
            onChange={(density) => patch({ fillDensity: density })}
          />
        </Row>
      )}
    </>
  );
}
