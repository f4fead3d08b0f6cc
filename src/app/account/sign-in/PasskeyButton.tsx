import { useState, type ReactElement } from 'react';
import { KeyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { useServices } from '#app/state/services.tsx';
import type { SessionUser } from '#app/state/session.ts';
import { sessionUserOf } from './session-user.ts';

interface PasskeyButtonProps {
  readonly onDone: (user: SessionUser) => void;
  /** Null for no problem: a new attempt, or the user canceled. */
  readonly onFault: (fault: Problem | null) => void;
}

/** Signs in with a passkey of the browser or a security key; nothing if passkeys are unavailable. */
export function PasskeyButton({ onDone, onFault }: PasskeyButtonProps): ReactElement | null {
  const { t } = useTranslation('auth');
  const { api } = useServices();
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState('');
  if (!hasPasskeys()) return null;

  async function signIn(): Promise<void> {
    onFault(null);
    setNote('');
    const begun = await api.call('beginPasskeySignIn', {});
    if (!begun.ok) return onFault(begun.error);
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const optionsJSON = begun.value.options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
    const assertion = await startAuthentication({ optionsJSON }).catch(() => null);
    if (assertion === null) return setNote(t('passkey.notUsed'));
    const { id, rawId, type, response } = assertion;
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    const answer = await api.call('passkeySignIn', {
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature, ...(userHandle === undefined ? {} : { userHandle }) },
      },
    });
    if (answer.ok) onDone(sessionUserOf(answer.value));
    else onFault(answer.error);
  }

  return (
    <>
      <Button
        block
        className="auth-passkey"
        icon={<KeyOutlined aria-hidden />}
        loading={busy}
        onClick={() => {
          setBusy(true);
          void signIn()
            .catch(() => setNote(t('passkey.notUsed')))
            .finally(() => setBusy(false));
        }}
      >
        {t('passkey.submit')}
      </Button>
      <p className="auth-passkey-note" role="status">
        {note}
      </p>
    </>
  );
}

/** An IP address: numbers and dots, or brackets with colons. Browsers keep no passkeys for it. */
const ADDRESS = /^[\d.]+$|^\[/;

/** Whether passkeys work here: the browser supports them, the page is secure, and its host has a name. */
export function hasPasskeys(): boolean {
  return isSecureContext && 'PublicKeyCredential' in window && !ADDRESS.test(window.location.hostname);
}
