import type { ReactElement } from 'react';
import { Cascader, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Industry, IndustryFilters as Filters, MachineBrand } from '#protocol/api.ts';
import { SearchField } from '#app/ui/SearchField.tsx';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { machineOptions } from '#app/ui/choice/machine-options.ts';
import type { GalleryQuery } from './gallery-query.ts';

interface IndustryFiltersProps {
  readonly query: GalleryQuery;
  readonly filters: Filters | null;
  readonly machines: readonly MachineBrand[];
  /** Called with a change of the query, which shows the first page. */
  readonly onChange: (change: Partial<GalleryQuery>) => void;
}

/** The industries as buttons, and fields for printer, size and name. */
export function IndustryFilters({ query, filters, machines, onChange }: IndustryFiltersProps): ReactElement {
  const { t, i18n } = useTranslation('industry');
  const unit = useUnit();
  const industries: readonly (Industry | null)[] = [null, ...(filters?.industries ?? []).map(({ id }) => id)];
  return (
    <>
      <div className="industry-names" role="group" aria-label={t('industry')}>
        {industries.map((industry) => (
          <button
            key={industry ?? 'all'}
            type="button"
            aria-pressed={query.industry === industry}
            onClick={() => onChange({ industry })}
          >
            {industry === null ? t('all') : t(`name.${industry}`)}
          </button>
        ))}
      </div>
      <div className="home-filter industry-filter">
        <Cascader
          allowClear
          changeOnSelect
          showSearch
          className="industry-machine"
          placeholder={t('machine')}
          aria-label={t('machine')}
          value={[...query.machine]}
          options={machineOptions(machines, ({ name, dpis }) => `${name} (${dpis.join(' / ')} dpi)`)}
          displayRender={(_, chosen) => chosen?.map((one) => String(one.value)).join(' / ')}
          onChange={(machine: string[] | undefined) => onChange({ machine: machine ?? [] })}
        />
        <Select<string>
          allowClear
          showSearch
          className="industry-size"
          placeholder={t('size')}
          aria-label={t('size')}
          value={query.size}
          options={(filters?.sizes ?? []).map(({ width, height }) => ({
            value: `${width}x${height}`,
            label: formatSize(width, height, unit, i18n.language),
          }))}
          optionFilterProp="label"
          onChange={(size: string | undefined) => onChange({ size: size ?? null })}
        />
        <SearchField
          className="home-search"
          label={t('search')}
          value={query.search}
          onChange={(words) => onChange({ search: words })}
        />
      </div>
    </>
  );
}
