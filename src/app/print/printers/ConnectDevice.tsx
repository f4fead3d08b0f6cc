import { useState, type ReactElement } from 'react';
import { ApiOutlined, UsbOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { DeviceKind, DevicePrinter } from '#protocol/device-printer.ts';
import { DEFAULT_PRINTER_SETUP } from '#protocol/printer-setup.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { createLazyComponent, FallbackDialog } from '#app/ui/lazy-component.tsx';
import { useServices } from '#app/state/services.tsx';
import type { DeviceDialogProps } from './DeviceDialog.tsx';
import './printers.css';

const { Part: DeviceDialog } = createLazyComponent<DeviceDialogProps>(
  async () => (await import('./DeviceDialog.tsx')).DeviceDialog,
  FallbackDialog,
);

/** Connects a printer without the assistant, through the browser's chooser; nothing if the browser has none. */
export function ConnectDevice(props: {
  /** The names of existing printers. */
  readonly taken: readonly string[];
  readonly disabled?: boolean;
  onConnected(name: string): void;
}): ReactElement | null {
  const { taken, disabled = false, onConnected } = props;
  const { t } = useTranslation(['print', 'problems']);
  const { devices } = useServices();
  const [found, setFound] = useState<DevicePrinter | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (devices.kinds.length === 0) return null;

  async function connect(kind: DeviceKind): Promise<void> {
    setProblem(null);
    const chosen = await devices.choose(kind);
    if (!chosen.ok) setProblem(chosen.error);
    else if (chosen.value !== null) {
      const { address, title } = chosen.value;
      setFound({ name: freeName(title || t(`device.name.${kind}`), taken), address, setup: DEFAULT_PRINTER_SETUP });
    }
  }

  return (
    <div className="connect-device">
      {devices.kinds.map((kind) => (
        <Button
          key={kind}
          type="link"
          size="small"
          icon={kind === 'usb' ? <UsbOutlined aria-hidden /> : <ApiOutlined aria-hidden />}
          disabled={disabled}
          onClick={() => void connect(kind)}
        >
          {t(`device.connect.${kind}`)}
        </Button>
      ))}
      {problem === null ? null : <Alert type="error" showIcon title={problemText(t, problem)} />}
      {found === null ? null : (
        <DeviceDialog
          device={found}
          taken={taken}
          onClose={() => setFound(null)}
          onSaved={(name) => {
            setFound(null);
            onConnected(name);
          }}
        />
      )}
    </div>
  );
}

function freeName(title: string, taken: readonly string[]): string {
  let name = title;
  for (let i = 2; taken.includes(name); i++) name = `${title} ${i}`;
  return name;
}
