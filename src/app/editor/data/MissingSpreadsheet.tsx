import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../widgets/icons.tsx';
import { useSpreadsheets } from './use-spreadsheets.tsx';

/** Says that a template's rows are not on this device, and lets them be chosen again. */
export function MissingSpreadsheet({ connection, fileName }: { connection: string; fileName: string }): JSX.Element {
  const { t } = useTranslation('editor');
  const { chooseAgain } = useSpreadsheets();
  return (
    <div className="ed-missing" role="alert" data-testid="missing-spreadsheet">
      <Icon name="warning" size={18} />
      <div>
        <p>{t('data.missing', { file: fileName })}</p>
        <Button size="small" onClick={() => void chooseAgain(connection)}>
          {t('data.chooseAgain')}
        </Button>
      </div>
    </div>
  );
}
