import { useEffect, useEffectEvent } from 'react';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { startTimer, stopTimer } from '#services/idle.ts';
import { isWithoutProblem } from '#app/print/report/outcome.ts';
import { openedReport } from '#app/print/report/opened-report.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { closesAfterPrint } from './print-settings.ts';
import type { PrintStage } from './use-print-run.ts';

/** From the end of the run to the closing of the window (specification 2, sections 4 and 9). */
const CLOSE_AFTER_MS = 1000;

/**
 * Closes the print window about a second after a run without problems, and leaves a notification that opens the report.
 * After any problem, and if the user has disabled it, the window stays open. Returns whether it is closing.
 */
export function useClosingAfterPrint(stage: PrintStage, onClose: () => void): boolean {
  const { t, i18n } = useTranslation('print');
  const { notification } = App.useApp();
  const report = stage.type === 'over' && isWithoutProblem(stage.report) && closesAfterPrint() ? stage.report : null;

  const close = useEffectEvent((): void => {
    if (report === null) return;
    const { jobId: key, jobName, printer } = report;
    const openReport = (): void => {
      notification.destroy(key);
      openedReport.set(report);
    };
    const labels = t('summary.labels', {
      count: report.sent,
      number: numberFormat(i18n.language).format(report.sent),
    });
    notification.success({
      key,
      title: t('report.outcome.finished'),
      description: `${t('report.where', { printer, job: jobName })} · ${labels}`,
      actions: (
        <Button size="small" onClick={openReport}>
          {t('report.open')}
        </Button>
      ),
      // Shown until it is closed: nothing else is left of the run's window.
      duration: 0,
    });
    onClose();
  });
  useEffect(() => {
    if (report === null) return undefined;
    const timer = startTimer(close, CLOSE_AFTER_MS);
    return () => stopTimer(timer);
  }, [report]);
  return report !== null;
}
