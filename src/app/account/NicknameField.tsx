import { useId, useState, type ReactElement } from 'react';
import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { NICKNAME_MAX_LENGTH, type UserInfo } from '#protocol/api.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';

interface NicknameFieldProps {
  readonly nickname: string;
  /** Null while the privilege is unknown. */
  readonly isGranted: boolean | null;
  readonly onChanged: (user: UserInfo) => void;
}

/** The nickname, with a button that saves a new one. Changing it requires a privilege. */
export function NicknameField({ nickname, isGranted, onChanged }: NicknameFieldProps): ReactElement {
  const { t } = useTranslation(['user', 'common', 'problems', 'upgrade']);
  const { api } = useServices();
  const id = useId();
  const [text, setText] = useState(nickname);
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const isEmpty = text.trim() === '';

  async function save(): Promise<void> {
    if (isEmpty) return;
    setBusy(true);
    const answer = await api.call('editNickname', { nickname: text });
    setBusy(false);
    setFault(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setText(answer.value.nickname);
    onChanged(answer.value);
  }

  const word = isEmpty
    ? t('profile.nicknameEmpty')
    : fault !== null
      ? problemText(t, fault)
      : isGranted === false
        ? t('profile.nicknameForMembers')
        : '';
  return (
    <form
      className="user-nickname"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor={id}>{t('profile.nickname')}</label>
      <div>
        <Input
          id={id}
          value={text}
          maxLength={NICKNAME_MAX_LENGTH}
          readOnly={isGranted !== true}
          status={isEmpty || fault !== null ? 'error' : ''}
          aria-describedby={`${id}-word`}
          onChange={(event) => {
            setText(event.target.value);
            setFault(null);
          }}
        />
        {isGranted === false ? (
          <Button href="/member" target="_blank" rel="noopener">
            {t('upgrade:upgrade')}
          </Button>
        ) : (
          <Button htmlType="submit" loading={busy} disabled={isGranted === null || isEmpty || text === nickname}>
            {t('common:action.save')}
          </Button>
        )}
      </div>
      <p
        id={`${id}-word`}
        role={isEmpty || fault !== null ? 'alert' : undefined}
        data-fault={isEmpty || fault !== null}
      >
        {word}
      </p>
    </form>
  );
}
