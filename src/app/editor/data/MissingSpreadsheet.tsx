import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpreadsheetRef } from '#model/elements/base/reading.ts';
import { Icon } from '../widgets/icons.tsx';
import type { CloudState } from './use-cloud-sheets.ts';
import { useSpreadsheets } from './use-spreadsheets.tsx';

/** Says that a bound spreadsheet is not on this device, and lets the user choose the file again. */
export function MissingSpreadsheet({
  spreadsheet,
  fileName,
  cloud = null,
  onTakeNewer,
}: {
  spreadsheet: SpreadsheetRef;
  fileName: string;
  /** What became of the cloud file that it was taken from; null for none. */
  cloud?: CloudState | null;
  onTakeNewer?: (state: Extract<CloudState, { type: 'newer' }>) => void;
}): JSX.Element {
  const { t } = useTranslation(['editor', 'cloud']);
  const { chooseAgain } = useSpreadsheets();
  return (
    <div className="ed-missing" role="alert" data-testid="missing-spreadsheet">
      <Icon name="warning" size={18} />
      <div>
        <p>
          {cloud?.type === 'gone' ? t('cloud:goneMissing', { name: fileName }) : t('data.missing', { file: fileName })}
        </p>
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
