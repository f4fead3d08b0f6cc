import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Brand } from '#app/ui/page/Brand.tsx';
import { LanguageMenu } from '#app/ui/page/LanguageMenu.tsx';
import { ThemeMenu } from '#app/ui/page/ThemeMenu.tsx';
import { Showcase } from './Showcase.tsx';
import './auth.css';

interface AuthFrameProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** The frame of the screens for visitors: the form on one side, a product showcase on the other. */
export function AuthFrame(props: AuthFrameProps): ReactElement {
  const { t } = useTranslation('auth');
  return (
    <div className="auth">
      <div className="auth-side">
        <header className="auth-header">
          <Brand />
          <div className="auth-header-menus">
            <ThemeMenu />
            <LanguageMenu />
          </div>
        </header>
        <main className="auth-form">
          <h1>{props.title}</h1>
          <p className="auth-text">{props.text}</p>
          {props.children}
        </main>
      </div>
      <aside className="auth-showcase">
        <Showcase />
        <h2>{t('showcase.title')}</h2>
        <p>{t('showcase.text')}</p>
      </aside>
    </div>
  );
}
