import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ALPHABETS,
  MAX_VALUE_LENGTH,
  NOT_DECLARED,
  type Alphabet,
  type DeclaredValues,
} from '#model/elements/text/declared-values.ts';
import type { Mixed } from '../widgets/mixed.ts';
import { NumberField, Row, Section, SelectField } from '../widgets/fields.tsx';

export interface DeclaredValuesSectionProps {
  /** null if several texts differ. */
  readonly values: Mixed<DeclaredValues>;
  /** Consecutive changes with the same `merge` become one undo step. */
  patch(fields: Partial<DeclaredValues>, merge?: string): void;
  end(): void;
}

/** The values that bound texts may have, for the proof that all of them fit. */
export function DeclaredValuesSection({ values, patch, end }: DeclaredValuesSectionProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { valueAlphabet, maxValueLength } = values;
  const choices = [NOT_DECLARED.valueAlphabet, ...(Object.keys(ALPHABETS) as Alphabet[])];
  return (
    <Section title={t('panel.declaredValues')}>
      <Row label={t('panel.valueAlphabet')}>
        <SelectField
          label={t('panel.valueAlphabet')}
          value={valueAlphabet}
          choices={choices.map((value) => ({ value, label: t(`valueAlphabet.${value}`) }))}
          onChange={(alphabet) => patch({ valueAlphabet: alphabet })}
        />
      </Row>
      <Row label={t('panel.maxValueLength')}>
        <NumberField
          label={t('panel.maxValueLength')}
          value={maxValueLength || null}
          {...(maxValueLength === null ? {} : { placeholder: t('valueAlphabet.observed') })}
          min={0}
          max={MAX_VALUE_LENGTH}
          precision={0}
          fallback={NOT_DECLARED.maxValueLength}
          onChange={(length) => patch({ maxValueLength: length }, 'maxValueLength')}
          onEnd={end}
        />
      </Row>
    </Section>
  );
}
