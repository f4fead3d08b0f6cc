import { useState, type ReactElement } from 'react';
import { Modal, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { ok } from '#model/kernel/result.ts';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { PrintDialog } from '#app/print/PrintDialog.tsx';
import { withFetchedBackground } from '#app/state/fetched-background.ts';
import { loadLabel } from '#app/state/load-label.ts';
import type { LabelAttributes } from '#app/state/label-attributes.ts';
import { useServices } from '#app/state/services.tsx';
import { useServerState } from '#app/state/use-answer.ts';

export interface PrintSharedProps {
  /** They name the file that is served through the link. */
  readonly attributes: LabelAttributes;
  readonly onClose: () => void;
}

/** Prints a shared template without opening it. */
export function PrintShared({ attributes, onClose }: PrintSharedProps): ReactElement {
  const { t } = useTranslation(['print', 'common']);
  const { api, fonts } = useServices();
  const [given] = useState(attributes);
  const {
    answer: template,
    problem,
    reload,
  } = useServerState(['sharedLabel', given], async (signal) => {
    // An unknown font would be replaced during layout.
    if (!fonts.isSettled()) await fonts.refresh();
    const read = await loadLabel(given, 'common', null, api, signal);
    return read.ok
      ? ok(await withFetchedBackground(read.value.template, (path) => api.fetchFile(path, { signal })))
      : read;
  });
  const { name } = given.settings;
  if (template !== null) {
    return <PrintDialog open brief template={template} templateName={name} onClose={onClose} />;
  }
  return (
    <Modal open centered width={480} footer={null} title={t('title', { name })} onCancel={onClose}>
      {problem === null ? (
        <div className="late-loading" role="status" aria-busy="true" aria-label={t('common:late.loading')}>
          <Spin />
        </div>
      ) : (
        <ListProblem problem={problem} onRetry={reload} />
      )}
    </Modal>
  );
}
