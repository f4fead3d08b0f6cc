import { Button } from 'antd';
import { useEffect, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';

/** A faster restart is not mentioned. */
const QUIET_MS = 700;

/** Reports that the render worker is restarting, or why it can't. The label itself is not affected. */
export function HealthBanner(): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { render, health } = useEditorSession();
  const now = useStore(health);
  if (now === 'ready') return null;
  if (typeof now === 'object') {
    if (now.failed.code === 'aborted') return null;
    return (
      <div className="ed-banner ed-banner-severe" role="alert" data-testid="render-failed">
        <span>{problemText(t, now.failed)}</span>
        <Button size="small" onClick={() => render.restart()}>
          {t('common:action.retry')}
        </Button>
      </div>
    );
  }
  return <Waiting key={now} text={t(now === 'restarting' ? 'frame.restarting' : 'frame.starting')} />;
}

function Waiting({ text }: { text: string }): JSX.Element | null {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = startTimer(() => setPatient(false), QUIET_MS);
    return () => stopTimer(timer);
  }, []);
  if (patient) return null;
  return (
    <div className="ed-banner" role="status">
      <span className="ed-pulse" aria-hidden />
      {text}
    </div>
  );
}
