import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnFilter, TableQuery } from '#protocol/table-query.ts';

interface FilterChipsProps {
  readonly query: TableQuery;
  onFilter(column: string, filter: ColumnFilter | null): void;
}

/** The filters of the rows; each can be removed. */
export function FilterChips({ query, onFilter }: FilterChipsProps): JSX.Element {
  const { t } = useTranslation('table');
  return (
    <>
      {query.filters.map(({ column, test, value }) => (
        <span key={column} className="dt-chip">
          <b>{column}</b> {t(`filter.${test}`)} {value}
          <button
            type="button"
            aria-label={t('filter.remove', { column })}
            title={t('filter.remove', { column })}
            onClick={() => onFilter(column, null)}
          >
            ×
          </button>
        </span>
      ))}
    </>
  );
}
