import { useEffect, useState, type JSX } from 'react';
import { InboxOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { OfficeAvailability } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { DOCUMENT_ENDINGS } from './file-kind.ts';

/** The screen before the first file: the supported formats, and those that this server can't convert. */
export function Introduction({ onChoose }: { readonly onChoose: () => void }): JSX.Element {
  const { t } = useTranslation('documents');
  const { office } = useServices();
  const [can, setCan] = useState<OfficeAvailability | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void office.availability({ signal: leaving.signal }).then((answer) => {
      if (answer.ok && !leaving.signal.aborted) setCan(answer.value);
    });
    return () => leaving.abort();
  }, [office]);
  return (
    <main className="doc-intro">
      <div className="doc-intro-box">
        <InboxOutlined aria-hidden className="doc-intro-icon" />
        <h2>{t('intro.title')}</h2>
        <p>{t('intro.text')}</p>
        <Button type="primary" size="large" onClick={onChoose}>
          {t('files.choose')}
        </Button>
        <p className="doc-intro-endings">{DOCUMENT_ENDINGS.join(' · ')}</p>
        {can === null || can.available ? null : (
          <p className="doc-intro-office">
            {t('intro.noOffice', { reason: can.text })} {can.command === '' ? null : <code>{can.command}</code>}
          </p>
        )}
      </div>
    </main>
  );
}
