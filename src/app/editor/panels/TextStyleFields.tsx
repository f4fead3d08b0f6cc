import type { JSX, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DEFAULT_FONT_SIZE,
  FONT_SIZE_LIMITS,
  LETTER_SPACING_LIMITS,
  LINE_HEIGHT_LIMITS,
  MIN_WIDTH_LIMITS,
  NO_FIT,
  changesSize,
  type TextAlign,
  type TextFit,
  type TextStyle,
} from '#model/elements/base/text-style.ts';
import { BLACK } from '#model/elements/base/text-color.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { ColorField, ColorHint } from '../widgets/ColorField.tsx';
import type { IconName } from '../widgets/icons.tsx';
import { CheckRow, IconChoice, NumberField, Row, Section, SelectField, Toggle } from '../widgets/fields.tsx';
import type { Mixed } from '../widgets/mixed.ts';
import { FontFields, FontSizeField } from './FontFields.tsx';
import { NamedStyleField } from './NamedStyleField.tsx';

export const ALIGN_ICONS: Readonly<Record<TextAlign, IconName>> = {
  left: 'textLeft',
  center: 'textCenter',
  right: 'textRight',
  justify: 'textJustify',
  stretch: 'textStretch',
};
export const ALIGN_ORDER: readonly TextAlign[] = ['left', 'center', 'right', 'justify', 'stretch'];

export interface TextStyleFieldsProps {
  /** null if several texts differ. */
  readonly style: Mixed<TextStyle>;
  /** Consecutive changes with the same `merge` become one undo step. */
  patch(fields: Partial<TextStyle>, merge?: string): void;
  end(): void;
  readonly children?: ReactNode;
}

export interface FontSectionProps extends TextStyleFieldsProps {
  /** The texts, for their named style; table cells have none. */
  readonly elements?: readonly LabelElement[];
}

/** Font, bold, italic, lines and alignment. */
export function FontSection({ style, patch, end, elements, children }: FontSectionProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Section title={t('panel.font')}>
      {elements === undefined ? null : <NamedStyleField kind="text" elements={elements} />}
      <FontFields
        family={style.fontFamily}
        size={style.fontSize}
        min={FONT_SIZE_LIMITS.min}
        max={FONT_SIZE_LIMITS.max}
        fallback={DEFAULT_FONT_SIZE}
        onFamily={(fontFamily) => patch({ fontFamily })}
        onSize={(fontSize) => patch({ fontSize }, 'fontSize')}
        onEnd={end}
      />
      <div className="ed-tools">
        <Toggle label={t('panel.bold')} icon="bold" on={style.bold} onChange={(bold) => patch({ bold })} />
        <Toggle label={t('panel.italic')} icon="italic" on={style.italic} onChange={(italic) => patch({ italic })} />
        <Toggle
          label={t('panel.underline')}
          icon="underline"
          on={style.underline}
          onChange={(underline) => patch({ underline })}
        />
        <Toggle
          label={t('panel.strike')}
          icon="strike"
          on={style.strikeThrough}
          onChange={(strikeThrough) => patch({ strikeThrough })}
        />
        <span className="ed-gap" />
        <IconChoice
          label={t('panel.align')}
          value={style.align}
          choices={ALIGN_ORDER.map((value) => ({ value, label: t(`align.${value}`), icon: ALIGN_ICONS[value] }))}
          onChange={(align) => patch({ align })}
        />
      </div>
      <Row label={t('color.label')}>
        <ColorField
          label={t('color.label')}
          testId="text-color"
          value={style.color}
          onChange={(color = BLACK) => patch({ color }, 'color')}
          onEnd={end}
        />
      </Row>
      <ColorHint value={style.color} />
      {children}
    </Section>
  );
}

/** Letter spacing and line height. */
export function SpacingSection({ style, patch, end, children }: TextStyleFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Section title={t('panel.spacing')}>
      <Row label={t('panel.letterSpacing')}>
        <NumberField
          label={t('panel.letterSpacing')}
          value={style.letterSpacing}
          {...LETTER_SPACING_LIMITS}
          fallback={0}
          onChange={(letterSpacing) => patch({ letterSpacing }, 'letterSpacing')}
          onEnd={end}
        />
      </Row>
      <Row label={t('panel.lineHeight')}>
        <NumberField
          label={t('panel.lineHeight')}
          value={style.lineHeight}
          {...LINE_HEIGHT_LIMITS}
          fallback={0}
          onChange={(lineHeight) => patch({ lineHeight }, 'lineHeight')}
          onEnd={end}
        />
      </Row>
      {children}
    </Section>
  );
}

interface FitFieldsProps extends TextStyleFieldsProps {
  readonly fits: readonly TextFit[];
}

/** How the text fits its box, and how small, large or narrow it may become for that. */
export function FitFields({ style, fits, patch, end }: FitFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { fit } = style;
  return (
    <>
      <Row label={t('panel.fit')}>
        <SelectField
          label={t('panel.fit')}
          value={fit}
          choices={fits.map((value) => ({ value, label: t(`fit.${value}`) }))}
          // A box grows by the lines of its text.
          onChange={(chosen) => patch(chosen === 'grow' ? { fit: chosen, autoWrap: true } : { fit: chosen })}
        />
      </Row>
      {changesSize(fit) ? (
        <Row label={t('panel.minFontSize')}>
          <FontSizeField
            label={t('panel.minFontSize')}
            size={style.minFontSize}
            min={FONT_SIZE_LIMITS.min}
            max={FONT_SIZE_LIMITS.max}
            fallback={NO_FIT.minFontSize}
            onSize={(minFontSize) => patch({ minFontSize }, 'minFontSize')}
            onEnd={end}
          />
        </Row>
      ) : null}
      {fit === 'resize' ? (
        <Row label={t('panel.maxFontSize')}>
          <FontSizeField
            label={t('panel.maxFontSize')}
            size={style.maxFontSize}
            min={FONT_SIZE_LIMITS.min}
            max={FONT_SIZE_LIMITS.max}
            fallback={NO_FIT.maxFontSize}
            onSize={(maxFontSize) => patch({ maxFontSize }, 'maxFontSize')}
            onEnd={end}
          />
        </Row>
      ) : null}
      {fit === 'condense' ? (
        <Row label={t('panel.minTextWidth')}>
          <NumberField
            label={t('panel.minTextWidth')}
            value={style.minWidthPercent}
            {...MIN_WIDTH_LIMITS}
            fallback={NO_FIT.minWidthPercent}
            precision={0}
            suffix="%"
            onChange={(minWidthPercent) => patch({ minWidthPercent }, 'minWidthPercent')}
            onEnd={end}
          />
        </Row>
      ) : null}
      {changesSize(fit) ? (
        <>
          <CheckRow
            label={t('panel.sameSizeInRun')}
            on={style.sameSizeInRun}
            onChange={(sameSizeInRun) => patch({ sameSizeInRun })}
          />
          {style.sameSizeInRun === true ? <p className="ed-hint">{t('panel.sameSizeInRunHint')}</p> : null}
        </>
      ) : null}
    </>
  );
}
