import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpreadsheetRef } from '#model/elements/base/reading.ts';
import { Icon } from '../widgets/icons.tsx';
import { useSpreadsheets } from './use-spreadsheets.tsx';

/** Says that a bound spreadsheet is not on this device, and lets the user choose the file again. */
export function MissingSpreadsheet({
  spreadsheet,
  fileName,
}: {
  spreadsheet: SpreadsheetRef;
  fileName: string;
}): JSX.Element {
  const { t } = useTranslation('editor');
  const { chooseAgain } = useSpreadsheets();
  return (
    <div className="ed-missing" role="alert" data-testid="missing-spreadsheet">
      <Icon name="warning" size={18} />
      <div>
        <p>{t('data.missing', { file: fileName })}</p>
        <Button size="small" onClick={() => void chooseAgain(spreadsheet)}>
          {t('data.chooseAgain')}
        </Button>
      </div>
    </div>
  );
}
