import type { ReactElement } from 'react';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RowSet } from '#model/data/row-set.ts';
import type { Result } from '#model/kernel/result.ts';
import { problemText } from '#app/i18n/problem-text.ts';

/** Rows to be written like `2-10, 15`. `rows`: what is written, as far as the run has it; null where that is not known. */
export function ChosenRows(props: {
  readonly text: string;
  readonly rows: Result<RowSet> | null;
  onText(text: string): void;
}): ReactElement {
  const { text, rows } = props;
  const { t } = useTranslation(['reprint', 'problems']);
  const isWrong = text !== '' && rows?.ok === false;
  return (
    <div className="reprint-field">
      <label htmlFor="reprint-rows">{t('rows.label')}</label>
      <Input
        id="reprint-rows"
        placeholder="2-10, 15"
        value={text}
        status={isWrong ? 'error' : ''}
        onChange={(event) => props.onText(event.target.value)}
      />
      <p role={isWrong ? 'alert' : 'status'}>
        {text === '' || rows === null
          ? t('rows.hint')
          : rows.ok
            ? t('rows.count', { count: rows.value.size })
            : problemText(t, rows.error)}
      </p>
    </div>
  );
}
