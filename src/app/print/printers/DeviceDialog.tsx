import { useId, useState, type ReactElement } from 'react';
import { Alert, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { problem as problemOf, type Problem } from '#model/kernel/problem.ts';
import { BAUD_RATES, FLOW_CONTROLS, type DeviceAddress, type DevicePrinter } from '#protocol/device-printer.ts';
import { MAX_PRINTER_NAME } from '#protocol/printer-setup.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { numberFormat } from '#app/state/language-formats.ts';
import { Choice, Labelled, SetupFields } from './SetupFields.tsx';

export interface DeviceDialogProps {
  readonly device: DevicePrinter;
  /** The names of other printers; null for an existing one, whose name is fixed: runs identify it by name. */
  readonly taken: readonly string[] | null;
  onClose(): void;
  onSaved(name: string): void;
}

/** The connection and the saved settings of a printer that the page reaches directly. */
export function DeviceDialog({ device, taken, onClose, onSaved }: DeviceDialogProps): ReactElement {
  const { t } = useTranslation(['printers', 'common', 'problems']);
  const { devices } = useServices();
  const nameId = useId();
  const [name, setName] = useState(device.name);
  const [address, setAddress] = useState(device.address);
  const [setup, setSetup] = useState(device.setup);
  const [isReadable, setReadable] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const given = name.trim();

  async function save(): Promise<void> {
    if (taken?.includes(given) === true) return setProblem(problemOf('assistant.printerTaken'));
    setBusy(true);
    const printer = { name: given, address, setup };
    const saved = await (taken === null ? devices.change(printer) : devices.add(printer));
    setBusy(false);
    if (saved.ok) onSaved(given);
    else setProblem(saved.error);
  }

  return (
    <Modal
      open
      centered
      width={520}
      title={taken === null ? t('setupOf', { name: device.name }) : t(`device.add.${address.type}`)}
      okText={taken === null ? t('common:action.save') : t('device.addOk')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: !isReadable || given === '' || setup.language === null, loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {taken === null ? null : (
        <div className="printers-fields printers-fields-one">
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
      )}
      {address.type === 'serial' ? <SerialFields address={address} onChange={setAddress} /> : null}
      <SetupFields takesLanguage dpis={[]} setup={setup} onChange={setSetup} onReadable={setReadable} />
      <p className="printers-hint">{t('device.hint')}</p>
      {problem === null ? null : <Alert type="error" showIcon title={problemText(t, problem)} />}
    </Modal>
  );
}

type SerialAddress = Extract<DeviceAddress, { readonly type: 'serial' }>;

function SerialFields(props: {
  readonly address: SerialAddress;
  onChange(address: SerialAddress): void;
}): ReactElement {
  const { address, onChange } = props;
  const { t, i18n } = useTranslation('printers');
  const number = numberFormat(i18n.language);
  return (
    <div className="printers-fields">
      <Choice
        label={t('field.baudRate')}
        value={String(address.baudRate)}
        options={BAUD_RATES.map((rate) => ({ value: String(rate), label: number.format(rate) }))}
        onChange={(rate) => onChange({ ...address, baudRate: Number(rate) })}
      />
      <Choice
        label={t('field.flowControl')}
        value={address.flowControl}
        options={FLOW_CONTROLS.map((control) => ({ value: control, label: t(`flowControl.${control}`) }))}
        onChange={(name) =>
          onChange({ ...address, flowControl: FLOW_CONTROLS.find((control) => control === name) ?? 'none' })
        }
      />
    </div>
  );
}
