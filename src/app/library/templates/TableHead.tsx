import type { ReactElement, ReactNode } from 'react';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ListSelection } from './use-selection.ts';

interface TableHeadProps {
  /** The number of rows of the table. */
  readonly count: number;
  readonly selection: Pick<ListSelection<unknown>, 'chosen' | 'chooseAll' | 'clear'>;
  /** The headings between the name and the buttons. */
  readonly children: ReactNode;
}

/** The head of a table of templates: a checkbox for all, the name, further columns, and the buttons' column. */
export function TableHead({ count, selection, children }: TableHeadProps): ReactElement {
  const { t } = useTranslation(['templates', 'home']);
  const isAll = count > 0 && selection.chosen.length === count;
  return (
    <thead>
      <tr>
        <th className="template-table-choice">
          <Checkbox
            aria-label={t('chooseAll')}
            checked={isAll}
            indeterminate={!isAll && selection.chosen.length > 0}
            onChange={isAll ? selection.clear : selection.chooseAll}
          />
        </th>
        <th>{t('home:name')}</th>
        {children}
        <th className="template-table-buttons">
          <span className="only-spoken">{t('actions')}</span>
        </th>
      </tr>
    </thead>
  );
}
