import type { ReactElement } from 'react';
import { Alert, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RepeatedNumbers } from '#printing/repeat.ts';

const NUMBERS = ['new', 'same'] as const;

/** Whether running numbers go on, or those of the earlier run are printed a second time. */
export function NumbersChoice(props: {
  readonly numbers: RepeatedNumbers;
  onChange(numbers: RepeatedNumbers): void;
}): ReactElement {
  const { t } = useTranslation('reprint');
  return (
    <fieldset className="reprint-numbers">
      <legend>{t('numbers.label')}</legend>
      <Radio.Group
        className="reprint-choices"
        aria-label={t('numbers.label')}
        value={props.numbers}
        onChange={(event) => props.onChange(event.target.value as RepeatedNumbers)}
        options={NUMBERS.map((value) => ({ value, label: t(`numbers.${value}`) }))}
      />
      {props.numbers === 'same' ? <Alert type="warning" showIcon title={t('numbers.warning')} /> : null}
    </fieldset>
  );
}
