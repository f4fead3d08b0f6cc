import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ARROW_DIRECTIONS,
  BRACKET_SIDES,
  BRACKETS,
  FIGURE_LIMITS,
  FIGURE_NUMBERS,
  FIGURES,
  NEW_FORM,
  type FigureElement,
} from '#model/elements/shapes/figure-element.ts';
import { usePatch } from '../session/patch.ts';
import { IconChoice, NumberField, Row, SelectField } from '../widgets/fields.tsx';
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
      {element.figure === 'arrow' ? (
        <Row label={t('panel.direction')}>
          <SelectField
            label={t('panel.direction')}
            value={element.direction}
            choices={ARROW_DIRECTIONS.map((value) => ({ value, label: t(`arrow.${value}`) }))}
            onChange={(direction) => patch({ direction })}
          />
        </Row>
      ) : null}
      {element.figure === 'bracket' ? (
        <>
          <Row label={t('panel.bracket')}>
            <IconChoice
              label={t('panel.bracket')}
              value={element.bracket}
              choices={BRACKETS.map((value) => ({ value, label: t(`bracket.${value}`) }))}
              onChange={(bracket) => patch({ bracket })}
            />
          </Row>
          <Row label={t('panel.bracketSide')}>
            <IconChoice
              label={t('panel.bracketSide')}
              value={element.bracketSide}
              choices={BRACKET_SIDES.map((value) => ({ value, label: t(`bracketSide.${value}`) }))}
              onChange={(bracketSide) => patch({ bracketSide })}
            />
          </Row>
        </>
      ) : null}
      {FIGURE_NUMBERS[element.figure].map((field) => (
        <Row key={field} label={t(`figureNumber.${field}`)}>
          <NumberField
            label={t(`figureNumber.${field}`)}
            value={element[field]}
            min={FIGURE_LIMITS[field].min}
            max={FIGURE_LIMITS[field].max}
            precision={0}
            fallback={NEW_FORM[field]}
            {...(field.endsWith('Percent') ? { suffix: '%' } : {})}
            onChange={(value) => patch({ [field]: value }, field)}
            onEnd={end}
          />
        </Row>
      ))}
    </ShapePanel>
  );
}
