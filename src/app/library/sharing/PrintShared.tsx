import { useEffect, useState, type ReactElement } from 'react';
import { Modal, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { ok, type Result } from '#model/kernel/result.ts';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { PrintDialog } from '#app/print/PrintDialog.tsx';
import { withFetchedBackground } from '#app/state/fetched-background.ts';
import { loadLabel, type LoadedLabel } from '#app/state/load-label.ts';
import type { LabelAttributes } from '#app/state/label-attributes.ts';
import { useServices } from '#app/state/services.tsx';

export interface PrintSharedProps {
  /** They name the file that is served through the link. */
  readonly attributes: LabelAttributes;
  readonly onClose: () => void;
}

/** Prints a shared template without opening it. */
export function PrintShared({ attributes, onClose }: PrintSharedProps): ReactElement {
  const { t } = useTranslation(['print', 'common']);
  const { api, fonts } = useServices();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ attempt: number; label: Result<LoadedLabel> } | null>(null);
  const [given] = useState(attributes);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    void (async () => {
      // An unknown font would be replaced during layout.
      if (!fonts.isSettled()) await fonts.refresh();
      const read = await loadLabel(given, 'common', null, api, signal);
      const whole = read.ok
        ? await withFetchedBackground(read.value.template, (path) => api.fetchFile(path, { signal }))
        : null;
      if (signal.aborted) return;
      const label = read.ok && whole !== null ? ok({ ...read.value, template: whole }) : read;
      setLoaded({ attempt, label });
    })();
    return () => stop.abort();
  }, [api, fonts, given, attempt]);
  const label = loaded?.attempt === attempt ? loaded.label : null;
  const { name } = given.settings;
  if (label?.ok === true) {
    return <PrintDialog open brief template={label.value.template} templateName={name} onClose={onClose} />;
  }
  return (
    <Modal open centered width={480} footer={null} title={t('title', { name })} onCancel={onClose}>
      {label === null ? (
        <div className="late-loading" role="status" aria-busy="true" aria-label={t('common:late.loading')}>
          <Spin />
        </div>
      ) : (
        <ListProblem problem={label.error} onRetry={() => setAttempt((n) => n + 1)} />
      )}
    </Modal>
  );
}
