import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { AssistantCard } from './assistants/AssistantCard.tsx';
import { DataCard } from './DataCard.tsx';
import { Page } from '#app/shell/Page.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { ScheduleCard } from './schedules/ScheduleCard.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import { SpaceCard } from './SpaceCard.tsx';
import { TokenCard } from './tokens/TokenCard.tsx';
import './user.css';

/** The personal centre: who one is, what one's files take, how one signs in, one's programs and schedules, and one's data. */
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
