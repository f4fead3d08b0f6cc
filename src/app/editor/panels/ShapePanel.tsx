import type { JSX, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CORNER_RADIUS_LIMITS,
  type RoundRectangleElement,
  type ShapeElement,
} from '#model/elements/shapes/shape-element.ts';
import { DEFAULT_CORNER_RADIUS_MM } from '#model/elements/shapes/shapes.ts';
import { usePatch } from '../session/patch.ts';
import { CheckRow, NumberField, Row, Section } from '../widgets/fields.tsx';
import { unitMark } from '../session/display-unit.ts';
import { PenFields } from './PenFields.tsx';

/** The fields of all closed shapes. */
export function ShapePanel({ element, children }: { element: ShapeElement; children?: ReactNode }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch(element.type);
  return (
    <Section title={t('panel.shape')}>
      <CheckRow label={t('panel.filled')} on={element.filled} onChange={(filled) => patch({ filled })} />
      <PenFields
        dashed={element.dashed}
        penWidthMm={element.penWidthMm}
        penDisabled={element.filled}
        onDashed={(dashed) => patch({ dashed })}
        onPenWidth={(penWidthMm) => patch({ penWidthMm }, 'penWidthMm')}
        onEnd={end}
      />
      {children}
    </Section>
  );
}

export function RoundRectanglePanel({ element }: { element: RoundRectangleElement }): JSX.Element {
  return (
    <ShapePanel element={element}>
      <CornerRadius element={element} />
    </ShapePanel>
  );
}

function CornerRadius({ element }: { element: RoundRectangleElement }): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const { patch, end } = usePatch('roundRectangle');
  return (
    <Row label={t('panel.cornerRadius')}>
      <NumberField
        label={t('panel.cornerRadius')}
        value={element.cornerRadiusMm}
        min={CORNER_RADIUS_LIMITS.min}
        max={CORNER_RADIUS_LIMITS.max}
        step={CORNER_RADIUS_LIMITS.step}
        precision={1}
        unitMm={1}
        fallback={DEFAULT_CORNER_RADIUS_MM}
        suffix={unitMark('mm', i18n.language)}
        onChange={(cornerRadiusMm) => patch({ cornerRadiusMm }, 'cornerRadiusMm')}
        onEnd={end}
      />
    </Row>
  );
}
