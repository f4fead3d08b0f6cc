import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ALPHABETS,
  MAX_VALUE_LENGTH,
  NOT_DECLARED,
  type Alphabet,
  type DeclaredValues,
} from '#model/elements/text/declared-values.ts';
import { NumberField, Row, Section, SelectField } from '../widgets/fields.tsx';

export interface DeclaredValuesSectionProps {
  readonly values: DeclaredValues;
  /** Consecutive changes with the same `merge` become one undo step. */
  patch(fields: Partial<DeclaredValues>, merge?: string): void;
  end(): void;
}

/** The values that a bound text may have, for the proof that all of them fit. */
export function DeclaredValuesSection({ values, patch, end }: DeclaredValuesSectionProps): JSX.Element {
  const { t } = useTranslation('editor');
  const choices = [NOT_DECLARED.valueAlphabet, ...(Object.keys(ALPHABETS) as Alphabet[])];
  return (
    <Section title={t('panel.declaredValues')}>
      <Row label={t('panel.valueAlphabet')}>
        <SelectField
          label={t('panel.valueAlphabet')}
          value={values.valueAlphabet}
          choices={choices.map((value) => ({ value, label: t(`valueAlphabet.${value}`) }))}
          onChange={(valueAlphabet) => patch({ valueAlphabet })}
        />
      </Row>
      <Row label={t('panel.maxValueLength')}>
        <NumberField
          label={t('panel.maxValueLength')}
          value={values.maxValueLength || null}
          placeholder={t('valueAlphabet.observed')}
          min={0}
          max={MAX_VALUE_LENGTH}
          precision={0}
          fallback={NOT_DECLARED.maxValueLength}
          onChange={(maxValueLength) => patch({ maxValueLength }, 'maxValueLength')}
          onEnd={end}
        />
      </Row>
    </Section>
  );
}
