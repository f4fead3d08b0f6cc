import { useEffect, useRef } from 'react';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TemplateInfo } from '#protocol/api.ts';
import { downloadFile } from '#app/ui/download-file.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';

const KEY = 'download';

/** Downloads templates as files: shows progress, and can be canceled. A new download cancels the previous one. */
export function useDownload(): (templates: readonly TemplateInfo[]) => Promise<void> {
  const { t } = useTranslation(['templates', 'common', 'problems']);
  const { message } = App.useApp();
  const services = useServices();
  const running = useRef<AbortController>(null);
  useEffect(
    () => () => {
      running.current?.abort();
      message.destroy(KEY);
    },
    [message],
  );

  return async (templates) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const show = (done: number): void => {
      if (stop.signal.aborted) return;
      void message.open({
        key: KEY,
        type: 'loading',
        duration: 0,
        content: (
          <>
            {t('downloading', { done, count: templates.length })}
            <Button type="link" size="small" onClick={() => stop.abort()}>
              {t('common:action.cancel')}
            </Button>
          </>
        ),
      });
    };
    stop.signal.addEventListener('abort', () => message.destroy(KEY));
    show(0);
    // Loaded late: the reader imports all element types and symbologies, which the home page does not need.
    const { templatesFile } = await import('./download-templates.ts');
    const file = await templatesFile(templates, `${t('zipName')}.zip`, services, stop.signal, show);
    if (stop.signal.aborted) return;
    message.destroy(KEY);
    if (file.ok) {
      downloadFile(file.value.pieces, file.value.mime, file.value.name);
      return;
    }
    const notice = noticeText(t, file.error);
    if (notice !== null) void message.error(notice);
  };
}
