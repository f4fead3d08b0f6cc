import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { ShownOnceDialog } from '../ShownOnceDialog.tsx';

interface MadeTokenDialogProps {
  readonly token: string;
  readonly onClose: () => void;
}

export function MadeTokenDialog({ token, onClose }: MadeTokenDialogProps): ReactElement {
  const { t } = useTranslation('security');
  return (
    <ShownOnceDialog
      text={token}
      testId="token"
      title={t('token.madeTitle')}
      notice={t('token.once')}
      level="warning"
      done={t('token.kept')}
      onClose={onClose}
    />
  );
}
