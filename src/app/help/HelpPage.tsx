import { useState, type ReactElement, type ReactNode } from 'react';
import { Button, Input } from 'antd';
import { MessageOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { FeedbackDialog } from '#app/help/lazy-feedback.ts';
import { PlainPage } from '#app/ui/page/PlainPage.tsx';
import { useSession } from '#app/state/session.ts';
import './help.css';

interface HelpPageProps {
  readonly title: string;
  readonly intro: string;
  readonly children: ReactNode;
  /** Left out if the page has a search of its own. */
  readonly search?: false;
}

/** A page of the help center: navigation, search, and contact to the operator. */
export function HelpPage({ title, intro, children, search }: HelpPageProps): ReactElement {
  const { t } = useTranslation('help');
  const navigate = useNavigate();
  const session = useSession();
  const [telling, setTelling] = useState(false);
  return (
    <PlainPage title={title} intro={intro}>
      {search === false ? null : (
        <Input.Search
          className="help-search"
          aria-label={t('searchField')}
          placeholder={t('searchField')}
          enterButton={t('searchGo')}
          maxLength={100}
          onSearch={(words) =>
            void navigate(`/helpSearch${words.trim() === '' ? '' : `?q=${encodeURIComponent(words.trim())}`}`)
          }
        />
      )}
      {children}
      <nav className="help-links" aria-label={t('title')}>
        <Link to="/help">{t('title')}</Link>
        <Link to="/helpCatalog">{t('catalog')}</Link>
        <Link to="/helpSearch">{t('search')}</Link>
        {session === null ? null : (
          <Button icon={<MessageOutlined aria-hidden />} onClick={() => setTelling(true)}>
            {t('feedback')}
          </Button>
        )}
      </nav>
      {telling ? <FeedbackDialog onClose={() => setTelling(false)} /> : null}
    </PlainPage>
  );
}
