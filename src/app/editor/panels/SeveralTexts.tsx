import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { fontUnitsToMm } from '#model/kernel/units.ts';
import { DEFAULT_FONT_SIZE, FONT_SIZE_LIMITS } from '#model/elements/base/text-style.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import type { TimeTextElement } from '#model/elements/time-text/time-text-element.ts';
import { usePatch } from '../session/patch.ts';
import { FamilyField } from './FamilyField.tsx';
import { CheckRow, IconChoice, NumberField, Row, Section } from '../widgets/fields.tsx';
import { common } from './GeometrySection.tsx';

interface SeveralTextsProps {
  readonly type: 'text' | 'timeText';
  /** The selected elements, all of the same type. */
  readonly elements: readonly (TextElement | TimeTextElement)[];
}

export function SeveralTexts({ type, elements }: SeveralTextsProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch(type);
  return (
    <Section title={t('panel.font')}>
      <Row label={t('panel.family')}>
        <FamilyField
          family={common(elements.map((e) => e.fontFamily))}
          onFamily={(fontFamily) => patch({ fontFamily })}
        />
      </Row>
      <Row label={t('panel.fontSize')}>
        <NumberField
          label={t('panel.fontSize')}
          value={common(elements.map((e) => e.fontSize))}
          min={FONT_SIZE_LIMITS.min}
          max={FONT_SIZE_LIMITS.max}
          step={FONT_SIZE_LIMITS.step}
          unitMm={fontUnitsToMm(1)}
          fallback={DEFAULT_FONT_SIZE}
          precision={1}
          onChange={(fontSize) => patch({ fontSize }, 'fontSize')}
          onEnd={end}
        />
      </Row>
      <CheckRow label={t('panel.bold')} on={elements.every((e) => e.bold)} onChange={(bold) => patch({ bold })} />
      <Row label={t('panel.align')}>
        <IconChoice
          label={t('panel.align')}
          value={common(elements.map((e) => e.align))}
          choices={[
            { value: 'left', label: t('align.left'), icon: 'textLeft' },
            { value: 'center', label: t('align.center'), icon: 'textCenter' },
            { value: 'right', label: t('align.right'), icon: 'textRight' },
            { value: 'justify', label: t('align.justify'), icon: 'textJustify' },
            { value: 'stretch', label: t('align.stretch'), icon: 'textStretch' },
          ]}
          onChange={(align) => patch({ align })}
        />
      </Row>
    </Section>
  );
}
