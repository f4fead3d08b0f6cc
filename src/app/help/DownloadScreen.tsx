import { useCallback, useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { PairAssistant } from '#app/print/PairAssistant.tsx';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { PlainPage } from '#app/ui/page/PlainPage.tsx';
import { Executables } from './Executables.tsx';
import './download.css';

/** Instructions to get and start the print assistant, and its status. */
export function DownloadScreen(): ReactElement {
  const { t } = useTranslation('help');
  const origin = window.location.origin;
  return (
    <PlainPage title={t('download.title')} intro={t('download.intro')}>
      <AssistantStatus />
      <div className="download-topics">
        <section>
          <h2>{t('download.here')}</h2>
          <p>{t('download.hereText')}</p>
        </section>
        <section className="download-elsewhere">
          <h2>{t('download.elsewhere')}</h2>
          <Executables />
          <p>{t('download.elsewhereText')}</p>
          <pre tabIndex={0}>{`npm ci\nASSISTANT_ORIGINS=${origin} node_modules/.bin/node print-assistant/main.ts`}</pre>
        </section>
        <section>
          <h2>{t('download.permission')}</h2>
          <p>{t('download.permissionText')}</p>
        </section>
        <section>
          <h2>{t('download.folder')}</h2>
          <p>{t('download.folderText', { folder: 'data/assistant' })}</p>
        </section>
      </div>
    </PlainPage>
  );
}

/** Tries to connect to the assistant once, and again on request. */
function AssistantStatus(): ReactElement {
  const { t } = useTranslation(['help', 'print', 'problems']);
  const { assistant } = useServices();
  const [found, setFound] = useState<'checking' | 'connected' | Problem>('checking');
  const knock = useCallback(
    async (signal: AbortSignal): Promise<'connected' | Problem> => {
      const answer = await assistant.connect(signal);
      return answer.ok ? 'connected' : answer.error;
    },
    [assistant],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void knock(leaving.signal).then((answer) => !leaving.signal.aborted && setFound(answer));
    return () => leaving.abort();
  }, [knock]);

  const isAsked = typeof found !== 'string' && found.code === 'assistant.accessToAsk';
  const again = (): void => {
    if (isAsked) assistant.allowAsking();
    setFound('checking');
    void knock(new AbortController().signal).then(setFound);
  };
  if (typeof found !== 'string' && found.code === 'assistant.notPaired') return <PairAssistant onPaired={again} />;
  const state = typeof found === 'string' ? found : isAsked ? 'asking' : 'failed';
  return (
    <div className="assistant-status" data-state={state} role="status">
      <div>
        <strong>
          {found === 'checking'
            ? t('download.statusChecking')
            : found === 'connected'
              ? t('download.statusConnected')
              : isAsked
                ? t('print:assistant.willAsk')
                : problemText(t, found)}
        </strong>
        {isAsked ? <p>{problemText(t, found)}</p> : null}
      </div>
      {typeof found !== 'string' && found.code === 'assistant.untrusted' ? (
        <Button href={assistant.pageUrl()} target="_blank" rel="noopener noreferrer">
          {t('print:pair.page')}
        </Button>
      ) : null}
      <Button disabled={state === 'checking'} onClick={again}>
        {t(isAsked ? 'print:assistant.ask' : 'download.again')}
      </Button>
    </div>
  );
}
