import { useState, type ReactElement } from 'react';
import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  closesAfterPrint,
  RESOLUTIONS,
  setClosesAfterPrint,
  storedResolution,
  storeResolution,
} from '#app/print/print-settings.ts';
import { usePrinters } from '#app/print/use-printers.ts';
import { isRemembering, setRemembering } from '#app/print/runs/part-used-sheets.ts';
import { chosenPrinter, keepPrinter } from '#app/state/chosen-printer.ts';
import { Card } from '#app/ui/page/Card.tsx';
import { SettingRow } from './SettingRow.tsx';
import { SwitchRow } from './SwitchRow.tsx';

/** The default printer. */
export function PrintingCard(): ReactElement {
  const { t } = useTranslation('settings');
  const { list, looking } = usePrinters();
  const [printer, setPrinter] = useState(chosenPrinter);
  const [dpi, setDpi] = useState(storedResolution);
  const [remembers, setRemembers] = useState(isRemembering);
  const [closes, setCloses] = useState(closesAfterPrint);
  const known = list?.map(({ name }) => name) ?? [];
  // The chosen printer stays in the list while its assistant is disconnected.
  const offered = printer === '' || known.includes(printer) ? known : [printer, ...known];
  return (
    <Card title={t('printing')} action={<Link to="/printers">{t('allPrinters')}</Link>}>
      <ul className="card-rows">
        <SettingRow title={t('printer')} text={t('printerText')}>
          {(titleId, textId) => (
            <Select<string>
              allowClear
              className="setting-select"
              value={printer === '' ? null : printer}
              loading={looking}
              placeholder={t('firstPrinter')}
              aria-labelledby={titleId}
              aria-describedby={textId}
              notFoundContent={t('noPrinter')}
              options={offered.map((value) => ({ value, label: value }))}
              onChange={(name: string | undefined) => {
                keepPrinter(name ?? '');
                setPrinter(name ?? '');
              }}
            />
          )}
        </SettingRow>
        <SettingRow title={t('dpi')} text={t('dpiText')}>
          {(titleId) => (
            <Segmented<number>
              value={dpi}
              aria-labelledby={titleId}
              options={RESOLUTIONS.map((value) => ({ value, label: `${value} dpi` }))}
              onChange={(value) => {
                storeResolution(value);
                setDpi(value);
              }}
            />
          )}
        </SettingRow>
        <SwitchRow
          title={t('sheets')}
          text={t('sheetsText')}
          on={remembers}
          onChange={(wanted) => {
            setRemembering(wanted);
            setRemembers(wanted);
          }}
        />
        <SwitchRow
          title={t('closes')}
          text={t('closesText')}
          on={closes}
          onChange={(wanted) => {
            setClosesAfterPrint(wanted);
            setCloses(wanted);
          }}
        />
      </ul>
    </Card>
  );
}
