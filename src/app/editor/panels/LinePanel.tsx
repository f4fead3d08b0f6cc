import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { LineElement } from '#model/elements/line/line-element.ts';
import { usePatch } from '../session/patch.ts';
import { IconChoice, Row, Section } from '../widgets/fields.tsx';
import { MarkerFields } from './MarkerFields.tsx';
import { PenFields } from './PenFields.tsx';

export function LinePanel({ element }: { element: LineElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('line');
  return (
    <Section title={t('panel.line')}>
      <Row label={t('panel.direction')}>
        <IconChoice
          label={t('panel.direction')}
          value={element.direction}
          disabled={element.locked}
          choices={[
            { value: 'horizontal', label: t('direction.horizontal'), icon: 'lineHorizontal' },
            { value: 'vertical', label: t('direction.vertical'), icon: 'lineVertical' },
            { value: 'left', label: t('direction.left'), icon: 'lineLeft' },
            { value: 'right', label: t('direction.right'), icon: 'lineRight' },
          ]}
          onChange={(direction) => patch({ direction })}
        />
      </Row>
      <PenFields
        elements={[element]}
        dashed={element.dashed}
        penWidthMm={element.penWidthMm}
        onDashed={(dashed) => patch({ dashed })}
        onPenWidth={(penWidthMm) => patch({ penWidthMm }, 'penWidthMm')}
        onEnd={end}
      />
      <MarkerFields values={element} patch={patch} />
    </Section>
  );
}
