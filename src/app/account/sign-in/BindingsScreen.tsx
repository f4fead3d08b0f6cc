import { useState, type ReactElement } from 'react';
import { Alert, Button, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Bindings } from '#protocol/api.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { BindingDialog, type BindingTask } from './BindingDialog.tsx';
import { useSignInWays } from './use-sign-in-ways.ts';

interface BindingRow {
  readonly key: string;
  readonly name: string;
  /** Empty if nothing is bound. */
  readonly value: string;
  readonly note: string;
  readonly tasks: readonly { readonly label: string; readonly task: BindingTask }[];
}

/** The account's sign-in methods: email, phone, password, third parties. */
export function BindingsScreen(): ReactElement {
  const { t } = useTranslation(['signin', 'problems', 'common']);
  const ways = useSignInWays();
  const { answer: bound, problem: fault, isLoading, reload } = useAnswer('bindings', {});
  const [task, setTask] = useState<BindingTask | null>(null);

  function rows(now: Bindings): readonly BindingRow[] {
    const addresses = (['email', 'phone'] as const).map((kind): BindingRow => {
      const value = now[kind];
      const confirmed = kind === 'email' ? now.email_confirmed : now.phone_confirmed;
      const bind = { label: t(value === '' ? 'bind.add' : 'bind.change'), task: { type: 'bind', kind } as const };
      const remove = { label: t('bind.remove'), task: { type: 'unbind', what: kind, name: value } as const };
      return {
        key: kind,
        name: t(`field.${kind}`),
        value,
        note: value !== '' && !confirmed ? t('bind.unconfirmed') : '',
        tasks: [...(ways?.[kind] === true ? [bind] : []), ...(value === '' ? [] : [remove])],
      };
    });
    const password: BindingRow = {
      key: 'password',
      name: t('bind.password'),
      value: t(now.has_password ? 'bind.hasPassword' : 'bind.noPassword'),
      note: '',
      tasks: [{ label: t(now.has_password ? 'bind.change' : 'bind.set'), task: { type: 'password' } }],
    };
    const known = ways?.providers ?? [];
    // Bound ones stay in the list when the operator removes the provider from the settings.
    const others = now.identities.filter(({ provider }) => !known.some(({ id }) => id === provider));
    const third = [...known, ...others.map(({ provider }) => ({ id: provider, name: provider }))].map(
      ({ id, name }): BindingRow => {
        const identity = now.identities.find(({ provider }) => provider === id);
        return {
          key: `third ${id}`,
          name,
          value: identity?.label ?? '',
          note: '',
          tasks: [
            identity === undefined
              ? { label: t('bind.add'), task: { type: 'third', provider: id, name } }
              : { label: t('bind.remove'), task: { type: 'unbind', what: 'third', provider: id, name } },
          ],
        };
      },
    );
    return [...addresses, password, ...third];
  }

  return (
    <AuthFrame title={t('bind.title')} text={t('bind.text')}>
      {fault === null ? null : (
        <Alert
          type="error"
          showIcon
          className="auth-fault"
          title={placeText(t, fault)}
          action={<Button onClick={reload}>{t('common:action.retry')}</Button>}
        />
      )}
      {isLoading ? <Spin size="large" /> : null}
      {bound === null ? null : (
        <ul className="auth-bindings">
          {rows(bound).map(({ key, name, value, note, tasks }) => (
            <li key={key}>
              <div>
                <strong>{name}</strong>
                <span className="auth-binding-value">{value === '' ? t('bind.none') : value}</span>
                {note === '' ? null : <span className="auth-binding-note">{note}</span>}
              </div>
              <div className="auth-binding-tasks">
                {tasks.map((one) => (
                  <Button
                    key={one.label}
                    size="small"
                    aria-label={`${one.label}: ${name}`}
                    onClick={() => setTask(one.task)}
                  >
                    {one.label}
                  </Button>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className="auth-links">
        <Link to="/index">{t('bind.back')}</Link>
      </p>
      {task === null || bound === null ? null : (
        <BindingDialog
          task={task}
          hasPassword={bound.has_password}
          outbox={ways?.outbox === true}
          onClose={() => setTask(null)}
          onDone={() => {
            setTask(null);
            reload();
          }}
        />
      )}
    </AuthFrame>
  );
}
