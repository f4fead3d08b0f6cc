import { useState, type JSX } from 'react';
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { documentData } from '#model/data/frozen-data.ts';
import { documentRecords } from '#model/data/document-records.ts';
import { documentTemplate } from '#model/document/document-template.ts';
import { onFirstClick } from '#app/ui/choice/double-click.ts';
import { orderedSettings, type PrintSettings } from '#app/print/print-settings.ts';
import { RunPanel } from '#app/print/RunPanel.tsx';
import { SpokenRun } from '#app/print/SpokenRun.tsx';
import { usePrintRun } from '#app/print/use-print-run.ts';
import { ReportView } from '#app/print/report/ReportView.tsx';
import { refusedRows } from '#app/print/reprint/refused-rows.ts';
import { ReprintDialog } from '#app/print/reprint/ReprintDialog.tsx';
import type { PrintedTemplate } from '#protocol/printing.ts';
import { PrintChoices } from './PrintChoices.tsx';
import { useChosenPrint } from './use-chosen-print.ts';
import type { DocumentPrint } from './use-document-print.ts';
import '#app/print/print-dialog.css';

/** Documents are printed without a template. */
const NO_TEMPLATE: PrintedTemplate = { id: '', type: 'cloud', revision: 0 };

/** The settings of the print; then the run and its report. A run continues after the dialog is closed. */
export function DocumentPrintDialog(props: {
  readonly print: DocumentPrint;
  readonly onClose: () => void;
}): JSX.Element {
  const { print, onClose } = props;
  const { t } = useTranslation(['print', 'documents', 'common']);
  const { stage, start, actions, choose, follow } = usePrintRun();
  const chosen = useChosenPrint(print);
  const { copies, isCollated, minGrade, firstCell } = chosen;
  const [isReprinting, setReprinting] = useState(false);
  const { printer, dpi, jobName } = print;

  const isReady =
    copies !== null && chosen.sheet.isReadable && printer !== undefined && print.printers.problem === null;

  function order(): void {
    if (copies === null || printer === undefined) return;
    const plan = { ...print.plan, collatedCopies: isCollated ? copies : 1 };
    const template = documentTemplate(plan, jobName);
    const records = documentRecords(plan);
    const settings: PrintSettings = {
      printer: printer.name,
      copies,
      dpi,
      minGrade,
      overflow: 'allow',
      rows: { type: 'all' },
      copiesColumn: null,
      printBackground: false,
      language: null,
      firstCell,
    };
    const { edits: _none, ...frozen } = documentData(plan);
    start(
      { jobName, template: NO_TEMPLATE, tables: [], blanks: [], settings, asked: print.labels.length * copies },
      {
        templateId: null,
        printed: NO_TEMPLATE,
        jobName,
        template,
        records,
        frozen,
        ...orderedSettings(settings, printer, isCollated ? 1 : copies),
      },
    );
    chosen.forgetFirstCell();
  }

  return (
    <Modal
      open
      centered
      footer={null}
      width={stage.type === 'over' ? 720 : 460}
      title={t('title', { name: jobName })}
      onCancel={onClose}
    >
      <SpokenRun stage={stage} />
      {stage.type === 'running' ? (
        <RunPanel printer={printer?.name ?? ''} state={stage.state} cancelling={stage.cancelling} actions={actions} />
      ) : stage.type === 'over' ? (
        <div className="doc-report">
          <ReportView report={stage.report} takesFocus onAgain={() => setReprinting(true)} />
          <div className="doc-report-end">
            <Button size="large" onClick={onFirstClick(choose)}>
              {t('report.again')}
            </Button>
            <Button size="large" type="primary" onClick={onFirstClick(onClose)}>
              {t('common:action.close')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="print-settings" data-focus="title">
          <PrintChoices print={print} chosen={chosen} />
          <Button
            type="primary"
            size="large"
            block
            icon={<PrinterOutlined aria-hidden />}
            disabled={!isReady}
            onClick={order}
          >
            {t('action.print')}
          </Button>
        </div>
      )}
      {isReprinting && stage.type === 'over' ? (
        <ReprintDialog
          jobId={stage.report.jobId}
          jobName={jobName}
          refused={refusedRows(stage.report)}
          isOver
          onClose={() => setReprinting(false)}
          onStarted={(jobId) => {
            setReprinting(false);
            follow(jobId);
          }}
          onOpened={onClose}
        />
      ) : null}
    </Modal>
  );
}
