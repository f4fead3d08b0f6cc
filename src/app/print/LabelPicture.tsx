import type { ReactElement } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { PreviewPane } from './PreviewPane.tsx';
import type { PrintRecords } from './use-print-records.ts';
import type { Preview } from './use-preview.ts';

/** The pages to print, one at a time; or why the data is unavailable, with a retry. */
export function LabelPicture(props: {
  readonly data: Pick<PrintRecords, 'dataProblem' | 'again'>;
  readonly preview: Preview;
  readonly pageIndex: number;
  onPage(index: number): void;
}): ReactElement {
  const { data, preview, pageIndex, onPage } = props;
  const { t } = useTranslation(['print', 'common', 'problems']);
  const lastPage = Math.max(0, preview.pageCount - 1);
  if (data.dataProblem !== null) {
    return (
      <div className="print-preview print-preview-problem" role="alert">
        <p>{problemText(t, data.dataProblem)}</p>
        <Button onClick={data.again}>{t('common:action.retry')}</Button>
      </div>
    );
  }
  return (
    <PreviewPane
      preview={preview}
      pageIndex={Math.min(pageIndex, lastPage)}
      onPage={(index) => onPage(Math.min(lastPage, Math.max(0, index)))}
    />
  );
}
