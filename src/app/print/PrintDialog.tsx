import { useCallback, useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { boundTables, hasSequences } from '#model/data/tables.ts';
import type { Template } from '#model/template/template.ts';
import { plannedSheets } from '#printing/plan.ts';
import type { PrintReport } from '#printing/report.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { readStored, writeStored } from '#app/state/browser-storage.ts';
import { useServices } from '#app/state/services.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { DEFAULT_DPI, resolutionsOf, storedGrade, usableDpi, type PrintSettings } from './print-settings.ts';
import { ReportView } from './ReportView.tsx';
import { chosenRanges, selectRecords } from './row-selection.ts';
import { RunPanel } from './RunPanel.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';
import { labelsPerPage, usePreview } from './use-preview.ts';
import { usePrintRun } from './use-print-run.ts';
import { usePrinters } from './use-printers.ts';
import { useRecordSource } from './use-record-source.ts';
import './print-dialog.css';
import './print-outcome.css';

export interface PrintDialogProps {
  readonly open: boolean;
  readonly template: Template;
  /** What the printer's queue shows as the job's name. */
  readonly templateName: string;
  /** The template's id on the server, to record its use there; absent while it was never saved. */
  readonly templateId?: string | null;
  readonly onClose: () => void;
}

const PRINTER_KEY = 'printer';
const GRADE_KEY = 'minGrade';

/** Preview and print. Closing it while a run is going asks first. */
export function PrintDialog(props: PrintDialogProps): ReactElement {
  const { t } = useTranslation('print');
  const [running, setRunning] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <Modal
      open={props.open}
      title={t('title', { name: props.templateName })}
      className="print-modal"
      width="min(1280px, calc(100vw - 48px))"
      centered
      destroyOnHidden
      footer={null}
      keyboard={!running}
      mask={{ closable: !running }}
      onCancel={() => (running ? setAsking(true) : props.onClose())}
    >
      {props.open ? <PrintDialogBody {...props} onRunning={setRunning} /> : null}
      <Modal
        open={asking && running}
        title={t('leave.title')}
        centered
        okText={t('leave.stop')}
        okButtonProps={{ danger: true }}
        cancelText={t('leave.stay')}
        onOk={props.onClose}
        onCancel={() => setAsking(false)}
      >
        <p>{t('leave.text')}</p>
      </Modal>
    </Modal>
  );
}

