import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PEN_WIDTH_MM, PEN_WIDTH_LIMITS } from '#model/elements/base/pen.ts';
import type { LineElement } from '#model/elements/line/line-element.ts';
import type { ShapeElement } from '#model/elements/shapes/shape-element.ts';
import { usePatch } from '../session/patch.ts';
import { CheckRow, NumberField, Row, Section } from '../widgets/fields.tsx';
import { unitMark } from '../session/display-unit.ts';
import { common } from './GeometrySection.tsx';

interface SeveralPensProps {
  readonly type: LineElement['type'] | ShapeElement['type'];
  /** The selected elements, all of the same type. */
  readonly elements: readonly (LineElement | ShapeElement)[];
}

export function SeveralPens({ type, elements }: SeveralPensProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const { patch, end } = usePatch(type);
  return (
    <Section title={t(`type.${type}`)}>
      <Row label={t('panel.penWidth')}>
        <NumberField
          label={t('panel.penWidth')}
          value={common(elements.map((e) => e.penWidthMm))}
          min={PEN_WIDTH_LIMITS.min}
          max={PEN_WIDTH_LIMITS.max}
          step={PEN_WIDTH_LIMITS.step}
          precision={1}
          unitMm={1}
          fallback={DEFAULT_PEN_WIDTH_MM}
          suffix={unitMark('mm', i18n.language)}
          onChange={(penWidthMm) => patch({ penWidthMm }, 'penWidthMm')}
          onEnd={end}
        />
      </Row>
      <CheckRow
        label={t('style.dashed')}
        on={elements.every((e) => e.dashed)}
        onChange={(dashed) => patch({ dashed })}
      />
    </Section>
  );
}
