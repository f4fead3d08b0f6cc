import { useSyncExternalStore } from 'react';
import type { ReactElement } from 'react';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useServices } from '#app/state/services.tsx';

/** What keeps a run's printer from printing, and that the run resumes automatically; nothing while it prints. */
export function PrinterFaultNotice({ printer }: { readonly printer: string }): ReactElement | null {
  const { t } = useTranslation('runs');
  const { assistant, devices } = useServices();
  const reported = useSyncExternalStore(assistant.subscribeFaults, () => assistant.faults(printer));
  const seen = useSyncExternalStore(devices.subscribeFaults, () => devices.faults(printer));
  // A run prints on one of them, and the other has none of its pages.
  const faults = seen.length > 0 ? seen : reported;
  if (faults.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={faults.map((fault) => t(`fault.${fault}`)).join(' ')}
      description={t('faultWaits', { printer })}
    />
  );
}
