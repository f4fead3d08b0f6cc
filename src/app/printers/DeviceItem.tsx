import { useState } from 'react';
import type { ReactElement } from 'react';
import { AimOutlined, DeleteOutlined, LinkOutlined, SettingOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DeviceAddress } from '#protocol/device-printer.ts';
import type { DevicePrinterInfo } from '#services/device/device-printers.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { DeviceDialog } from '#app/printer-setup/DeviceDialog.tsx';
import { useServices } from '#app/state/services.tsx';
import { CalibrationDialog } from './CalibrationDialog.tsx';
import { setupText, stateText } from './printer-text.ts';

/** A printer that the page reaches by itself: what is kept of it, and whether it is there. */
export function DeviceItem({ printer }: { readonly printer: DevicePrinterInfo }): ReactElement {
  const { name, kind, state, device } = printer;
  const { address } = device;
  const { t, i18n } = useTranslation(['printers', 'print', 'common', 'problems', 'runs']);
  const { devices } = useServices();
  const { message, modal } = App.useApp();
  const [open, setOpen] = useState<'setup' | 'calibration' | null>(null);
  const number = new Intl.NumberFormat(i18n.language);
  const close = (): void => setOpen(null);

  async function chooseAgain(): Promise<void> {
    const chosen = await devices.choose(kind);
    if (!chosen.ok) message.error(problemText(t, chosen.error));
    // What the user has set of the line stays.
    else if (chosen.value !== null)
      await devices.change({ ...device, address: atDevice(address, chosen.value.address) });
  }

  return (
    <li className="printers-item" aria-label={name}>
      <div className="printers-item-what">
        <strong>{name}</strong>
        <small>
          {t(`kind.${kind}`)}
          {address.type === 'serial' ? ` · ${t('said.baudRate', { rate: number.format(address.baudRate) })}` : ''}
        </small>
        <small>{setupText(t, printer)}</small>
      </div>
      <span className="printers-state" data-state={state}>
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
        <Button
          danger
          icon={<DeleteOutlined aria-hidden />}
          onClick={() =>
            modal.confirm({
              title: t('device.forget.title', { name }),
              content: t('device.forget.text'),
              centered: true,
              okText: t('device.forget.ok'),
              cancelText: t('common:action.cancel'),
              okButtonProps: { danger: true },
              onOk: async () => {
                const removed = await devices.remove(name);
                if (!removed.ok) message.error(problemText(t, removed.error));
              },
            })
          }
        >
          {t('device.forget.ok')}
        </Button>
      </div>
      {open === 'setup' ? <DeviceDialog device={device} taken={null} onClose={close} onSaved={close} /> : null}
      {open === 'calibration' ? <CalibrationDialog printer={printer} onClose={close} onSaved={close} /> : null}
    </li>
  );
}

/** The address of another device with the line as it was set before. */
function atDevice(before: DeviceAddress, found: DeviceAddress): DeviceAddress {
  if (before.type !== 'serial' || found.type !== 'serial') return found;
  const { baudRate, flowControl } = before;
  return { ...found, baudRate, flowControl };
}
