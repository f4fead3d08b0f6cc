import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { Alert, Button, Form, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { AgreementItem } from './AgreementItem.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { FormFault } from './FormFault.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { forgetReturnState, readReturnState, type OAuthReturnState } from './oauth-return-state.ts';
import { useArrive } from './use-arrive.ts';
import { useSending } from './use-sending.ts';

type Stage =
  | { readonly type: 'asking' }
  /** No account has this identity yet. */
  | { readonly type: 'new'; readonly label: string; readonly visit: OAuthReturnState }
  /** The account also requires a one-time code. */
  | { readonly type: 'factor'; readonly ticket: string; readonly target: string }
  /** Null if this tab has not visited a provider. */
  | { readonly type: 'failed'; readonly problem: Problem | null };

/** The return from a third-party provider: signs in, binds, creates an account, or shows the problem. */
export function ThirdLoginScreen(): ReactElement {
  const { t } = useTranslation(['signin', 'auth', 'problems']);
  const { api } = useServices();
  const navigate = useNavigate();
  const arrive = useArrive();
  const [visit] = useState(readReturnState);
  const [query] = useState(() => window.location.search.slice(1));
  const [stage, setStage] = useState<Stage>(visit === null ? { type: 'failed', problem: null } : { type: 'asking' });
  const asked = useRef(false);

  useEffect(() => {
    // The returned code is used once, even if the effect runs twice.
    if (asked.current) return;
    asked.current = true;
    forgetReturnState();
    // Removes the credentials from the address.
    void navigate('/thirdLogin', { replace: true });
    if (visit === null) return;
    void api.call('thirdLogin', { ticket: visit.ticket, query }).then((answer) => {
      if (!answer.ok && answer.error.ticket !== undefined) {
        setStage({ type: 'factor', ticket: answer.error.ticket, target: visit.target });
      } else if (!answer.ok) setStage({ type: 'failed', problem: answer.error });
      else if (answer.value.outcome === 'new') setStage({ type: 'new', label: answer.value.label, visit });
      else if (answer.value.outcome === 'bound') void navigate(visit.target, { replace: true });
      else arrive(answer.value.user, visit.target);
    });
  }, [api, arrive, navigate, query, visit]);

  switch (stage.type) {
    case 'asking':
      return (
        <AuthFrame title={t('third.title')} text={t('third.asking')}>
          <Spin size="large" />
        </AuthFrame>
      );
    case 'new':
      return <NewAccount label={stage.label} visit={stage.visit} />;
    case 'factor':
      return (
        <AuthFrame title={t('third.title')} text={t('auth:login.text')}>
          <SecondFactorForm
            ticket={stage.ticket}
            onDone={(user) => arrive(user, stage.target)}
            onBack={(problem) => setStage({ type: 'failed', problem })}
          />
        </AuthFrame>
      );
    case 'failed':
      return (
        <AuthFrame title={t('third.title')} text={t('third.notDone')}>
          <Alert
            type="error"
            showIcon
            className="auth-fault"
            title={stage.problem === null ? t('third.noVisit') : problemText(t, stage.problem)}
          />
          <p className="auth-links">
            <Link to="/login">{t('third.back')}</Link>
          </p>
        </AuthFrame>
      );
  }
}

/** For an unknown identity: creates an account, or signs in to an existing one. */
function NewAccount({ label, visit }: { readonly label: string; readonly visit: OAuthReturnState }): ReactElement {
  const { t } = useTranslation(['signin', 'auth']);
  const { api } = useServices();
  const { fault, busy, send } = useSending();
  const arrive = useArrive();
  return (
    <AuthFrame title={t('third.newTitle')} text={t('third.newText', { label })}>
      <Form
        layout="vertical"
        requiredMark={false}
        size="large"
        onFinish={() =>
          void send(api.call('thirdRegister', { ticket: visit.ticket, agreement: true }), (user) =>
            arrive(user, visit.target),
          )
        }
      >
        <FormFault fault={fault} />
        <AgreementItem />
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('auth:register.submit')}
        </Button>
      </Form>
      <p className="auth-other">
        {t('third.haveAccount')} <Link to="/login?redirect=%2Fbindings">{t('third.bind')}</Link>
      </p>
    </AuthFrame>
  );
}
