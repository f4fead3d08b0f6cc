import { useEffect, type ReactElement } from 'react';
import { Button, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRouteError } from 'react-router-dom';
import { dropOpeningPicture } from '#app/state/opening-picture.ts';
import '../ui/page/message-screen.css';

/**
 * Shown by a route whose screen throws: a bug, or code that could not be fetched. The rest of the product keeps working;
 * going home or retrying restarts the screen.
 */
export function FaultScreen(): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const fault = useRouteError();
  useEffect(dropOpeningPicture, []);
  const detail = fault instanceof Error ? fault.message : String(fault);
  const notFetched = /dynamically imported module|module script|preload CSS/i.test(detail);
  return (
    <main className="message-screen" role="alert">
      <h1>{t(notFetched ? 'fault.offlineTitle' : 'fault.title')}</h1>
      <p>{t(notFetched ? 'tips:tip46' : 'fault.text')}</p>
      {notFetched ? null : <pre>{detail}</pre>}
      <Space>
        <Button size="large" onClick={() => void navigate('/index', { replace: true })}>
          {t('fault.home')}
        </Button>
        <Button type="primary" size="large" onClick={() => window.location.reload()}>
          {t('fault.again')}
        </Button>
      </Space>
    </main>
  );
}
