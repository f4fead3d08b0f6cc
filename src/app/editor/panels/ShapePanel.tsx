import type { JSX, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CORNERS,
  evenRadii,
  type RoundRectangleElement,
  type ShapeElement,
} from '#model/elements/shapes/shape-element.ts';
import { canBeFilled } from '#model/elements/shapes/figure-element.ts';
import { usePatch } from '../session/patch.ts';
import { CheckRow, Section } from '../widgets/fields.tsx';
import { FillFields } from './FillFields.tsx';
import { PenFields } from './PenFields.tsx';
import { ShapeLengthField } from './ShapeLengthField.tsx';

/** The fields of all closed shapes. */
export function ShapePanel({ element, children }: { element: ShapeElement; children?: ReactNode }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch(element.type);
  return (
    <Section title={t('panel.shape')}>
      {canBeFilled(element) ? <FillFields values={element} patch={patch} /> : null}
      <PenFields
        elements={[element]}
        dashed={element.dashed}
        penWidthMm={element.penWidthMm}
        penDisabled={element.filled && canBeFilled(element)}
        onDashed={(dashed) => patch({ dashed })}
        onPenWidth={(penWidthMm) => patch({ penWidthMm }, 'penWidthMm')}
        onEnd={end}
      />
      {children}
    </Section>
  );
}

export function RoundRectanglePanel({ element }: { element: RoundRectangleElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('roundRectangle');
  const { cornerRadiusMm, cornerRadiiMm } = element;
  return (
    <ShapePanel element={element}>
      <ShapeLengthField
        what="cornerRadius"
        valueMm={cornerRadiiMm === undefined ? cornerRadiusMm : null}
        onChange={(radius) => patch({ cornerRadiusMm: radius, cornerRadiiMm: undefined }, 'cornerRadiusMm')}
        onEnd={end}
      />
      <CheckRow
        label={t('panel.eachCorner')}
        on={cornerRadiiMm !== undefined}
        onChange={(on) => patch({ cornerRadiiMm: on ? evenRadii(cornerRadiusMm) : undefined })}
      />
      {cornerRadiiMm === undefined
        ? null
        : CORNERS.map((corner) => (
            <ShapeLengthField
              key={corner}
              what={corner}
              valueMm={cornerRadiiMm[corner]}
              onChange={(radius) => patch({ cornerRadiiMm: { ...cornerRadiiMm, [corner]: radius } }, corner)}
              onEnd={end}
            />
          ))}
    </ShapePanel>
  );
}
