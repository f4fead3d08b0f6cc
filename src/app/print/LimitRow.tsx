import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintRecords } from './use-print-records.ts';

/** What limits the number of labels; nothing if the user has set it, and an empty row while that is unknown. */
export function LimitRow({ data }: { readonly data: PrintRecords }): ReactElement | null {
  const { t } = useTranslation('print');
  const { limit, choice, records, table } = data;
  if (records === null) return table === null ? null : <p className="print-limit" />;
  if (choice.copiesColumn === null && limit === null) return null;
  return (
    <p className="print-limit" data-testid="print-limit">
      {choice.copiesColumn !== null
        ? t('limit.copies', { column: choice.copiesColumn })
        : limit?.type === 'sequence'
          ? t('limit.sequence', { element: limit.element, last: limit.last })
          : t('limit.sheet', { sheet: limit?.sheet ?? '', file: limit?.fileName ?? '' })}
    </p>
  );
}
