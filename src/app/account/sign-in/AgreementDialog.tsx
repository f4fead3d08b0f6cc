import type { ReactElement } from 'react';
import { Button, Modal, Spin } from 'antd';
import { useTranslation } from 'react-i18next';

export type AgreementText = 'terms' | 'privacy';

/** `## Heading`, `- entry` and paragraphs, separated by empty lines. */
interface AgreementDialogProps {
  readonly text: AgreementText;
  readonly onClose: () => void;
}

/** Shows the terms of use or the privacy notice. */
export function AgreementDialog({ text, onClose }: AgreementDialogProps): ReactElement {
  const { t, ready } = useTranslation(['agreement', 'common'], { useSuspense: false });
  const content: unknown = ready ? t(`agreement:${text}.text`, { returnObjects: true }) : [];
  return (
    <Modal
      open
      centered
      width={640}
      title={ready ? t(`agreement:${text}.title`) : ''}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common:action.close')}
        </Button>
      }
    >
      {/* A scrollable area is reachable by keyboard. */}
      <div className="auth-agreement-text" tabIndex={0} role="document">
        {ready ? (Array.isArray(content) ? content.map(String) : []).map(blockOf) : <Spin />}
      </div>
    </Modal>
  );
}

function blockOf(line: string): ReactElement {
  if (line.startsWith('## ')) return <h3 key={line}>{line.slice(3)}</h3>;
  return <p key={line}>{line}</p>;
}
