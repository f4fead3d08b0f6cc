import { useState } from 'react';
import type { ReactElement } from 'react';
import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Skeleton, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { NoAssistant } from '#app/print/NoAssistant.tsx';
import { PairAssistant } from '#app/print/PairAssistant.tsx';
import { usePrinters, type Printers } from '#app/print/use-printers.ts';
import { AddPrinterDialog } from './AddPrinterDialog.tsx';
import { PrinterItem } from './PrinterItem.tsx';
import '#app/home/home.css';
import './printers.css';

/** How often the state of the printers is asked for. */
const LOOK_MS = 4_000;

/** The printers that the assistant knows, and what is kept of each for the runs on it. */
export function PrintersScreen(): ReactElement {
  const { t } = useTranslation(['printers', 'print']);
  const printers = usePrinters(LOOK_MS);
  const [adding, setAdding] = useState(false);
  const { list, problem, looking, look } = printers;
  const keeps = problem === null && list?.some(({ setup }) => setup !== undefined) === true;

  return (
    <div className="home printers">
      <div className="home-heading home-heading-page">
        <h1>{t('title')}</h1>
        <div className="printers-actions">
          <Tooltip title={t('print:printer.refresh')}>
            <Button
              icon={<ReloadOutlined aria-hidden />}
              aria-label={t('print:printer.refresh')}
              loading={looking}
              onClick={look}
            />
          </Tooltip>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={!keeps} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        </div>
      </div>
      <p className="printers-intro">{t('intro')}</p>
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
    </div>
  );
}

function PrinterListPart({ printers }: { readonly printers: Printers }): ReactElement {
  const { t } = useTranslation(['printers', 'print']);
  const { list, problem, look } = printers;
  if (problem?.code === 'assistant.notPaired') {
    return (
      <div className="printers-connect">
        <PairAssistant onPaired={look} />
      </div>
    );
  }
  if (problem !== null) {
    return (
      <div className="printers-connect">
        <NoAssistant printers={printers} />
      </div>
    );
  }
  if (list === null) return <Skeleton active aria-label={t('print:printer.looking')} />;
  return (
    <ul className="printers-list" aria-label={t('title')}>
      {list.map((printer) => (
        <PrinterItem key={printer.name} printer={printer} onChanged={look} />
      ))}
    </ul>
  );
}
