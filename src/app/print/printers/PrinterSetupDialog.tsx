import { useState, type ReactElement } from 'react';
import { Alert, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { PrinterInfo } from '#protocol/assistant.ts';
import { DEFAULT_PRINTER_SETUP } from '#protocol/printer-setup.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { SetupFields } from '#app/print/printers/SetupFields.tsx';

/** Edits a printer's saved settings. */
export function PrinterSetupDialog(props: {
  readonly printer: PrinterInfo;
  onClose(): void;
  onSaved(): void;
}): ReactElement {
  const { printer } = props;
  const { t } = useTranslation(['printers', 'common', 'problems']);
  const { assistant } = useServices();
  const [setup, setSetup] = useState(printer.setup ?? DEFAULT_PRINTER_SETUP);
  const [isReadable, setReadable] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function save(): Promise<void> {
    setBusy(true);
    const saved = await assistant.setUpPrinter(printer.name, setup, new AbortController().signal);
    setBusy(false);
    if (saved.ok) props.onSaved();
    else setProblem(saved.error);
  }

  return (
    <Modal
      open
      centered
      width={520}
      title={t('setupOf', { name: printer.name })}
      okText={t('common:action.save')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: !isReadable, loading: busy }}
      onOk={() => void save()}
      onCancel={props.onClose}
    >
      <SetupFields
        takesLanguage={printer.kind === 'raw'}
        dpis={printer.dpis}
        setup={setup}
        onChange={setSetup}
        onReadable={setReadable}
      />
      {printer.kind === 'ipp' ? <p className="printers-hint">{t('ippHint')}</p> : null}
      {problem === null ? null : <Alert type="error" showIcon title={problemText(t, problem)} />}
    </Modal>
  );
}
