import type { ReactElement } from 'react';
import { Button, Divider } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SignInWays } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { FormFault } from './FormFault.tsx';
import { leaveForProvider } from './oauth-return-state.ts';
import { useSending } from './use-sending.ts';

interface ProviderButtonsProps {
  readonly ways: SignInWays | null;
  /** The path after signing in. */
  readonly target: string;
}

/** A button for each third-party provider; nothing if there is none. */
export function ProviderButtons({ ways, target }: ProviderButtonsProps): ReactElement | null {
  const { t } = useTranslation('signin');
  const { api } = useServices();
  const { fault, busy, send } = useSending();
  if (ways === null || ways.providers.length === 0) return null;
  return (
    <div className="auth-providers">
      <Divider plain>{t('third.or')}</Divider>
      <FormFault fault={fault} />
      {ways.providers.map(({ id, name }) => (
        <Button
          key={id}
          block
          size="large"
          disabled={busy}
          onClick={() =>
            void send(api.call('thirdLoginStart', { provider: id }), ({ url, ticket }) =>
              leaveForProvider(url, { ticket, target }),
            )
          }
        >
          {t('third.signIn', { name })}
        </Button>
      ))}
    </div>
  );
}
