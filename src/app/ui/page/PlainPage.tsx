import type { ReactElement, ReactNode } from 'react';
import { ArrowLeftOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '#app/state/session.ts';
import { Brand } from './Brand.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import './plain-page.css';

/** A page of text that can be read without signing in. */
export function PlainPage(props: {
  readonly title: string;
  readonly intro?: string;
  readonly children: ReactNode;
}): ReactElement {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <div className="plain-page">
      <header>
        <Link to={session === null ? '/login' : '/index'} className="plain-page-brand">
          <Brand />
        </Link>
        <div className="plain-page-menus">
          <ThemeMenu />
          <LanguageMenu />
        </div>
      </header>
      <main>
        <Link to={session === null ? '/login' : '/index'} className="plain-page-back">
          <ArrowLeftOutlined aria-hidden /> {t('nav.back')}
        </Link>
        <h1>{props.title}</h1>
        {props.intro === undefined ? null : <p className="plain-page-intro">{props.intro}</p>}
        {props.children}
      </main>
      <footer>
        <Link to="/licences">{t('nav.notices')}</Link>
      </footer>
    </div>
  );
}
