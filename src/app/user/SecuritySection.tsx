import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#app/shell/Card.tsx';
import { PasskeyRow } from './security/PasskeyRow.tsx';
import { PasswordRow } from './security/PasswordRow.tsx';
import { SecondFactorRow } from './security/SecondFactorRow.tsx';
import { SessionList } from './security/SessionList.tsx';
import { useAnswer } from './use-answer.ts';

/** "Sign-in and security": how the account is signed in to, and where it is at the moment. */
export function SecuritySection(): ReactElement {
  const { t } = useTranslation('security');
  const security = useAnswer('accountSecurity');
  return (
    <Card title={t('title')} testId="security">
      <ul className="card-rows">
        <PasswordRow security={security} />
        <SecondFactorRow security={security} />
        <PasskeyRow security={security} />
        <SessionList />
      </ul>
    </Card>
  );
}
