import { useRef, type ReactElement } from 'react';
import type { InputRef } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { problem } from '#model/kernel/problem.ts';
import type { SavedLabel } from '#app/state/load-saved-label.ts';
import { useSavedLabel } from '#app/state/use-saved-label.ts';
import { LoadingScreen } from '#app/ui/page/LoadingScreen.tsx';
import { Page } from '#app/ui/page/Page.tsx';
import { CameraSwitch } from '../CameraSwitch.tsx';
import { hasRowPictures } from '#model/elements/image/image-element.ts';
import { PicturesField } from '#app/print/PicturesField.tsx';
import { CannotPrint } from '../CannotPrint.tsx';
import { ScanField } from './ScanField.tsx';
import { ScanList } from './ScanList.tsx';
import { ScanSettings } from './ScanSettings.tsx';
import { useScanPrint } from './use-scan-print.ts';
import './scan-print.css';

/** `/scanPrint?id=…`: prints rows of a template's spreadsheet as soon as their keys are scanned or typed. */
export function ScanPrintScreen(): ReactElement {
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  const { label, again } = useSavedLabel(id, 'scanPrint');
  const { t } = useTranslation(['ways', 'common']);
  if (label === null) return <LoadingScreen />;
  return (
    <Page title={label.ok ? t('scan.title', { name: label.value.template.label.name }) : t('common:title.scanPrint')}>
      {label.ok ? (
        <ScanPrint key={id} label={label.value} />
      ) : (
        <CannotPrint problem={label.error} label={null} onAgain={again} />
      )}
    </Page>
  );
}

function ScanPrint({ label }: { readonly label: SavedLabel }): ReactElement {
  const { t } = useTranslation(['ways', 'problems']);
  const scan = useScanPrint(label);
  const { table, dataProblem } = scan;
  const field = useRef<InputRef>(null);
  const backToField = (): void => field.current?.focus();
  const reason = table === null ? problem('print.noKeys') : dataProblem;
  return (
    <>
      {reason === null ? (
        <>
          <p className="scan-print-lead">
            {t('scan.lead', { file: table?.fileName ?? '', sheet: table?.sheet ?? '' })}
          </p>
          <div className="scan-print-parts">
            <div>
              <ScanField
                field={field}
                isReady={scan.isReady}
                label={t('scan.key')}
                placeholder={t('scan.placeholder')}
                action={t('scan.print')}
                onScan={scan.scan}
              />
              <CameraSwitch onCode={scan.scan} isReady={scan.isReady} onDone={backToField} />
              <ScanList
                entries={scan.entries}
                onPrint={(entry, row) => {
                  scan.print(entry, row);
                  backToField();
                }}
              />
            </div>
            <ScanSettings
              scan={scan}
              template={label.template}
              onDone={backToField}
              pictures={
                label.template.elements.some(hasRowPictures) ? (
                  <PicturesField template={label.template} records={null} />
                ) : null
              }
            />
          </div>
        </>
      ) : (
        <CannotPrint problem={reason} label={label} onAgain={scan.again} />
      )}
    </>
  );
}
