import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#app/state/session.ts';
import { LinkButton } from '../LinkButton.tsx';
import './message-screen.css';

export function NotFoundScreen(): ReactElement {
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  return (
    <main className="message-screen">
      <p className="message-screen-mark" aria-hidden="true">
        404
      </p>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.text')}</p>
      <LinkButton size="large" to={signedIn ? '/index' : '/login'}>
        {t(signedIn ? 'notFound.home' : 'notFound.back')}
      </LinkButton>
    </main>
  );
}
