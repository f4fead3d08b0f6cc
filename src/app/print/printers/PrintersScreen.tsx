import { useState, type ReactElement } from 'react';
import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { tooltip } from '#app/ui/tooltips.tsx';
import { NoAssistant } from '#app/print/NoAssistant.tsx';
import { PairAssistant } from '#app/print/PairAssistant.tsx';
import { isDevice, usePrinters, type Printers } from '#app/print/use-printers.ts';
import { ConnectDevice } from '#app/print/printers/ConnectDevice.tsx';
import { Page } from '#app/ui/page/Page.tsx';
import { useServices } from '#app/state/services.tsx';
import { AddPrinterDialog } from './AddPrinterDialog.tsx';
import { DeviceItem } from './DeviceItem.tsx';
import { PrinterItem } from './PrinterItem.tsx';
import '#app/ui/list.css';
import './printers.css';

/** Polling interval for the printers' status. */
const LOOK_MS = 4_000;

/** The printers that the assistant knows, and the saved settings of each. */
export function PrintersScreen(): ReactElement {
  const { t } = useTranslation(['printers', 'print']);
  const printers = usePrinters(LOOK_MS);
  const [adding, setAdding] = useState(false);
  const { devices } = useServices();
  const { list, assistantProblem, looking, look } = printers;
  const keeps =
    assistantProblem === null && list?.some((printer) => !isDevice(printer) && printer.setup !== undefined) === true;

  return (
    <Page
      className="printers"
      title={t('title')}
      intro={t('intro')}
      actions={
        <>
          {/* Above it, it would cover the language and the account while the pointer is here. */}
          <Button
            {...tooltip(t('print:printer.refresh'))}
            icon={<ReloadOutlined aria-hidden />}
            aria-label={t('print:printer.refresh')}
            loading={looking}
            onClick={look}
          />
          <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={!keeps} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        </>
      }
    >
      <div className="printers-direct">
        <p>{t(devices.kinds.length === 0 ? 'device.none' : 'device.intro')}</p>
        <ConnectDevice taken={list?.map(({ name }) => name) ?? []} onConnected={look} />
      </div>
      <PrinterListPart printers={printers} />
      {adding ? (
        <AddPrinterDialog
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            look();
          }}
        />
      ) : null}
    </Page>
  );
}

function PrinterListPart({ printers }: { readonly printers: Printers }): ReactElement {
  const { t } = useTranslation(['printers', 'print']);
  const { list, assistantProblem, look } = printers;
  if (list === null && assistantProblem === null) return <Skeleton active aria-label={t('print:printer.looking')} />;
  const shown = list?.filter((printer) => assistantProblem === null || isDevice(printer)) ?? [];
  return (
    <>
      {shown.length === 0 ? null : (
        <ul className="printers-list" aria-label={t('title')}>
          {shown.map((printer) =>
            isDevice(printer) ? (
              <DeviceItem key={printer.name} printer={printer} />
            ) : (
              <PrinterItem key={printer.name} printer={printer} onChanged={look} />
            ),
          )}
        </ul>
      )}
      {assistantProblem === null ? null : (
        <div className="printers-connect">
          {assistantProblem.code === 'assistant.notPaired' ? (
            <PairAssistant onPaired={look} />
          ) : (
            <NoAssistant printers={printers} />
          )}
        </div>
      )}
    </>
  );
}
