import { useState, type ReactElement } from 'react';
import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';

interface BindCodeDialogProps {
  readonly code: string;
  readonly onClose: () => void;
}

/** Shows a code, this once, with the line that starts an assistant with it: it is closed on purpose only. */
export function BindCodeDialog({ code, onClose }: BindCodeDialogProps): ReactElement {
  const { t } = useTranslation(['security', 'tips']);
  const [copied, setCopied] = useState(false);
  const line = `labelwright-assistant --server ${location.origin} --pair ${code}`;
  return (
    <Modal
      open
      centered
      width={460}
      title={t('assistant.madeTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          {t('assistant.kept')}
        </Button>
      }
    >
      <Alert type="info" showIcon className="factor-codes-word" title={t('assistant.once')} />
      <p className="user-token" data-testid="bind-line">
        <code>{line}</code>
      </p>
      <div className="user-buttons">
        <Button
          icon={<CopyOutlined aria-hidden />}
          onClick={() =>
            void navigator.clipboard.writeText(line).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {t('token.copy')}
        </Button>
        <span role="status">{copied ? t('tips:tip35') : ''}</span>
      </div>
    </Modal>
  );
}
