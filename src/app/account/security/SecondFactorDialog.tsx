import { useId, useState, type ReactElement } from 'react';
import { Alert, Button, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { SecondFactorDraft } from '#protocol/api.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { encodeQr } from '#model/symbology/matrix/qr.ts';
import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { copyText } from '#app/ui/copy-text.ts';

interface SecondFactorDialogProps {
  readonly draft: SecondFactorDraft;
  readonly onClose: () => void;
}

/** Shows the secret as a QR code, asks for a code, and then shows the recovery codes once. */
export function SecondFactorDialog({ draft, onClose }: SecondFactorDialogProps): ReactElement {
  const { t } = useTranslation(['security', 'common', 'problems']);
  const { api } = useServices();
  const id = useId();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [recovery, setRecovery] = useState<readonly string[] | null>(null);

  async function confirm(): Promise<void> {
    if (busy || code.trim() === '') return;
    setBusy(true);
    const answer = await api.call('confirmSecondFactor', { code });
    setBusy(false);
    if (answer.ok) setRecovery(answer.value.recovery_codes);
    else setFault(answer.error);
  }

  if (recovery !== null) {
    return (
      <Modal
        open
        centered
        width={460}
        title={t('recovery.title')}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        footer={
          <Button type="primary" autoFocus onClick={onClose}>
            {t('recovery.kept')}
          </Button>
        }
      >
        <Alert type="warning" showIcon className="factor-codes-word" title={t('recovery.once')} />
        <RecoveryCodeList codes={recovery} />
      </Modal>
    );
  }
  return (
    <Modal
      open
      centered
      width={460}
      title={t('factor.setUpTitle')}
      okText={t('factor.confirm')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: code.trim() === '', loading: busy }}
      mask={{ closable: false }}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      <ol className="factor-steps">
        <li>
          {t('factor.scan')}
          <QrPicture content={draft.uri} title={t('factor.qr')} />
          <span className="factor-secret">
            {t('factor.orType')} <code>{draft.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
          </span>
        </li>
        <li>
          <label htmlFor={id}>{t('factor.enterCode')}</label>
          <Input
            id={id}
            className="factor-code"
            value={code}
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            status={fault === null ? '' : 'error'}
            aria-describedby={`${id}-fault`}
            onChange={(event) => {
              setCode(event.target.value);
              setFault(null);
            }}
            onPressEnter={() => void confirm()}
          />
        </li>
      </ol>
      <p className="user-fault" id={`${id}-fault`} role="alert">
        {fault === null ? '' : problemText(t, fault)}
      </p>
    </Modal>
  );
}

interface QrPictureProps {
  readonly content: string;
  /** The text for screen readers. */
  readonly title: string;
}

/** A QR code on the screen, drawn by the label encoder; nothing if the content does not fit. */
function QrPicture({ content, title }: QrPictureProps): ReactElement | null {
  const symbol = encodeQr(content, 'QR', { level: 'M' });
  if (!symbol.ok || symbol.value.kind !== 'matrix') return null;
  const { columns, rows, modules, quietModules } = symbol.value;
  const quiet = Math.max(typeof quietModules === 'number' ? quietModules : 0, 4);
  let path = '';
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (modules[y * columns + x] === 1) path += `M${x} ${y}h1v1h-1z`;
    }
  }
  return (
    <svg
      className="factor-qr"
      role="img"
      aria-label={title}
      viewBox={`${-quiet} ${-quiet} ${columns + 2 * quiet} ${rows + 2 * quiet}`}
      shapeRendering="crispEdges"
    >
      <rect x={-quiet} y={-quiet} width={columns + 2 * quiet} height={rows + 2 * quiet} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

const FILE_NAME = 'labelwright-recovery-codes.txt';

/** The recovery codes, with buttons to copy and save them. */
function RecoveryCodeList({ codes }: { readonly codes: readonly string[] }): ReactElement {
  const { t } = useTranslation(['security', 'tips', 'common']);
  /** Whether they were copied; null before the first attempt. */
  const [copied, setCopied] = useState<boolean | null>(null);
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <ul className="factor-codes" data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="user-buttons">
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(text).then(setCopied)}>
          {t('recovery.copy')}
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={FILE_NAME}
        >
          {t('recovery.download')}
        </Button>
        <span role="status">{copied === null ? '' : t(copied ? 'tips:tip35' : 'common:copy.failed')}</span>
      </div>
    </>
  );
}
