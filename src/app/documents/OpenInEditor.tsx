import { useEffect, useRef, useState, type JSX } from 'react';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { createLabelAttributes, editLabelPath } from '#app/state/label-attributes.ts';
import { useSetOpenedTemplate } from '#app/state/opened-template.ts';
import { useServices } from '#app/state/services.tsx';
import type { OpenWay, PageToOpen } from './open-page.ts';

const WAYS: readonly OpenWay[] = ['picture', 'elements'];

/** Opens the current label as a new one in the editor; `page` is null if there is none. */
export function OpenInEditor({ page }: { readonly page: PageToOpen | null }): JSX.Element {
  const { t, i18n } = useTranslation(['documents', 'problems']);
  const { message } = App.useApp();
  const services = useServices();
  const navigate = useNavigate();
  const setOpened = useSetOpenedTemplate();
  const [busy, setBusy] = useState<OpenWay | null>(null);
  const working = useRef<AbortController | null>(null);
  useEffect(() => () => working.current?.abort(), []);

  async function open(way: OpenWay, from: PageToOpen): Promise<void> {
    working.current?.abort();
    const leaving = new AbortController();
    working.current = leaving;
    setBusy(way);
    // The model and names of elements: loaded late, because most documents are only printed.
    const [{ openPage }] = await Promise.all([import('./open-page.ts'), i18n.loadNamespaces('editor')]);
    const stems = {
      picture: i18n.t('editor:type.image'),
      text: i18n.t('editor:type.text'),
      line: i18n.t('editor:type.line'),
      rectangle: i18n.t('editor:type.rectangle'),
      ellipse: i18n.t('editor:type.ellipse'),
    };
    const template = await openPage(services, way, from, stems, leaving.signal);
    if (leaving.signal.aborted) return;
    setBusy(null);
    if (!template.ok) return void message.error(problemText(t, template.error));
    setOpened(template.value);
    // Opening one page twice gives two labels.
    void navigate(editLabelPath(createLabelAttributes(template.value.label, crypto.randomUUID()), 'add'));
  }
  return (
    <>
      <div className="doc-open" role="group" aria-label={t('open.title')}>
        {WAYS.map((way) => (
          <Button
            key={way}
            loading={busy === way}
            disabled={page === null}
            onClick={() => page !== null && void open(way, page)}
          >
            {t(`open.${way}`)}
          </Button>
        ))}
      </div>
      <p className="doc-hint">{t('open.hint')}</p>
    </>
  );
}
