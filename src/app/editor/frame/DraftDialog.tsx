import { Modal } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';

export interface DraftDialogProps {
  readonly open: boolean;
  /** When the draft was stored, in milliseconds since 1970. */
  readonly editedAt: number;
  onRestore(): void;
  onDiscard(): void;
}

/** Asks whether to restore or to discard work that was never saved. It cannot be closed without an answer. */
export function DraftDialog({ open, editedAt, onRestore, onDiscard }: DraftDialogProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Modal
      open={open}
      title={t('save.draftTitle')}
      width={440}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      okText={t('save.draftRestore')}
      cancelText={t('save.draftDiscard')}
      onOk={onRestore}
      onCancel={onDiscard}
    >
      <p>{t('save.draftText', { time: time.format(editedAt) })}</p>
    </Modal>
  );
}
