import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import {
  FIGURE_LIMITS,
  FIGURE_NUMBERS,
  FIGURES,
  NEW_FORM,
  type FigureElement,
} from '#model/elements/shapes/figure-element.ts';
import { usePatch } from '../session/patch.ts';
import { IconChoice, NumberField, Row } from '../widgets/fields.tsx';
import { ShapePanel } from './ShapePanel.tsx';

/** The form of a figure, with the numbers of this form, and the fields of all closed shapes. */
export function FigurePanel({ element }: { element: FigureElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('figure');
  return (
    <ShapePanel element={element}>
      <Row label={t('panel.figure')}>
        <IconChoice
          label={t('panel.figure')}
          value={element.figure}
          choices={FIGURES.map((value) => ({ value, label: t(`figure.${value}`), icon: value }))}
          onChange={(figure) => patch({ figure })}
        />
      </Row>
      {FIGURE_NUMBERS[element.figure].map((field) => (
        <Row key={field} label={t(`panel.${field}`)}>
          <NumberField
            label={t(`panel.${field}`)}
            value={element[field]}
            min={FIGURE_LIMITS[field].min}
            max={FIGURE_LIMITS[field].max}
            precision={0}
            fallback={NEW_FORM[field]}
            {...(field === 'innerPercent' ? { suffix: '%' } : {})}
            onChange={(value) => patch({ [field]: value }, field)}
            onEnd={end}
          />
        </Row>
      ))}
    </ShapePanel>
  );
}
