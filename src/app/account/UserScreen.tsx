import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { AssistantCard } from './AssistantCard.tsx';
import { DataCard } from './DataCard.tsx';
import { Page } from '#app/ui/page/Page.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { ScheduleCard } from './schedules/ScheduleCard.tsx';
import { SpaceCard } from './SpaceCard.tsx';
import { TokenCard } from './security/TokenCard.tsx';
import { Card } from '#app/ui/page/Card.tsx';
import { PasskeyRow } from './security/PasskeyRow.tsx';
import { PasswordRow } from './security/PasswordRow.tsx';
import { SecondFactorRow } from './security/SecondFactorRow.tsx';
import { SessionList } from './security/SessionList.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import './user.css';

/** The account screen: profile, storage, sign-in, programs, schedules, and data. */
export function UserScreen(): ReactElement {
  const { t } = useTranslation('user');
  return (
    <Page title={t('title')}>
      <ProfileCard />
      <SpaceCard />
      <SecuritySection />
      <TokenCard />
      <AssistantCard />
      <ScheduleCard />
      <DataCard />
    </Page>
  );
}

/** "Sign-in and security": sign-in methods and open sessions. */
function SecuritySection(): ReactElement {
  const { t } = useTranslation('security');
  const security = useAnswer('accountSecurity', {});
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
