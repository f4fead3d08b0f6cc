import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { blanksOf, filledTemplate, NOTHING_FILLED } from '#model/data/blanks.ts';
import { hasRowPictures } from '#model/elements/image/image-element.ts';
import { boundTables } from '#model/data/tables.ts';
import type { Template } from '#model/template/template.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { templateIn } from '#model/template/translated-template.ts';
import { plannedSheets } from '#printing/plan.ts';
import type { SheetChoice } from '#services/storage/row-choices.ts';
import type { PrintedTemplate } from '#protocol/printing.ts';
import { onFirstClick } from '#app/ui/choice/double-click.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { refusedRows } from '#app/print/reprint/refused-rows.ts';
import { createLazyComponent, FallbackDialog, FallbackNotice, type LazyComponent } from '#app/ui/lazy-component.tsx';
import type { ReportViewProps } from '#app/print/report/ReportView.tsx';
import type { ReprintDialogProps } from '#app/print/reprint/ReprintDialog.tsx';
import { chosenPrinter, keepPrinter } from '#app/state/chosen-printer.ts';
import { useServices } from '#app/state/services.tsx';
import { CounterProblem } from './CounterProblem.tsx';
import { takeValues } from '#app/print/runs/counters.ts';
import { firstFreeCell, isRemembering, setRemembering } from '#app/print/runs/part-used-sheets.ts';
import { LabelNotices } from './LabelNotices.tsx';
import { LengthNotice } from './LengthNotice.tsx';
import { RepeatNotices, type RepeatedPrint } from './RepeatNotices.tsx';
import { LabelPicture } from './LabelPicture.tsx';
import { calibrationOf, startingDpi, usableDpi } from '#protocol/printer-info.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { keepWantedGrade, orderedSettings, resolutionsOf, wantedGrade, type PrintSettings } from './print-settings.ts';
import { RowChooser } from './RowChooser.tsx';
import { RunPanel } from './RunPanel.tsx';
import { SpokenRun } from './SpokenRun.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';
import { labelsPerPage, usePreview } from './use-preview.ts';
import { useClosingAfterPrint } from './use-closing-after-print.tsx';
import { useCounters } from './use-counters.ts';
import { usePrintRun } from './use-print-run.ts';
import { usePageOfRow } from './page-of-row.ts';
import { usePrinters } from './use-printers.ts';
import { LimitRow } from './LimitRow.tsx';
import { PicturesField } from './PicturesField.tsx';
import { usePrintRecords } from './use-print-records.ts';
import './print-dialog.css';

export interface PrintDialogProps {
  readonly open: boolean;
  readonly template: Template;
  /** The job name in the printer's queue. */
  readonly templateName: string;
  /** The template's id on the server, to record its use there; absent if it was never saved. */
  readonly templateId?: string | null;
  /** The template in the print history; absent if it was never saved. */
  readonly recorded?: PrintedTemplate;
  /** The initial settings of a repeated print, and what has changed since. */
  readonly repeat?: RepeatedPrint | null;
  /** The current record when the dialog opens, counted from 0: its page is shown first. */
  readonly shownRow?: number;
  /** The language that the canvas shows, if it was chosen there. */
  readonly shownLanguage?: LanguageTag | null;
  /** Starts small, with printer, copies and rows; other settings are shown on demand. */
  readonly brief?: boolean;
  /** Called when the repeated print has started, or has become an independent print. */
  readonly onRepeatDone?: () => void;
  readonly onClose: () => void;
}

/** The settings chosen here; null while the printer's own resolution applies. */
type ChosenSettings = Omit<PrintSettings, keyof SheetChoice | 'dpi' | 'firstCell'> & {
  readonly dpi: number | null;
  readonly firstCell: number | null;
};

const NEVER_SAVED: PrintedTemplate = { id: '', type: 'cloud', revision: 0 };

/* What follows a run is fetched when the dialog opens: the report's table is as large as the dialog itself. */
const report: LazyComponent<ReportViewProps> = createLazyComponent(
  async () => (await import('#app/print/report/ReportView.tsx')).ReportView,
  FallbackNotice,
);
const reprint: LazyComponent<ReprintDialogProps> = createLazyComponent(
  async () => (await import('#app/print/reprint/ReprintDialog.tsx')).ReprintDialog,
  FallbackDialog,
);

/** Preview and print. A started run continues after the dialog is closed. */
export function PrintDialog(props: PrintDialogProps): ReactElement {
  const { t } = useTranslation('print');
  const [brief, setBrief] = useState(props.brief === true);
  return (
    <Modal
      open={props.open}
      title={t('title', { name: props.templateName })}
      className="print-modal"
      width={`min(${brief ? 880 : 1280}px, calc(100vw - 48px))`}
      centered
      destroyOnHidden
      footer={null}
      onCancel={props.onClose}
    >
      {props.open ? <PrintDialogBody {...props} brief={brief} onAllSettings={() => setBrief(false)} /> : null}
    </Modal>
  );
}

