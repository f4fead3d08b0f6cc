import { Button, Progress } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';

/** Reports that a spreadsheet is being read, with a button to stop. */
export function LoadingRow(): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { data } = useEditorSession();
  const { loading } = useStore(data.state);
  if (loading === null) return null;
  const { fileName, progress } = loading;
  const share = progress === null || progress.bytesTotal === 0 ? 0 : progress.bytesDone / progress.bytesTotal;
  return (
    <div className="ed-loading" role="status">
      <span className="ed-loading-name">{t('data.reading', { file: fileName })}</span>
      <div className="ed-loading-line">
        {/* All bytes are there before all rows are: the check mark would appear too early. */}
        <Progress
          aria-label={t('data.reading', { file: fileName })}
          percent={Math.min(99, Math.floor(share * 100))}
          size="small"
          status="active"
        />
        <Button size="small" type="text" onClick={() => data.cancel()}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </div>
  );
}
