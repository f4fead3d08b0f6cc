import { Suspense, type ReactElement } from 'react';
import { ArrowLeftOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useParams } from 'react-router-dom';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { LanguageMenu } from '#app/ui/page/LanguageMenu.tsx';
import { ThemeMenu } from '#app/ui/page/ThemeMenu.tsx';
import { LoadingScreen } from '#app/ui/page/LoadingScreen.tsx';
import { NotFoundScreen } from '#app/ui/page/NotFoundScreen.tsx';
import { UserMenu } from '#app/account/UserMenu.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { SECTIONS } from './sections.tsx';
import './operator.css';

/** The operator console: a menu of sections next to the current one. It does not exist for other users. */
export function OperatorScreen(): ReactElement {
  const { t } = useTranslation(['operator', 'common', 'problems']);
  const { section } = useParams();
  const user = useAnswer('currentUser', {});
  const [first] = SECTIONS;
  const shown = section === undefined ? first : SECTIONS.find(({ key }) => key === section);
  if (user.answer === null && user.problem === null) return <LoadingScreen />;
  if (user.answer === null && user.problem !== null) return <p role="alert">{placeText(t, user.problem)}</p>;
  if (user.answer?.role !== 'operator' || shown === undefined) return <NotFoundScreen />;
  return (
    <div className="operator">
      <aside className="operator-side">
        <Link to="/index" className="operator-back">
          <ArrowLeftOutlined aria-hidden /> {t('back')}
        </Link>
        <nav aria-label={t('title')}>
          {SECTIONS.map(({ key, icon }) => (
            <NavLink
              key={key}
              // The menu is a row on a phone: scrolls the current item into view.
              ref={key === shown.key ? intoSight : null}
              to={`/operator/${key}`}
              className={key === shown.key ? 'active' : ''}
            >
              {icon} {t(`section.${key}`)}
            </NavLink>
          ))}
        </nav>
      </aside>
      <header className="operator-header">
        <strong>{t('title')}</strong>
        <span className="operator-gap" />
        <ThemeMenu />
        <LanguageMenu />
        <UserMenu />
      </header>
      <main className="operator-main">
        <h1>{t(`section.${shown.key}`)}</h1>
        <Suspense fallback={<LoadingScreen />}>
          <shown.Component />
        </Suspense>
      </main>
    </div>
  );
}

function intoSight(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
