import { useState, type ReactElement } from 'react';
import { startRegistration } from '@simplewebauthn/browser';
import { DeleteOutlined, EditOutlined, KeyOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { AccountSecurity, PasskeyInfo } from '#protocol/api.ts';
import { hasPasskeys } from '#app/account/sign-in/PasskeyButton.tsx';
import { useServices } from '#app/state/services.tsx';
import { Waiting } from '../Waiting.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { useChanged } from '../../ui/changed-time.ts';
import type { AnswerState } from '#app/state/use-answer.ts';
import { PasskeyNameDialog } from './PasskeyNameDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

/** The browser's new passkey, not named yet. */
type Attestation = Awaited<ReturnType<typeof startRegistration>>;
type Open =
  | { readonly type: 'confirm' }
  | { readonly type: 'name'; readonly attestation: Attestation }
  | { readonly type: 'rename' | 'remove'; readonly passkey: PasskeyInfo };

/** The passkeys of the account: list, add, rename, remove. */
export function PasskeyRow({ security }: { readonly security: AnswerState<AccountSecurity> }): ReactElement {
  const { t } = useTranslation(['security', 'common']);
  const { api } = useServices();
  const [open, setOpen] = useState<Open | null>(null);
  const [note, setNote] = useState('');
  const possible = security.answer?.passkeys_possible === true && hasPasskeys();

  async function begin(confirmation: string): Promise<Problem | null> {
    const answer = await api.call('beginPasskey', { confirmation });
    if (!answer.ok) return answer.error;
    setOpen(null);
    setNote('');
    try {
      const { options } = answer.value;
      const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
      setOpen({ type: 'name', attestation: await startRegistration({ optionsJSON }) });
    } catch (error) {
      const isKnown = error instanceof Error && error.name === 'InvalidStateError';
      setNote(t(isKnown ? 'passkey.isThere' : 'passkey.notMade'));
    }
    return null;
  }
  async function keep(attestation: Attestation, name: string): Promise<Problem | null> {
    const { clientDataJSON, attestationObject, transports } = attestation.response;
    const response = {
      id: attestation.id,
      rawId: attestation.rawId,
      type: attestation.type,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, ...(transports === undefined ? {} : { transports }) },
    };
    return done(await api.call('addPasskey', { name, response }));
  }
  function done(answer: { ok: true } | { ok: false; error: Problem }): Problem | null {
    if (!answer.ok) return answer.error;
    setOpen(null);
    security.reload();
    return null;
  }

  return (
    <li className="user-row-wide">
      <div>
        <strong>{t('passkey.title')}</strong>
        <p>{t('passkey.text')}</p>
      </div>
      {possible ? (
        <Button icon={<KeyOutlined aria-hidden />} onClick={() => setOpen({ type: 'confirm' })}>
          {t('passkey.add')}
        </Button>
      ) : null}
      <div className="user-row-list">
        <Waiting answered={security} rows={1}>
          {({ passkeys, passkeys_possible: isNamed }) => (
            <>
              {possible ? null : <p className="user-note">{t(isNamed ? 'passkey.notHere' : 'passkey.needsName')}</p>}
              {passkeys.length === 0 ? null : (
                <ul className="user-items" aria-label={t('passkey.title')}>
                  {passkeys.map((passkey) => (
                    <PasskeyItem
                      key={passkey.id}
                      passkey={passkey}
                      onRename={() => setOpen({ type: 'rename', passkey })}
                      onRemove={() => setOpen({ type: 'remove', passkey })}
                    />
                  ))}
                </ul>
              )}
            </>
          )}
        </Waiting>
        {note === '' ? null : (
          <Alert
            type="warning"
            showIcon
            closable={{ 'aria-label': t('common:action.close'), onClose: () => setNote('') }}
            title={note}
          />
        )}
      </div>
      {open?.type === 'confirm' ? (
        <ConfirmDialog
          title={t('passkey.add')}
          text={t('confirm.first')}
          okText={t('confirm.next')}
          onConfirm={begin}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.type === 'name' ? (
        <PasskeyNameDialog name="" onKeep={(name) => keep(open.attestation, name)} onClose={() => setOpen(null)} />
      ) : null}
      {open?.type === 'rename' ? (
        <PasskeyNameDialog
          name={open.passkey.name}
          onKeep={async (name) => done(await api.call('renamePasskey', { id: open.passkey.id, name }))}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.type === 'remove' ? (
        <RemoveDialog
          title={t('passkey.removeTitle', { name: open.passkey.name })}
          text={t('passkey.removeText')}
          okText={t('passkey.remove')}
          onConfirm={async () => done(await api.call('deletePasskey', { id: open.passkey.id }))}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </li>
  );
}

interface PasskeyItemProps {
  readonly passkey: PasskeyInfo;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyItem({ passkey: { name, created, used }, onRename, onRemove }: PasskeyItemProps): ReactElement {
  const { t } = useTranslation(['security', 'common']);
  const when = useChanged();
  return (
    <li>
      <div>
        <span className="user-item-name">{name}</span>
        <small>
          {t('passkey.added', { when: when(created) })} ·{' '}
          {used === null ? t('passkey.neverUsed') : t('passkey.used', { when: when(used) })}
        </small>
      </div>
      <span className="user-buttons">
        <Button
          type="text"
          icon={<EditOutlined aria-hidden />}
          aria-label={`${t('common:action.rename')} ${name}`}
          onClick={onRename}
        />
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`${t('passkey.remove')} ${name}`}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}
