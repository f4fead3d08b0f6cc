import { useRef } from 'react';
import type { ReactElement } from 'react';
import { Alert, Button, type InputRef } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import type { SavedLabel } from '#app/saved-label/load-saved-label.ts';
import { useSavedLabel } from '#app/saved-label/use-saved-label.ts';
import { LoadingScreen } from '#app/shell/LoadingScreen.tsx';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { CameraSwitch } from '../camera/CameraSwitch.tsx';
import { ScanField } from './ScanField.tsx';
import { ScanList } from './ScanList.tsx';
import { ScanSettings } from './ScanSettings.tsx';
import { useScanPrint } from './use-scan-print.ts';
import './scan-print.css';

/** `/scanPrint?id=…`: prints rows of a template's spreadsheet, each as soon as its key is scanned or typed. */
export function ScanPrintScreen(): ReactElement {
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  const { label, again } = useSavedLabel(id);
  if (label === null) return <LoadingScreen />;
  return (
    <div className="scan-print">
      {label.ok ? (
        <ScanPrint key={id} label={label.value} />
      ) : (
        <CannotScan problem={label.error} label={null} onAgain={again} />
      )}
    </div>
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
      <h1>{t('scan.title', { name: label.template.label.name })}</h1>
      {reason === null ? (
        <>
          <p className="scan-print-lead">
            {t('scan.lead', { file: table?.fileName ?? '', sheet: table?.sheet ?? '' })}
          </p>
          <div className="scan-print-parts">
            <div>
              <ScanField field={field} isReady={scan.isReady} onScan={scan.scan} />
              <CameraSwitch onCode={scan.scan} isReady={scan.isReady} onDone={backToField} />
              <ScanList
                entries={scan.entries}
                onPrint={(entry, row) => {
                  scan.print(entry, row);
                  backToField();
                }}
              />
            </div>
            <ScanSettings scan={scan} onDone={backToField} />
          </div>
        </>
      ) : (
        <CannotScan problem={reason} label={label} onAgain={scan.again} />
      )}
    </>
  );
}

/** Why nothing can be scanned, and the way to mend it: a spreadsheet is bound and connected in the editor. */
function CannotScan(props: {
  readonly problem: Problem;
  readonly label: SavedLabel | null;
  readonly onAgain: () => void;
}): ReactElement {
  const { t } = useTranslation(['ways', 'common', 'problems']);
  const { label } = props;
  return (
    <Alert
      type="warning"
      showIcon
      title={problemText(t, props.problem)}
      description={label === null ? null : <Link to={editLabelPath(label.attributes, 'edit')}>{t('scan.edit')}</Link>}
      action={
        props.problem.code === 'print.noKeys' ? null : (
          <Button size="small" onClick={props.onAgain}>
            {t('common:action.retry')}
          </Button>
        )
      }
    />
  );
}
