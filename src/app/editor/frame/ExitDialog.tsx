import { Button, Modal } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';

export interface ExitDialogProps {
  readonly open: boolean;
  readonly saving: boolean;
  onStay(): void;
  onAbandon(): void;
  onSave(): void;
}

/** Asks a user who leaves with unsaved changes: discard, save, or stay. */
export function ExitDialog({ open, saving, onStay, onAbandon, onSave }: ExitDialogProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Modal
      open={open}
      title={t('exit.title')}
      width={440}
      centered
      onCancel={onStay}
      footer={[
        <Button key="stay" onClick={onStay}>
          {t('exit.stay')}
        </Button>,
        <Button key="abandon" danger data-testid="exit-abandon" disabled={saving} onClick={onAbandon}>
          {t('exit.abandon')}
        </Button>,
        <Button key="save" type="primary" data-testid="exit-save" loading={saving} onClick={onSave}>
          {t('action.save')}
        </Button>,
      ]}
    >
      <p>{t('exit.text')}</p>
    </Modal>
  );
}
