import type { ReactElement } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '#app/state/session.ts';
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
      <Link to={signedIn ? '/index' : '/login'}>
        <Button type="primary" size="large">
          {t(signedIn ? 'notFound.home' : 'notFound.back')}
        </Button>
      </Link>
    </main>
  );
}
