import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { LineElement } from '#model/elements/line/line-element.ts';
import type { ShapeElement } from '#model/elements/shapes/shape-element.ts';
import { usePatch } from '../session/patch.ts';
import { CheckRow, Section } from '../widgets/fields.tsx';
import { common } from './GeometrySection.tsx';
import { PenWidthField } from './PenWidthField.tsx';

interface SeveralPensProps {
  readonly type: LineElement['type'] | ShapeElement['type'];
  /** The selected elements, all of the same type. */
  readonly elements: readonly (LineElement | ShapeElement)[];
}

export function SeveralPens({ type, elements }: SeveralPensProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch(type);
  return (
    <Section title={t(`type.${type}`)}>
      <PenWidthField
        penWidthMm={common(elements.map((e) => e.penWidthMm))}
        onChange={(penWidthMm) => patch({ penWidthMm }, 'penWidthMm')}
        onEnd={end}
      />
      <CheckRow
        label={t('style.dashed')}
        on={elements.every((e) => e.dashed)}
        onChange={(dashed) => patch({ dashed })}
      />
    </Section>
  );
}
