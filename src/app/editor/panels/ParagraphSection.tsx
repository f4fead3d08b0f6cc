import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mm } from '#model/kernel/units.ts';
import { HYPHENATIONS, type HyphenLanguage } from '#model/elements/base/hyphenation.ts';
import {
  LIST_KINDS,
  MAX_PARAGRAPH_MM,
  NO_PARAGRAPHS,
  TEXT_DIRECTIONS,
  type ParagraphStyle,
} from '#model/elements/base/paragraph-style.ts';
import { fromMm, toMm, unitMark, unitMm, useUnit } from '#app/state/unit.ts';
import { lengthStep } from '../session/display-unit.ts';
import { NumberField, Row, Section, SelectField } from '../widgets/fields.tsx';
import type { Mixed } from '../widgets/mixed.ts';
import { TabStopFields } from './TabStopFields.tsx';

/** Each language by its own name. */
const LANGUAGE_NAMES: Readonly<Record<HyphenLanguage, string>> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  ru: 'Русский',
  de: 'Deutsch',
  fr: 'Français',
};

export interface ParagraphSectionProps {
  /** null if several texts differ. */
  readonly style: Mixed<ParagraphStyle>;
  /** Consecutive changes with the same `merge` become one undo step. */
  patch(fields: Partial<ParagraphStyle>, merge?: string): void;
  end(): void;
}

type LengthField = 'paragraphSpacingMm' | 'indentMm' | 'firstIndentMm';

/** Lists, spacing, indents, direction and tab stops of a text's paragraphs. */
export function ParagraphSection({ style, patch, end }: ParagraphSectionProps): JSX.Element {
  const { t } = useTranslation('editor');
  const length = (field: LengthField, min: Mm): JSX.Element => (
    <LengthRow
      label={t(`panel.${field}`)}
      valueMm={style[field]}
      minMm={min}
      maxMm={MAX_PARAGRAPH_MM}
      testId={`field-${field}`}
      onChange={(mm) => patch({ [field]: mm }, field)}
      onEnd={end}
    />
  );
  return (
    <Section title={t('panel.paragraphs')}>
      <Row label={t('panel.list')}>
        <SelectField
          label={t('panel.list')}
          testId="text-list"
          value={style.list}
          choices={LIST_KINDS.map((value) => ({ value, label: t(`list.${value}`) }))}
          onChange={(list) => patch({ list })}
        />
      </Row>
      {length('paragraphSpacingMm', 0)}
      {length('indentMm', 0)}
      {style.list === 'none' || style.list === null ? length('firstIndentMm', -MAX_PARAGRAPH_MM) : null}
      <Row label={t('panel.textDirection')}>
        <SelectField
          label={t('panel.textDirection')}
          testId="text-direction"
          value={style.textDirection}
          choices={TEXT_DIRECTIONS.map((value) => ({ value, label: t(`textDirection.${value}`) }))}
          onChange={(textDirection) => patch({ textDirection })}
        />
      </Row>
      <Row label={t('panel.hyphenation')}>
        <SelectField
          label={t('panel.hyphenation')}
          testId="text-hyphenation"
          value={style.hyphenation}
          choices={HYPHENATIONS.map((value) => ({
            value,
            label: value === 'none' ? t('panel.noHyphenation') : LANGUAGE_NAMES[value],
          }))}
          onChange={(hyphenation) => patch({ hyphenation })}
        />
      </Row>
      <TabStopFields stops={style.tabStops} onStops={(tabStops, merge) => patch({ tabStops }, merge)} onEnd={end} />
    </Section>
  );
}

interface LengthRowProps {
  readonly label: string;
  /** null if several texts differ. */
  readonly valueMm: Mm | null;
  readonly minMm: Mm;
  readonly maxMm: Mm;
  readonly testId: string;
  onChange(mm: Mm): void;
  onEnd(): void;
}

/** A length in the user's unit. */
function LengthRow({ label, valueMm, minMm, maxMm, testId, onChange, onEnd }: LengthRowProps): JSX.Element {
  const { i18n } = useTranslation('editor');
  const unit = useUnit();
  return (
    <Row label={label}>
      <NumberField
        label={label}
        value={valueMm === null ? null : fromMm(valueMm, unit)}
        min={fromMm(minMm, unit)}
        max={fromMm(maxMm, unit)}
        step={lengthStep(unit)}
        precision={3}
        unitMm={unitMm(unit)}
        suffix={unitMark(unit, i18n.language)}
        testId={testId}
        fallback={NO_PARAGRAPHS.indentMm}
        onChange={(length) => onChange(toMm(length, unit))}
        onEnd={onEnd}
      />
    </Row>
  );
}
