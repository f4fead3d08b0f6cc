import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { ShownOnceDialog } from '../ShownOnceDialog.tsx';

interface BindCodeDialogProps {
  readonly code: string;
  readonly onClose: () => void;
}

/** Shows a code with the line that starts an assistant with it. */
export function BindCodeDialog({ code, onClose }: BindCodeDialogProps): ReactElement {
  const { t } = useTranslation('security');
  return (
    <ShownOnceDialog
      text={`labelwright-assistant --server ${location.origin} --pair ${code}`}
      testId="bind-line"
      title={t('assistant.madeTitle')}
      notice={t('assistant.once')}
      level="info"
      done={t('assistant.kept')}
      onClose={onClose}
    />
  );
}