interface BodyProps extends PrintDialogProps {
  readonly brief: boolean;
  readonly onAllSettings: () => void;
}

function PrintDialogBody(props: BodyProps): ReactElement {
  const { templateName, templateId = null } = props;
  // The texts of runs, too: the dialog would be empty while they are loaded for the run that it starts.
  const { t, i18n } = useTranslation(['print', 'common', 'problems', 'runs']);
  const { api } = useServices();
  const printers = usePrinters();
  const counters = useCounters(props.template, templateId);
  const { template: original } = counters;
  const [wantedPage, setPageIndex] = useState<number | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<ChosenSettings>(() => ({
    printer: chosenPrinter(),
    copies: 1,
    dpi: null,
    firstCell: null,
    minGrade: wantedGrade(),
    overflow: 'refuse',
    printBackground: original.label.printBackground,
    language: props.shownLanguage ?? null,
    ...props.repeat?.settings,
  }));
  // A repeated print may name a language that the label no longer has.
  const tags = original.label.languages?.tags ?? [];
  const language = tags.find((tag) => tag === chosen.language) ?? null;
  const template = useMemo(() => templateIn(original, language), [original, language]);

  const [remembersSheets, setRemembersSheets] = useState(isRemembering);
  const [isPlaceReadable, setPlaceReadable] = useState(true);

  const printer = printers.list?.find((known) => known.name === chosen.printer) ?? printers.list?.[0];
  const resolutions = resolutionsOf(printer);
  const { printBackground } = chosen;
  // The values filled in for the repeated run, not today's.
  const { blanks = NOTHING_FILLED } = props.repeat ?? {};
  const printed = useMemo(
    (): Template => filledTemplate({ ...template, label: { ...template.label, printBackground } }, blanks),
    [template, printBackground, blanks],
  );

  const data = usePrintRecords(template, chosen.copies ?? 1);
  const { records, choice, copiesOfEach } = data;
  const settings: PrintSettings = {
    ...chosen,
    printer: printer?.name ?? '',
    dpi: usableDpi(chosen.dpi ?? startingDpi(printer), resolutions),
    firstCell: Math.min(
      chosen.firstCell ?? firstFreeCell(printer?.name ?? '', printed.label),
      labelsPerPage(printed) - 1,
    ),
    rows: choice.rows,
    copiesColumn: choice.copiesColumn,
    language,
  };
  const sheets = plannedSheets({
    totalLabels: data.labels / copiesOfEach,
    copies: copiesOfEach,
    sheetCells: labelsPerPage(printed),
    firstCell: settings.firstCell,
  });
  const pageOfShown = usePageOfRow({
    // A repeated print shows its first page.
    row: props.repeat === undefined || props.repeat === null ? (props.shownRow ?? 0) : 0,
    rows: data.frozen?.rows ?? null,
    records,
    copies: copiesOfEach,
    perPage: labelsPerPage(printed),
    firstCell: settings.firstCell,
  });
  const pageIndex = wantedPage ?? pageOfShown;
  const preview = usePreview(
    printed,
    { ...settings, calibration: calibrationOf(printer) },
    copiesOfEach,
    records,
    pageIndex,
  );

  const { stage, start, actions, choose, follow } = usePrintRun();
  useEffect(() => void Promise.allSettled([report.fetch(), reprint.fetch()]), []);
  const [isReprinting, setReprinting] = useState(false);
  const isClosing = useClosingAfterPrint(stage, props.onClose);
  const number = numberFormat(i18n.language);
  const empty = template.elements.length === 0;
  const counted = counters.problem === null && !counters.asking;
  // The preview continues with one copy; no number is assumed for the print.
  const isCounted = settings.copies !== null;
  const ready =
    records !== null &&
    isCounted &&
    isPlaceReadable &&
    data.labelProblem === null &&
    counted &&
    settings.printer !== '' &&
    printers.problem === null &&
    !empty;

  const sheet = {
    rows: printed.label.rows,
    columns: printed.label.columns,
    isReadable: isPlaceReadable,
    onReadable: setPlaceReadable,
    remembers: remembersSheets,
    onRemember(wanted: boolean): void {
      setRemembering(wanted);
      setRemembersSheets(wanted);
    },
  };

  function change(next: PrintSettings): void {
    if (next.printer !== settings.printer) {
      keepPrinter(next.printer);
      // Another printer has another sheet.
      setPlaceReadable(true);
    }
    if (next.minGrade !== settings.minGrade) keepWantedGrade(next.minGrade);
    const { rows, copiesColumn, ...others } = next;
    const rowsChange = rows !== settings.rows || copiesColumn !== settings.copiesColumn;
    if (rowsChange || next.copies !== settings.copies || next.language !== language) setPageIndex(0);
    if (rowsChange) choice.choose({ rows, copiesColumn });
    // Settings that were not chosen here come from the printer's saved ones, also for the next printer.
    setChosen({
      ...others,
      dpi: next.dpi === settings.dpi ? chosen.dpi : next.dpi,
      firstCell:
        next.printer !== settings.printer
          ? null
          : next.firstCell === settings.firstCell
            ? chosen.firstCell
            : next.firstCell,
    });
  }
  function print(): void {
    if (records === null || data.frozen === null) return;
    const repeats = props.repeat?.of === undefined ? {} : { repeats: props.repeat.of };
    const about = {
      jobName: templateName,
      template: props.recorded ?? NEVER_SAVED,
      tables: boundTables(printed),
      blanks: blanksOf(printed),
      settings,
      asked: data.labels,
      ...repeats,
    };
    start(about, {
      templateId,
      printed: about.template,
      jobName: templateName,
      template: printed,
      takeValues: () => takeValues(api, templateId, printed, records.count),
      records,
      frozen: data.frozen,
      ...orderedSettings(settings, printer, copiesOfEach),
      ...repeats,
    });
    // The next run starts where this one ends.
    setChosen({ ...chosen, firstCell: null });
    props.onRepeatDone?.();
  }

  return (
    // A press of Enter that opened the dialog must not reach the Print button.
    <div className="print-dialog" data-brief={props.brief} data-over={stage.type === 'over'} data-focus="title">
      {stage.type === 'over' ? (
        <report.Part report={stage.report} takesFocus onAgain={() => setReprinting(true)} />
      ) : (
        <LabelPicture data={data} preview={preview} pageIndex={pageIndex} onPage={setPageIndex} />
      )}
      {choosing && data.table !== null ? (
        <RowChooser
          table={data.table}
          extent={data.extent}
          choice={choice.rows}
          onChoose={(rows) => {
            setChoosing(false);
            change({ ...settings, rows });
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
      {isReprinting && stage.type === 'over' ? (
        <reprint.Part
          jobId={stage.report.jobId}
          jobName={templateName}
          refused={refusedRows(stage.report)}
          isOver
          isCanceled={stage.report.outcome === 'cancelled'}
          onClose={() => setReprinting(false)}
          onStarted={(jobId) => {
            setReprinting(false);
            follow(jobId);
          }}
          onOpened={props.onClose}
        />
      ) : null}
      <aside className="print-side">
        <SpokenRun stage={stage} isClosing={isClosing} />
        {printer?.confirms === false && stage.type !== 'over' ? (
          <Alert type="warning" showIcon title={t('assistant.unconfirmed')} />
        ) : null}
        {stage.type === 'running' ? (
          <RunPanel printer={settings.printer} state={stage.state} cancelling={stage.cancelling} actions={actions} />
        ) : stage.type === 'over' ? (
          <div className="print-side-end">
            <Button
              size="large"
              onClick={onFirstClick(() => {
                counters.again();
                choose();
              })}
            >
              {t('report.again')}
            </Button>
            <Button size="large" type="primary" onClick={onFirstClick(props.onClose)}>
              {t('common:action.close')}
            </Button>
          </div>
        ) : (
          <>
            <SettingsPanel
              settings={settings}
              template={original}
              onChange={change}
              printers={printers}
              resolutions={resolutions}
              isBound={data.table !== null}
              extent={data.table === null ? null : data.extent}
              isChoiceKnown={choice.isKnown}
              columns={choice.columns}
              numbered={data.numbered}
              onChooseRows={() => setChoosing(true)}
              rowProblem={data.rowProblem}
              rowsOfLastPrint={data.rowsOfLastPrint}
              hasBackground={template.label.background !== null}
              labelProblem={data.labelProblem}
              sheet={props.brief ? null : sheet}
              disabled={false}
              brief={props.brief}
              pictures={
                printed.elements.some(hasRowPictures) ? <PicturesField template={printed} records={records} /> : null
              }
            />
            {props.brief ? (
              <Button type="link" className="print-all-settings" onClick={props.onAllSettings}>
                {t('settings.all')}
              </Button>
            ) : null}
            <div className="print-side-end">
              <RepeatNotices
                repeat={props.repeat ?? null}
                languages={original.label.languages}
                settings={settings}
                printers={printers.list}
                columns={choice.columns}
                onForget={props.onRepeatDone}
              />
              <LabelNotices label={template.label} />
              <LengthNotice label={template.label} printer={printer} />
              {blanks.size === 0 && blanksOf(printed).length > 0 ? (
                <p className="print-limit">{t('examples')}</p>
              ) : null}
              <CounterProblem problem={counters.problem} onAgain={counters.again} />
              {empty ? <Alert type="warning" showIcon title={problemText(t, { code: 'print.noContent' })} /> : null}
              <p className="print-summary">
                {records === null || !isCounted
                  ? ''
                  : t('summary.text', {
                      labels: t('summary.labels', { count: data.labels, number: number.format(data.labels) }),
                      pages: t('summary.pages', { count: sheets, number: number.format(sheets) }),
                    })}
              </p>
              <LimitRow data={data} />
              {records?.editedCells === undefined ? null : (
                <p className="print-limit">{t('edited', { count: records.editedCells })}</p>
              )}
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
