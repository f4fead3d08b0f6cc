import { useId, type ReactElement } from 'react';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { GRADES, type Grade } from '#model/symbology/read/grade.ts';
import { Field } from './Field.tsx';

/** The lowest grade of a code on a printed label. */
export function GradeField(props: {
  readonly grade: Grade;
  readonly disabled?: boolean;
  readonly onChange: (grade: Grade) => void;
}): ReactElement {
  const { grade: chosen, disabled = false, onChange } = props;
  const { t } = useTranslation('print');
  const id = useId();
  return (
    <Field label={t('grade.label')} htmlFor={id} hint={t('grade.hint')}>
      <Select<Grade>
        id={id}
        value={chosen}
        disabled={disabled}
        options={GRADES.map((grade) => ({ value: grade, label: t(`grade.least.${grade}`) }))}
        onChange={onChange}
      />
    </Field>
  );
}
