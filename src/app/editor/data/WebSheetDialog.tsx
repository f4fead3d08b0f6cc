import { Alert, Input, Modal, Progress } from 'antd';
import { useId, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_ADDRESS_LENGTH } from '#protocol/api.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { useWebFetch } from './use-web-fetch.ts';
import { webAddress } from './web-address.ts';
import './sheets.css';

interface WebSheetDialogProps {
  /** Called with the file from the address. */
  onFetched(file: File, address: string): void;
  onClose(): void;
}

/** Asks for the web address of a spreadsheet and has it fetched; a problem is shown at the field. */
export function WebSheetDialog({ onFetched, onClose }: WebSheetDialogProps): JSX.Element {
  const { t } = useTranslation(['web', 'common', 'problems']);
  const { share, problem, fetch, stop } = useWebFetch();
  const [typed, setTyped] = useState('');
  const id = useId();
  const address = webAddress(typed);
  const notice = problem === null ? null : noticeText(t, problem);
  const busy = share !== null;

  async function take(): Promise<void> {
    if (address === null || busy) return;
    const file = await fetch(address);
    // The first fetch of an address can't be unchanged.
    if (file !== null && file !== 'unchanged') onFetched(file, address);
  }
  function close(): void {
    stop();
    onClose();
  }
  return (
    <Modal
      open
      centered
      width={520}
      title={t('title')}
      okText={t('fetch')}
      cancelText={t('common:action.cancel')}
      // Only the button is busy: the dialog can be canceled.
      okButtonProps={{ disabled: address === null, loading: busy }}
      onOk={() => void take()}
      onCancel={close}
      // A press outside the dialog by mistake must not cancel a long fetch.
      mask={{ closable: !busy }}
    >
      <div className="ed-web">
        <label htmlFor={id}>{t('address')}</label>
        <Input
          id={id}
          autoFocus
          inputMode="url"
          value={typed}
          maxLength={MAX_ADDRESS_LENGTH}
          spellCheck={false}
          readOnly={busy}
          placeholder="https://"
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            setTyped(event.target.value);
            stop();
          }}
          onPressEnter={() => void take()}
        />
        <p id={`${id}-hint`} className="ed-web-hint">
          {t('hint')}
        </p>
        {busy ? <WebProgress share={share} /> : null}
        {notice === null ? null : <Alert type="error" showIcon title={notice} data-testid="web-problem" />}
      </div>
    </Modal>
  );
}

/** The downloaded share of a file; 0 while the server fetches it. */
export function WebProgress({ share }: { readonly share: number }): JSX.Element {
  const { t } = useTranslation('web');
  const text = t(share === 0 ? 'waiting' : 'coming');
  return (
    <div className="ed-web-progress" role="status">
      <span>{text}</span>
      <Progress aria-label={text} percent={Math.floor(share * 100)} size="small" status="active" showInfo={share > 0} />
    </div>
  );
}
