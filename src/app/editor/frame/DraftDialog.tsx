import { Button, Modal } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '#app/state/language-formats.ts';

export interface DraftDialogProps {
  readonly open: boolean;
  /** When the draft was stored, in milliseconds since 1970. */
  readonly editedAt: number;
  /** Whether it is from the server, and so perhaps from another computer. */
  readonly isFromCloud: boolean;
  onRestore(): void;
  onCopy(): void;
  onDiscard(): void;
}

/** Asks what to do with unsaved work. It can't be closed without an answer. */
export function DraftDialog(props: DraftDialogProps): JSX.Element {
  const { open, editedAt, isFromCloud, onRestore, onCopy, onDiscard } = props;
  const { t, i18n } = useTranslation('editor');
  const time = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(editedAt);
  return (
    <Modal
      open={open}
      title={t('save.draftTitle')}
      width={440}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={[
        <Button key="discard" onClick={onDiscard}>
          {t('save.draftDiscard')}
        </Button>,
        <Button key="copy" onClick={onCopy}>
          {t('recovery.asCopy')}
        </Button>,
        <Button key="restore" type="primary" autoFocus onClick={onRestore}>
          {t('save.draftRestore')}
        </Button>,
      ]}
    >
      <p>{isFromCloud ? t('recovery.cloudText', { time }) : t('save.draftText', { time })}</p>
    </Modal>
  );
}
