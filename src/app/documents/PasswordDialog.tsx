import { useId, useState, type JSX } from 'react';
import { Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import type { Intakes } from './use-intake.ts';

/** Asks for the password of an encrypted file. The password is kept in this browser's memory only. */
export function PasswordDialog({ intakes }: { readonly intakes: Intakes }): JSX.Element | null {
  const asking = intakes.list.find(({ state }) => state.type === 'password');
  if (asking === undefined || asking.state.type !== 'password') return null;
  const { id, name, state } = asking;
  return (
    <Question key={id} name={name} isWrong={state.isWrong} onAnswer={(password) => intakes.answer(id, password)} />
  );
}

function Question(props: {
  readonly name: string;
  readonly isWrong: boolean;
  readonly onAnswer: (password: string | null) => void;
}): JSX.Element {
  const { name, isWrong, onAnswer } = props;
  const { t } = useTranslation(['documents', 'common', 'problems']);
  const [password, setPassword] = useState('');
  const id = useId();
  return (
    <Modal
      open
      centered
      width={420}
      title={t('password.title', { name })}
      okText={t('common:action.open')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: password === '' }}
      onOk={() => onAnswer(password)}
      onCancel={() => onAnswer(null)}
    >
      <label htmlFor={id} className="doc-field-label">
        {t('password.label')}
      </label>
      <Input.Password
        id={id}
        autoFocus
        autoComplete="off"
        value={password}
        status={isWrong ? 'error' : ''}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setPassword(event.target.value)}
        onPressEnter={() => password !== '' && onAnswer(password)}
      />
      <p id={`${id}-hint`} className={isWrong ? 'doc-fault' : 'doc-hint'} role={isWrong ? 'alert' : undefined}>
        {isWrong ? problemText(t, problem('document.passwordWrong')) : t('password.hint')}
      </p>
    </Modal>
  );
}
