import { useSyncExternalStore } from 'react';
import type { ReactElement } from 'react';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useServices } from '#app/state/services.tsx';

/** What keeps the printer of a run from printing, and that the run goes on by itself; nothing while it prints. */
export function PrinterFaultNotice({ printer }: { readonly printer: string }): ReactElement | null {
  const { t } = useTranslation('runs');
  const { assistant } = useServices();
  const faults = useSyncExternalStore(assistant.subscribeFaults, () => assistant.faults(printer));
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
