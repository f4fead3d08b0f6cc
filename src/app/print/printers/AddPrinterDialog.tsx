import { useId, useState, type ReactElement } from 'react';
import { Alert, Input, Modal, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { DEFAULT_PRINTER_SETUP, MAX_PRINTER_NAME } from '#protocol/printer-setup.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { CONNECTIONS, printerAddress, type Connection } from './printer-address.ts';
import { Labelled, SetupFields } from '#app/print/printers/SetupFields.tsx';

/** Adds a printer by its address. */
export function AddPrinterDialog(props: { onClose(): void; onAdded(): void }): ReactElement {
  const { t } = useTranslation(['printers', 'common', 'problems']);
  const { assistant } = useServices();
  const addressId = useId();
  const nameId = useId();
  const [connection, setConnection] = useState<Connection>('socket');
  const [typed, setTyped] = useState('');
  const [name, setName] = useState('');
  const [setup, setSetup] = useState(DEFAULT_PRINTER_SETUP);
  const [isReadable, setReadable] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const takesLanguage = connection !== 'ipp';
  const used = takesLanguage ? setup : { ...DEFAULT_PRINTER_SETUP, dpi: setup.dpi };
  const address = printerAddress(connection, typed, used.language);
  const isReady = address !== null && name.trim() !== '' && isReadable;

  async function add(): Promise<void> {
    if (address === null) return;
    setBusy(true);
    const added = await assistant.addPrinter(
      { printer: name.trim(), address, setup: used },
      new AbortController().signal,
    );
    setBusy(false);
    if (added.ok) props.onAdded();
    else setProblem(added.error);
  }

  return (
    <Modal
      open
      centered
      width={520}
      title={t('add')}
      okText={t('addOk')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: !isReady, loading: busy }}
      onOk={() => void add()}
      onCancel={props.onClose}
    >
      <div className="printers-fields printers-fields-one">
        <Radio.Group
          className="printers-connections"
          aria-label={t('field.connection')}
          value={connection}
          options={CONNECTIONS.map((value) => ({ value, label: t(`connection.${value}`) }))}
          onChange={(event) => {
            setConnection(event.target.value as Connection);
            setProblem(null);
          }}
        />
        <Labelled label={t('field.address')} id={addressId}>
          <Input
            id={addressId}
            value={typed}
            maxLength={300}
            spellCheck={false}
            placeholder={t(`example.${connection}`)}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(null);
            }}
          />
        </Labelled>
        <Labelled label={t('field.name')} id={nameId}>
          <Input
            id={nameId}
            value={name}
            maxLength={MAX_PRINTER_NAME}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(null);
            }}
          />
        </Labelled>
      </div>
      <SetupFields takesLanguage={takesLanguage} dpis={[]} setup={used} onChange={setSetup} onReadable={setReadable} />
      <p className="printers-hint">{t('addHint')}</p>
      {problem === null ? null : <Alert type="error" showIcon title={problemText(t, problem)} />}
    </Modal>
  );
}
