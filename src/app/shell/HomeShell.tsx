import { Suspense, useRef } from 'react';
import type { ReactElement } from 'react';
import {
  ApiOutlined,
  AppstoreOutlined,
  BgColorsOutlined,
  BookOutlined,
  CloseOutlined,
  CloudOutlined,
  FilePdfOutlined,
  HistoryOutlined,
  HomeOutlined,
  MenuOutlined,
  PrinterOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet } from 'react-router-dom';
import { useSetUnit, useUnit, type MeasureUnit } from '#app/state/unit.ts';
import { Brand } from '../ui/page/Brand.tsx';
import { LanguageMenu } from '../ui/page/LanguageMenu.tsx';
import { ThemeMenu } from '../ui/page/ThemeMenu.tsx';
import { LoadingScreen } from '../ui/page/LoadingScreen.tsx';
import { RunTray } from '../print/RunTray.tsx';
import { UserMenu } from '../account/UserMenu.tsx';
import './home-shell.css';

/** The frame of the signed-in screens outside the editor. */
export function HomeShell(): ReactElement {
  const { t } = useTranslation();
  const unit = useUnit();
  const setUnit = useSetUnit();
  const drawer = useRef<HTMLDialogElement>(null);
  return (
    <div className="home-shell">
      <aside className="home-side">
        <Brand />
        <MainNav />
      </aside>
      <header className="home-header">
        <button
          type="button"
          className="home-menu-button"
          aria-label={t('nav.main')}
          aria-haspopup="dialog"
          data-testid="main-menu"
          onClick={() => drawer.current?.showModal()}
        >
          <MenuOutlined aria-hidden />
        </button>
        <RunTray />
        <Segmented<MeasureUnit>
          size="small"
          value={unit}
          aria-label={t('unit.label')}
          options={[
            { value: 'mm', label: t('unit.mm') },
            { value: 'inch', label: t('unit.inch') },
          ]}
          onChange={setUnit}
        />
        <ThemeMenu />
        <LanguageMenu />
        <UserMenu />
      </header>
      {/* Replaces the sidebar on a narrow screen. A press outside it or on a link in it closes it. */}
      <dialog
        ref={drawer}
        className="home-side home-drawer"
        aria-label={t('nav.main')}
        onClick={(event) => {
          const { target } = event;
          if (target === drawer.current || (target instanceof Element && target.closest('a') !== null)) {
            drawer.current?.close();
          }
        }}
      >
        <Button
          className="home-drawer-close"
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('action.close')}
          onClick={() => drawer.current?.close()}
        />
        <MainNav />
      </dialog>
      <main className="home-main">
        <Suspense fallback={<LoadingScreen />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}

function MainNav(): ReactElement {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.main')}>
      <NavLink to="/index">
        <HomeOutlined aria-hidden /> {t('nav.home')}
      </NavLink>
      <NavLink to="/cloudTemplate">
        <AppstoreOutlined aria-hidden /> {t('nav.templates')}
      </NavLink>
      <NavLink to="/shareTemplate">
        <BookOutlined aria-hidden /> {t('nav.library')}
      </NavLink>
      <NavLink to="/cloudData">
        <CloudOutlined aria-hidden /> {t('nav.cloudData')}
      </NavLink>
      <NavLink to="/brandKit">
        <BgColorsOutlined aria-hidden /> {t('title.brandKit')}
      </NavLink>
      <NavLink to="/pdfPrint">
        <FilePdfOutlined aria-hidden /> {t('title.pdfPrint')}
      </NavLink>
      <NavLink to="/printRecords">
        <HistoryOutlined aria-hidden /> {t('nav.history')}
      </NavLink>
      <NavLink to="/printers">
        <PrinterOutlined aria-hidden /> {t('nav.printers')}
      </NavLink>
      <span className="home-side-gap" />
      <NavLink to="/download">
        <ApiOutlined aria-hidden /> {t('nav.assistant')}
      </NavLink>
      <NavLink to="/help">
        <QuestionCircleOutlined aria-hidden /> {t('nav.help')}
      </NavLink>
    </nav>
  );
}
