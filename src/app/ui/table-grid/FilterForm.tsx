import { Button, Input, Select } from 'antd';
import { useEffect, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { FILTER_TESTS, WITHOUT_VALUE, type ColumnFilter, type FilterTest } from '#protocol/table-query.ts';

interface FilterFormProps {
  readonly column: string;
  readonly filter: ColumnFilter | undefined;
  /** Its place, in CSS pixels of the window. */
  readonly place: { readonly left: number; readonly top: number };
  /** Null removes the filter. */
  onApply(filter: ColumnFilter | null): void;
  onClose(): void;
}

/** Edits the filter of a column. */
export function FilterForm({ column, filter, place, onApply, onClose }: FilterFormProps): JSX.Element {
  const { t } = useTranslation(['table', 'common']);
  const [test, setTest] = useState<FilterTest>(filter?.test ?? 'contains');
  const [value, setValue] = useState(filter?.value ?? '');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    const outside = (event: PointerEvent): void => {
      const { target } = event;
      // The list of tests opens at the end of the document.
      if (
        target instanceof Element &&
        (form.current?.contains(target) === true || target.closest('.ant-select-dropdown'))
      )
        return;
      onClose();
    };
    document.addEventListener('pointerdown', outside, { signal: stop.signal, capture: true });
    return () => stop.abort();
  }, [onClose]);
  const needsValue = !WITHOUT_VALUE.has(test);
  return (
    <form
      ref={form}
      className="dt-filter"
      role="dialog"
      aria-label={t('filter.title', { column })}
      style={place}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(needsValue && value === '' ? null : { column, test, value: needsValue ? value : '' });
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        if (document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)') !== null) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <strong title={column}>{t('filter.title', { column })}</strong>
      <Select<FilterTest>
        size="small"
        className="ed-select"
        aria-label={t('filter.test')}
        data-testid="filter-test"
        value={test}
        options={FILTER_TESTS.map((each) => ({ value: each, label: t(`filter.${each}`) }))}
        onChange={setTest}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
      />
      <Input
        size="small"
        autoFocus
        aria-label={t('filter.value')}
        data-testid="filter-value"
        placeholder={t('filter.valueHint')}
        disabled={!needsValue}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <div className="dt-filter-buttons">
        <Button size="small" disabled={filter === undefined} onClick={() => onApply(null)}>
          {t('filter.clear')}
        </Button>
        <Button size="small" type="primary" htmlType="submit">
          {t('filter.apply')}
        </Button>
      </div>
    </form>
  );
}
