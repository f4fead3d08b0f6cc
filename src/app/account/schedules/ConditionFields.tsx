import { useState, type ReactElement } from 'react';
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { MAX_CONDITIONS } from '#protocol/api.ts';
import { FILTER_TESTS, WITHOUT_VALUE, type ColumnFilter, type FilterTest } from '#protocol/table-query.ts';

interface ConditionFieldsProps {
  readonly where: readonly ColumnFilter[];
  readonly fault: string;
  onChange(where: readonly ColumnFilter[]): void;
}

/** The conditions of the printed rows: a row must pass all of them. */
export function ConditionFields({ where, fault, onChange }: ConditionFieldsProps): ReactElement {
  const { t } = useTranslation(['schedules', 'table']);
  /** The condition that was added last; its first field gets the focus. */
  const [added, setAdded] = useState(-1);
  const change = (at: number, part: Partial<ColumnFilter>): void =>
    onChange(where.map((one, i) => (i === at ? { ...one, ...part } : one)));
  return (
    <fieldset className="sched-field sched-wide">
      <legend>{t('where')}</legend>
      {where.map((condition, at) => (
        // Conditions have no ids, and only their fields have state.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="sched-condition" role="group" aria-label={t('condition', { number: at + 1 })}>
          <Input
            autoFocus={at === added}
            aria-label={t('column')}
            placeholder={t('column')}
            maxLength={500}
            value={condition.column}
            onChange={(event) => change(at, { column: event.target.value })}
          />
          <Select<FilterTest>
            aria-label={t('table:filter.test')}
            value={condition.test}
            options={FILTER_TESTS.map((test) => ({ value: test, label: t(`table:filter.${test}`) }))}
            popupMatchSelectWidth={false}
            onChange={(test) => change(at, { test })}
          />
          <Input
            aria-label={t('table:filter.value')}
            placeholder={t('table:filter.value')}
            maxLength={1000}
            disabled={WITHOUT_VALUE.has(condition.test)}
            value={WITHOUT_VALUE.has(condition.test) ? '' : condition.value}
            onChange={(event) => change(at, { value: event.target.value })}
          />
          <Button
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('removeCondition', { number: at + 1 })}
            onClick={() => {
              setAdded(-1);
              onChange(where.filter((_, i) => i !== at));
            }}
          />
        </div>
      ))}
      <div>
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={where.length >= MAX_CONDITIONS}
          onClick={() => {
            setAdded(where.length);
            onChange([...where, { column: '', test: 'is', value: '' }]);
          }}
        >
          {t('addCondition')}
        </Button>
      </div>
      {fault === '' ? (
        <p className="sched-hint">{t(where.length === 0 ? 'allRows' : 'whereHint')}</p>
      ) : (
        <p className="sched-fault" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
