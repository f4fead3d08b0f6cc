import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { RectangleElement } from '#model/elements/rectangle/rectangle-element.ts';
import { usePatch } from '../session/patch.ts';
import { CheckRow, Section } from './fields.tsx';
import { PenFields } from './PenFields.tsx';

export function RectanglePanel({ element }: { element: RectangleElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('rectangle');
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
    </Section>
  );
}
