import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { FONT_SIZE_LIMITS } from '#model/elements/base/text-style.ts';
import type { ElementType } from '#model/elements/base/element.ts';
import {
  isShape,
  isStyled,
  type LabelElement,
  type ShapeElement,
  type StyledElement,
} from '#model/elements/element.ts';
import { PEN_WIDTH_LIMITS } from '#model/elements/base/pen.ts';
import { ActionButton } from '../session/ActionButton.tsx';
import { usePatch } from '../session/patch.ts';
import { CheckRow, IconChoice, NumberField, Row, Section } from '../widgets/fields.tsx';
import { FamilyField } from './FamilyField.tsx';
import { common, GeometrySection } from './GeometrySection.tsx';
import { PanelHead } from './PanelHead.tsx';

/** What several elements have in common; fields of one type when all are of it. */
export function SeveralPanel({ elements }: { elements: readonly LabelElement[] }): JSX.Element {
  const { t } = useTranslation('editor');
  const type = common(elements.map((e) => e.type));
  return (
    <>
      <PanelHead
        elements={elements}
        title={t('panel.several', { count: elements.length })}
        detail={[...new Set(elements.map((e) => t(`type.${e.type}`)))].join(', ')}
      />
      <GeometrySection elements={elements} />
      <Section title={t('panel.arrange')}>
        <div className="ed-tools">
          <ActionButton id="alignLeft" />
          <ActionButton id="alignCenter" />
          <ActionButton id="alignRight" />
          <ActionButton id="alignTop" />
          <ActionButton id="alignMiddle" />
          <ActionButton id="alignBottom" />
        </div>
        <div className="ed-tools">
          <ActionButton id="distributeHorizontal" />
          <ActionButton id="distributeVertical" />
        </div>
      </Section>
      {type === 'text' || type === 'timeText' ? <SeveralTexts type={type} elements={elements} /> : null}
      {type !== null && isPenType(type) ? <SeveralPens type={type} elements={elements} /> : null}
    </>
  );
}

type PenType = 'line' | ShapeElement['type'];

function isPenType(type: ElementType): type is PenType {
  return ['line', 'rectangle', 'roundRectangle', 'ellipse', 'diamond', 'triangle'].includes(type);
}

function SeveralTexts({
  type,
  elements,
}: {
  type: StyledElement['type'];
  elements: readonly LabelElement[];
}): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch(type);
  const texts = elements.flatMap((e) => (isStyled(e) ? [e] : []));
  return (
    <Section title={t('panel.font')}>
      <Row label={t('panel.family')}>
        <FamilyField family={common(texts.map((e) => e.fontFamily))} onFamily={(fontFamily) => patch({ fontFamily })} />
      </Row>
      <Row label={t('panel.fontSize')}>
        <NumberField
          label={t('panel.fontSize')}
          value={common(texts.map((e) => e.fontSize))}
          min={FONT_SIZE_LIMITS.min}
          max={FONT_SIZE_LIMITS.max}
          step={FONT_SIZE_LIMITS.step}
          precision={1}
          onChange={(fontSize) => patch({ fontSize }, 'fontSize')}
          onEnd={end}
        />
      </Row>
      <CheckRow label={t('panel.bold')} on={texts.every((e) => e.bold)} onChange={(bold) => patch({ bold })} />
      <Row label={t('panel.align')}>
        <IconChoice
          label={t('panel.align')}
          value={common(texts.map((e) => e.align))}
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

function SeveralPens({ type, elements }: { type: PenType; elements: readonly LabelElement[] }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch(type);
  const pens = elements.flatMap((e) => (e.type === 'line' || isShape(e) ? [e] : []));
  return (
    <Section title={t(`type.${type}`)}>
      <Row label={t('panel.penWidth')}>
        <NumberField
          label={t('panel.penWidth')}
          value={common(pens.map((e) => e.penWidthMm))}
          min={PEN_WIDTH_LIMITS.min}
          max={PEN_WIDTH_LIMITS.max}
          step={PEN_WIDTH_LIMITS.step}
          precision={1}
          suffix="mm"
          onChange={(penWidthMm) => patch({ penWidthMm }, 'penWidthMm')}
          onEnd={end}
        />
      </Row>
      <CheckRow label={t('style.dashed')} on={pens.every((e) => e.dashed)} onChange={(dashed) => patch({ dashed })} />
    </Section>
  );
}