function PrintDialogBody(props: PrintDialogProps & { readonly onRunning: (running: boolean) => void }): ReactElement {
  const { template, templateName, templateId, onRunning } = props;
  const { t, i18n } = useTranslation(['print', 'common', 'problems']);
  const { api, assistant } = useServices();
  const printers = usePrinters();
  const [pageIndex, setPageIndex] = useState(0);
  const [chosen, setChosen] = useState<PrintSettings>(() => ({
    printer: readStored(PRINTER_KEY) ?? '',
    copies: 1,
    dpi: DEFAULT_DPI,
    minGrade: storedGrade(readStored(GRADE_KEY)),
    overflow: 'refuse',
    rows: { type: 'all' },
    printBackground: template.label.printBackground,
  }));

  const printer = printers.list?.find((known) => known.name === chosen.printer) ?? printers.list?.[0];
  const resolutions = resolutionsOf(printer);
  const settings = { ...chosen, printer: printer?.name ?? '', dpi: usableDpi(chosen.dpi, resolutions) };
  const { printBackground, rows } = chosen;
  const printed = useMemo(
    (): Template => ({ ...template, label: { ...template.label, printBackground } }),
    [template, printBackground],
  );

  const { source, again } = useRecordSource(template);
  const bound = useMemo(() => boundTables(template).length > 0, [template]);
  const total = source?.ok === true ? source.value.count : 0;
  const copies = settings.copies ?? 1;
  // With sequences alone the copies are labels, each with the next value.
  const numbered = useMemo(() => !bound && hasSequences(template), [bound, template]);
  const copiesOfEach = numbered ? 1 : copies;
  const count = numbered ? Math.min(total, copies) : total;
  const ranges = useMemo(() => chosenRanges(bound ? rows : { type: 'all' }, count), [bound, rows, count]);
  const records = useMemo(
    () => (source?.ok === true && ranges.ok ? selectRecords(source.value, ranges.value) : null),
    [source, ranges],
  );
  const plan = { totalRows: records?.count ?? 0, copies: copiesOfEach, sheetCells: labelsPerPage(printed) };
  const preview = usePreview(printed, settings, copiesOfEach, records, pageIndex);

  const onOver = useCallback(
    (report: PrintReport) => {
      onRunning(false);
      if (report.outcome === 'finished') assistant.close();
      if (report.sent > 0 && typeof templateId === 'string') void api.call('countCloudUse', { id: templateId });
    },
    [api, assistant, onRunning, templateId],
  );
  const { stage, start, actions, choose } = usePrintRun(onOver);
  const number = new Intl.NumberFormat(i18n.language);
  const lastPage = Math.max(0, preview.pageCount - 1);
  const empty = template.elements.length === 0;
  const ready = records !== null && settings.printer !== '' && printers.problem === null && !empty;

  function change(next: PrintSettings): void {
    if (next.printer !== settings.printer) writeStored(PRINTER_KEY, next.printer);
    if (next.minGrade !== settings.minGrade) writeStored(GRADE_KEY, next.minGrade);
    if (next.rows !== settings.rows || next.copies !== settings.copies) setPageIndex(0);
    setChosen(next);
  }
  function print(): void {
    if (records === null) return;
    onRunning(true);
    start({
      jobName: templateName,
      template: printed,
      records,
      printer: settings.printer,
      dpi: settings.dpi,
      minGrade: settings.minGrade,
      overflow: settings.overflow,
      copies: copiesOfEach,
    });
  }

  return (
    <div className="print-dialog">
      {stage.type === 'over' ? (
        <ReportView report={stage.report} />
      ) : source?.ok === false ? (
        <div className="print-preview print-preview-problem" role="alert">
          <p>{problemText(t, source.error)}</p>
          <Button onClick={again}>{t('common:action.retry')}</Button>
        </div>
      ) : (
        <PreviewPane
          preview={preview}
          pageIndex={Math.min(pageIndex, lastPage)}
          onPage={(index) => setPageIndex(Math.min(lastPage, Math.max(0, index)))}
        />
      )}
      <aside className="print-side">
        {stage.type === 'running' ? (
          <RunPanel state={stage.state} cancelling={stage.cancelling} actions={actions} />
        ) : stage.type === 'over' ? (
          <div className="print-side-end">
            <Button size="large" onClick={choose}>
              {t('report.again')}
            </Button>
            <Button size="large" type="primary" onClick={props.onClose}>
              {t('common:action.close')}
            </Button>
          </div>
        ) : (
          <>
            <SettingsPanel
              settings={settings}
              onChange={change}
              printers={printers}
              resolutions={resolutions}
              rowCount={bound ? total : 0}
              numbered={numbered}
              rowProblem={ranges.ok || source?.ok !== true ? null : ranges.error}
              hasBackground={template.label.background !== null}
              disabled={false}
            />
            <div className="print-side-end">
              {empty ? <Alert type="warning" showIcon title={problemText(t, { code: 'print.noContent' })} /> : null}
              <p className="print-summary">
                {records === null
                  ? ''
                  : t('summary.text', {
                      labels: t('summary.labels', {
                        count: plan.totalRows * copiesOfEach,
                        number: number.format(plan.totalRows * copiesOfEach),
                      }),
                      pages: t('summary.pages', {
                        count: plannedSheets(plan),
                        number: number.format(plannedSheets(plan)),
                      }),
                    })}
              </p>
              <Button
                type="primary"
                size="large"
                block
                icon={<PrinterOutlined aria-hidden />}
                disabled={!ready}
                onClick={print}
              >
                {t('action.print')}
              </Button>
            </div>
          </>
        )}
      </aside>
    </div>
  );
}
