import { useState, type ReactElement } from 'react';
import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';

interface MadeTokenDialogProps {
  readonly token: string;
  readonly onClose: () => void;
}

/** Shows a token, this once: it is closed on purpose only. */
export function MadeTokenDialog({ token, onClose }: MadeTokenDialogProps): ReactElement {
  const { t } = useTranslation(['security', 'tips']);
  const [copied, setCopied] = useState(false);
  return (
    <Modal
      open
      centered
      width={460}
      title={t('token.madeTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          {t('token.kept')}
        </Button>
      }
    >
      <Alert type="warning" showIcon className="factor-codes-word" title={t('token.once')} />
      <p className="user-token" data-testid="token">
        <code>{token}</code>
      </p>
      <div className="user-buttons">
        <Button
          icon={<CopyOutlined aria-hidden />}
          onClick={() =>
            void navigator.clipboard.writeText(token).then(
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
