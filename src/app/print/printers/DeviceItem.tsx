import { useState, type ReactElement } from 'react';
import { AimOutlined, LinkOutlined, SettingOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DeviceAddress } from '#protocol/device-printer.ts';
import type { DevicePrinterInfo } from '#services/device/device-printers.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { DeviceDialog } from '#app/print/printers/DeviceDialog.tsx';
import { useServices } from '#app/state/services.tsx';
import { numberFormat } from '#app/state/language-formats.ts';
import { CalibrationDialog } from './CalibrationDialog.tsx';
import { setupText, stateSign, stateText } from './printer-text.ts';
import { RemoveButton } from './RemoveButton.tsx';

/** A printer that the page reaches directly: its saved settings, and whether it is connected. */
export function DeviceItem({ printer }: { readonly printer: DevicePrinterInfo }): ReactElement {
  const { name, kind, device } = printer;
  const { address } = device;
  const { t, i18n } = useTranslation(['printers', 'print', 'common', 'problems', 'runs']);
  const { devices } = useServices();
  const { message } = App.useApp();
  const [open, setOpen] = useState<'setup' | 'calibration' | null>(null);
  const number = numberFormat(i18n.language);
  const close = (): void => setOpen(null);

  async function chooseAgain(): Promise<void> {
    const chosen = await devices.choose(kind);
    if (!chosen.ok) message.error(problemText(t, chosen.error));
    // The user's connection settings stay.
    else if (chosen.value !== null)
      await devices.change({ ...device, address: atDevice(address, chosen.value.address) });
  }

  return (
    <li className="card card-padded printers-item" aria-label={name}>
      <div className="printers-item-what">
        <strong>{name}</strong>
        <small>
          {t(`kind.${kind}`)}
          {address.type === 'serial' ? ` · ${t('said.baudRate', { rate: number.format(address.baudRate) })}` : ''}
        </small>
        <small>{setupText(t, printer)}</small>
      </div>
      <span className="printers-state" data-state={stateSign(printer)}>
        <i aria-hidden />
        {stateText(t, printer)}
      </span>
      <div className="printers-item-buttons">
        <Button icon={<SettingOutlined aria-hidden />} onClick={() => setOpen('setup')}>
          {t('setup')}
        </Button>
        <Button icon={<AimOutlined aria-hidden />} onClick={() => setOpen('calibration')}>
          {t('calibrate.open')}
        </Button>
        <Button icon={<LinkOutlined aria-hidden />} onClick={() => void chooseAgain()}>
          {t('device.again')}
        </Button>
        <RemoveButton
          title={t('device.forget.title', { name })}
          text={t('device.forget.text')}
          word={t('device.forget.ok')}
          remove={() => devices.remove(name)}
        />
      </div>
      {open === 'setup' ? <DeviceDialog device={device} taken={null} onClose={close} onSaved={close} /> : null}
      {open === 'calibration' ? <CalibrationDialog printer={printer} onClose={close} onSaved={close} /> : null}
    </li>
  );
}

/** The address of another device with the previous connection settings. */
function atDevice(before: DeviceAddress, found: DeviceAddress): DeviceAddress {
  if (before.type !== 'serial' || found.type !== 'serial') return found;
  const { baudRate, flowControl } = before;
  return { ...found, baudRate, flowControl };
}
