import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { canvasUnitsToMm } from '#model/kernel/units.ts';
import {
  FONT_SIZE_LIMITS,
  keepsLength,
  lineLengthMm,
  TEXT_ARRANGES,
  type TextAlign,
  type TextArrange,
} from '#model/elements/base/text-style.ts';
import type { StyledElement } from '#model/elements/element.ts';
import { useUnit, fromMm, toMm } from '#app/state/unit.ts';
import type { IconName } from '../icons.tsx';
import { lengthStep, unitMark } from '../session/display-unit.ts';
import { usePatch } from '../session/patch.ts';
import { CheckRow, IconChoice, NumberField, Row, Section, Toggle } from './fields.tsx';
import { FontFields } from './FontFields.tsx';

const ALIGN_ICONS: Readonly<Record<TextAlign, IconName>> = {
  left: 'textLeft',
  center: 'textCenter',
  right: 'textRight',
  justify: 'textJustify',
  stretch: 'textStretch',
};
const ALIGN_ORDER: readonly TextAlign[] = ['left', 'center', 'right', 'justify', 'stretch'];
const ARRANGE_ICONS: Readonly<Record<TextArrange, IconName>> = {
  horizontal: 'textHorizontal',
  vertical: 'textVertical',
};

/** Specification 2, section 9, in canvas units: 1 to 1200, that is up to 317 mm. */
const BOX_WIDTH_MAX_UNITS = 1200;

/** Font, alignment and spacing: what texts and time texts have in common. */
export function TextStyleSections({ element }: { element: StyledElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch(element.type);
  const unit = useUnit();
  const lengthLabel = t(element.arrange === 'vertical' ? 'panel.boxHeight' : 'panel.boxWidth');
  return (
    <>
      <Section title={t('panel.font')}>
        <FontFields
          family={element.fontFamily}
          size={element.fontSize}
          min={FONT_SIZE_LIMITS.min}
          max={FONT_SIZE_LIMITS.max}
          onFamily={(fontFamily) => patch({ fontFamily })}
          onSize={(fontSize) => patch({ fontSize }, 'fontSize')}
          onEnd={end}
        />
        <div className="ed-tools">
          <Toggle label={t('panel.bold')} icon="bold" on={element.bold} onChange={(bold) => patch({ bold })} />
          <Toggle
            label={t('panel.italic')}
            icon="italic"
            on={element.italic}
            onChange={(italic) => patch({ italic })}
          />
          <Toggle
            label={t('panel.underline')}
            icon="underline"
            on={element.underline}
            onChange={(underline) => patch({ underline })}
          />
          <Toggle
            label={t('panel.strike')}
            icon="strike"
            on={element.strikeThrough}
            onChange={(strikeThrough) => patch({ strikeThrough })}
          />
          <span className="ed-gap" />
          <IconChoice
            label={t('panel.align')}
            value={element.align}
            choices={ALIGN_ORDER.map((value) => ({ value, label: t(`align.${value}`), icon: ALIGN_ICONS[value] }))}
            onChange={(align) => patch({ align })}
          />
        </div>
        <Row label={t('panel.writing')}>
          <IconChoice
            label={t('panel.writing')}
            value={element.arrange}
            choices={TEXT_ARRANGES.map((value) => ({
              value,
              label: t(`arrange.${value}`),
              icon: ARRANGE_ICONS[value],
            }))}
            onChange={(arrange) => patch({ arrange })}
          />
        </Row>
      </Section>
      <Section title={t('panel.spacing')}>
        <Row label={t('panel.letterSpacing')}>
          <NumberField
            label={t('panel.letterSpacing')}
            value={element.letterSpacing}
            min={-1}
            max={12}
            step={0.1}
            onChange={(letterSpacing) => patch({ letterSpacing }, 'letterSpacing')}
            onEnd={end}
          />
        </Row>
        <Row label={t('panel.lineHeight')}>
          <NumberField
            label={t('panel.lineHeight')}
            value={element.lineHeight}
            min={0}
            max={12}
            step={0.1}
            onChange={(lineHeight) => patch({ lineHeight }, 'lineHeight')}
            onEnd={end}
          />
        </Row>
        <CheckRow label={t('panel.autoWrap')} on={element.autoWrap} onChange={(autoWrap) => patch({ autoWrap })} />
        {keepsLength(element) ? (
          <Row label={lengthLabel}>
            <NumberField
              label={lengthLabel}
              value={fromMm(lineLengthMm(element), unit)}
              min={fromMm(canvasUnitsToMm(1), unit)}
              max={fromMm(canvasUnitsToMm(BOX_WIDTH_MAX_UNITS), unit)}
              step={lengthStep(unit)}
              precision={3}
              suffix={unitMark(unit)}
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
      </Section>
    </>
  );
}
