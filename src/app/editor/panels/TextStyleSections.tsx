import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { canvasUnitsToMm } from '#model/kernel/units.ts';
import { COURSE_FITS } from '#model/elements/base/fit-course.ts';
import { hasCourse } from '#model/elements/base/text-course.ts';
import { BOX_WIDTH_UNITS, keepsLength, lineLengthMm, TEXT_FITS } from '#model/elements/base/text-style.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import type { TimeTextElement } from '#model/elements/time-text/time-text-element.ts';
import { fromMm, toMm, unitMark, unitMm, useUnit } from '#app/state/unit.ts';
import { lengthStep } from '../session/display-unit.ts';
import { usePatch } from '../session/patch.ts';
import { CheckRow, NumberField, Row } from '../widgets/fields.tsx';
import { FlagFields } from './FlagFields.tsx';
import { FitFields, FontSection, SpacingSection } from './TextStyleFields.tsx';
import { PushFields } from './PushSection.tsx';
import { SizeGroupField } from './SizeGroupField.tsx';
import { WritingField } from './WritingField.tsx';

/** Font, alignment and spacing: what texts and time texts have in common. */
export function TextStyleSections({ element }: { element: TextElement | TimeTextElement }): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const { patch, end } = usePatch(element.type);
  const unit = useUnit();
  const isBent = hasCourse(element);
  const lengthLabel = t(element.arrange === 'vertical' ? 'panel.boxHeight' : 'panel.boxWidth');
  return (
    <>
      <FontSection style={element} elements={[element]} patch={patch} end={end}>
        <WritingField arrange={element.arrange} fit={element.fit} course={element} onChange={patch} onEnd={end} />
      </FontSection>
      <SpacingSection style={element} patch={patch} end={end}>
        {isBent ? null : (
          <CheckRow label={t('panel.autoWrap')} on={element.autoWrap} onChange={(autoWrap) => patch({ autoWrap })} />
        )}
        <FitFields style={element} fits={isBent ? COURSE_FITS : TEXT_FITS} patch={patch} end={end} />
        <PushFields text={element} />
        <SizeGroupField fit={element.fit} group={element.sizeGroup} onGroup={(sizeGroup) => patch({ sizeGroup })} />
        {keepsLength(element) && !isBent ? (
          <Row label={lengthLabel}>
            <NumberField
              label={lengthLabel}
              value={fromMm(lineLengthMm(element), unit)}
              min={fromMm(canvasUnitsToMm(BOX_WIDTH_UNITS.min), unit)}
              max={fromMm(canvasUnitsToMm(BOX_WIDTH_UNITS.max), unit)}
              step={lengthStep(unit)}
              precision={3}
              unitMm={unitMm(unit)}
              suffix={unitMark(unit, i18n.language)}
              disabled={element.locked}
              onChange={(length) =>
                element.arrange === 'vertical'
                  ? patch({ heightMm: toMm(length, unit) }, 'heightMm')
                  : patch({ widthMm: toMm(length, unit) }, 'widthMm')
              }
              onEnd={end}
            />
          </Row>
        ) : null}
        <CheckRow
          label={t('panel.antiMirror')}
          on={element.antiMirror}
          onChange={(antiMirror) => patch({ antiMirror })}
        />
        <FlagFields sides={element} patch={patch} end={end} />
      </SpacingSection>
    </>
  );
}
