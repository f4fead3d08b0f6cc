import { useState, type ReactElement } from 'react';
import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { copyText } from '#app/ui/copy-text.ts';

interface ShownOnceDialogProps {
  /** The text that is shown and copied. */
  readonly text: string;
  readonly testId: string;
  readonly title: string;
  /** The notice above it. */
  readonly notice: string;
  readonly level: 'info' | 'warning';
  /** The label of the button that closes the dialog. */
  readonly done: string;
  readonly onClose: () => void;
}

/** Shows a secret once: only its button closes it, and Enter copies the secret. */
export function ShownOnceDialog(props: ShownOnceDialogProps): ReactElement {
  const { text, testId, title, notice, level, done, onClose } = props;
  const { t } = useTranslation(['security', 'tips', 'common']);
  /** Whether the secret was copied; null before the first attempt. */
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <Modal
      open
      centered
      width={460}
      title={title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {done}
        </Button>
      }
    >
      <Alert type={level} showIcon className="factor-codes-word" title={notice} />
      <p className="user-token" data-testid={testId}>
        <code>{text}</code>
      </p>
      <div className="user-buttons">
        <Button autoFocus icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(text).then(setCopied)}>
          {t('token.copy')}
        </Button>
        <span role="status">{copied === null ? '' : t(copied ? 'tips:tip35' : 'common:copy.failed')}</span>
      </div>
    </Modal>
  );
}
