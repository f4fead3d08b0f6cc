import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { readQueryAddress } from '#model/elements/base/query-address.ts';
import { isWebConnection, type SpreadsheetRef } from '#model/elements/base/reading.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { Icon } from '../widgets/icons.tsx';
import type { CloudState } from './use-cloud-sheets.ts';
import { useSpreadsheets } from './use-spreadsheets.tsx';
import { useWebFetch } from './use-web-fetch.ts';
import { WebProgress } from './WebSheetDialog.tsx';

/**
 * Reports that a bound spreadsheet is missing on this device, and lets the user choose the file again, or fetch it from its
 * address.
 */
export function MissingSpreadsheet({
  spreadsheet,
  fileName,
  cloud = null,
  onTakeNewer,
}: {
  spreadsheet: SpreadsheetRef;
  fileName: string;
  /** The state of the cloud file that it was taken from; null for none. */
  cloud?: CloudState | null;
  onTakeNewer?: (state: Extract<CloudState, { type: 'newer' }>) => void;
}): JSX.Element {
  const { t } = useTranslation(['editor', 'web', 'cloud', 'problems']);
  const { chooseAgain, open } = useSpreadsheets();
  const { share, problem, fetch, stop } = useWebFetch();
  const { connection, reading } = spreadsheet;
  const notice = problem === null ? null : noticeText(t, problem);

  async function fetchAgain(): Promise<void> {
    const file = await fetch(connection);
    if (file !== null && file !== 'unchanged') await open(file, reading, connection);
  }
  return (
    <div className="ed-missing" role="alert" data-testid="missing-spreadsheet">
      <Icon name="warning" size={18} />
      <div>
        <p>
          {cloud?.type === 'gone' ? t('cloud:goneMissing', { name: fileName }) : t('data.missing', { file: fileName })}
        </p>
        {notice === null ? null : <p>{notice}</p>}
        {share === null ? null : <WebProgress share={share} />}
        {isWebConnection(connection) ? (
          <Button
            size="small"
            type="primary"
            title={connection}
            data-testid="web-fetch-again"
            onClick={() => (share === null ? void fetchAgain() : stop())}
          >
            {share === null
              ? t(readQueryAddress(connection) === null ? 'web:fetchAgain' : 'web:queryAgain')
              : t('common:action.cancel')}
          </Button>
        ) : null}
        {cloud?.type === 'newer' ? (
          <>
            <p>{t('cloud:newer', { name: fileName })}</p>
            <Button size="small" onClick={() => onTakeNewer?.(cloud)}>
              {t('cloud:takeNewer')}
            </Button>
          </>
        ) : null}
        <Button size="small" onClick={() => void chooseAgain(spreadsheet)}>
          {t('data.chooseAgain')}
        </Button>
      </div>
    </div>
  );
}
