import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { ExclamationCircleFilled, PrinterOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { RunListProps } from '#app/print/runs/RunList.tsx';
import { needsUser, shareDone } from '#app/print/runs/run-progress.ts';
import { useRunManager, useRuns, useServerRunManager, useServerRuns } from '#app/print/runs/runs.tsx';
import { needsOwner } from '#app/print/runs/server-run-figures.ts';
import { useSession, useSessionExpired } from '#app/state/session.ts';
import { createLazyComponent, FallbackNotice, type LazyComponent } from '#app/ui/lazy-component.tsx';
import { numberFormat } from '#app/state/language-formats.ts';
import './run-tray.css';

const list: LazyComponent<Pick<RunListProps, 'onLeave'>> = createLazyComponent(
  async () => (await import('./RunTrayList.tsx')).RunTrayList,
  FallbackNotice,
);

/** The user's print runs, on every screen while there are any: a button with their progress, and a list. */
export function RunTray(): ReactElement | null {
  const { t, i18n } = useTranslation();
  const runs = useRuns();
  const { list: others, count: otherCount } = useServerRuns();
  const count = runs.length + otherCount;
  const isSignedIn = useSession() !== null;
  const isExpired = useSessionExpired();
  const [open, setOpen] = useState(false);
  const tray = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isShown = open && count > 0;
  const manager = useRunManager();
  const serverRuns = useServerRunManager();
  useEffect(() => void manager.look(), [manager]);
  const mayAsk = isSignedIn && !isExpired;
  useEffect(() => {
    if (mayAsk) void serverRuns.look();
  }, [serverRuns, mayAsk]);
  useEffect(() => (isShown && mayAsk ? serverRuns.watch() : undefined), [serverRuns, isShown, mayAsk]);

  useEffect(() => {
    if (!isShown) return undefined;
    const close = (event: PointerEvent): void => {
      // A report opens over the list, in a separate container.
      if (!(event.target instanceof Element) || event.target.closest('.ant-modal-root') !== null) return;
      if (tray.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [isShown]);

  if (count === 0) return null;
  const waits = runs.some(needsUser) || others.some(needsOwner);
  const percent = numberFormat(i18n.language, { style: 'percent' });
  return (
    <div
      ref={tray}
      className="run-tray"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isShown) return;
        // Closing a dialog over the list keeps the list open.
        if (event.target instanceof Element && event.target.closest('.ant-modal-root') !== null) return;
        event.preventDefault();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="run-tray-button"
        data-testid="run-tray"
        aria-expanded={isShown}
        aria-controls={id}
        aria-label={t('runs.open', { count })}
        onClick={() => {
          void list.fetch().catch(() => undefined);
          setOpen(!open);
        }}
      >
        {waits ? <ExclamationCircleFilled aria-hidden className="run-tray-waits" /> : <PrinterOutlined aria-hidden />}
        <span>{percent.format(Math.floor(100 * shareDone(runs, others)) / 100)}</span>
      </button>
      <section id={id} className="run-tray-list" aria-label={t('runs.title')} hidden={!isShown}>
        {isShown ? <list.Part onLeave={() => setOpen(false)} /> : null}
      </section>
    </div>
  );
}
