import type { ReactElement } from 'react';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PrintReport } from '#printing/report.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { outcomeOf, remainingOf, phaseText } from '#app/print/report/outcome.ts';
import { WorkPace } from '#app/print/report/WorkPace.tsx';
import { dateFormat, numberFormat } from '#app/state/language-formats.ts';
import type { ShownRun } from './run-manager.ts';
import { figuresOf, needsUser, type RunFigures } from './run-progress.ts';
import { PrinterFaultNotice } from './PrinterFaultNotice.tsx';
import { useRunManager } from './runs.tsx';

const FIGURES = ['asked', 'confirmed', 'underWay', 'left', 'refused', 'inDoubt'] as const;
/** Results that need attention. */
const ALARMING = new Set<string>(['refused', 'inDoubt']);

export interface RunItemProps {
  readonly run: ShownRun;
  onReport(report: PrintReport): void;
  /** Called to print labels of the run again. */
  onAgain(run: ShownRun): void;
}

/** One run in the list: its progress and actions. */
export function RunItem(props: RunItemProps): ReactElement {
  const { run } = props;
  const { t, i18n } = useTranslation(['runs', 'print', 'problems']);
  const time = dateFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' });
  const figures = figuresOf(run);
  const share = (labels: number): number => (figures.asked === 0 ? 0 : (100 * labels) / figures.asked);
  const reason = reasonOf(run);
  return (
    <li className="run-item" data-waits={needsUser(run)} aria-label={run.jobName}>
      <div className="run-item-head">
        <strong>{run.jobName}</strong>
        <span>
          {run.printer} · {time.format(run.startedAt)}
        </span>
      </div>
      <p role="status">
        <StageText run={run} />
      </p>
      <Progress
        aria-label={t('print:run.progress')}
        percent={share(figures.asked - figures.left)}
        success={{ percent: share(figures.confirmed) }}
        status={needsUser(run) ? 'exception' : 'normal'}
        showInfo={false}
        size="small"
      />
      {run.stage.type === 'running' ? (
        <WorkPace
          done={figures.confirmed + figures.refused + figures.inDoubt}
          total={figures.asked}
          isActive={run.stage.state.phase.type === 'running' && !run.stage.cancelling}
        />
      ) : null}
      <Figures figures={figures} isUnconfirmed={run.isUnconfirmed} />
      <RunButtons {...props} />
      {/* Parts that appear automatically are below the buttons, which must not move under a pointer. */}
      {reason === null ? null : <p className="run-item-reason">{problemText(t, reason)}</p>}
      {run.stage.type === 'running' ? <PrinterFaultNotice printer={run.printer} /> : null}
      {run.stage.type === 'kept' && !run.stage.isElsewhere ? <p className="run-item-hint">{t('runs:hint')}</p> : null}
    </li>
  );
}

function reasonOf({ stage }: ShownRun): PrintReport['problem'] {
  if (stage.type === 'over') return stage.report.problem;
  if (stage.type === 'kept') return stage.problem;
  return stage.state.phase.type === 'held' ? stage.state.phase.problem : null;
}

function StageText({ run: { stage } }: { readonly run: ShownRun }): string {
  const { t } = useTranslation(['print', 'runs']);
  if (stage.type === 'over') return t(`print:report.outcome.${outcomeOf(stage.report)}`);
  if (stage.type === 'kept') return t(stage.isElsewhere ? 'runs:elsewhere' : 'runs:interrupted');
  return stage.cancelling ? t('print:run.cancelling') : phaseText(t, stage.state);
}

/**
 * The figures that add up to the requested labels: always all of them, so that nothing below moves when they change.
 */
function Figures({
  figures,
  isUnconfirmed,
}: {
  readonly figures: RunFigures;
  readonly isUnconfirmed: boolean;
}): ReactElement {
  const { t, i18n } = useTranslation('runs');
  const number = numberFormat(i18n.language);
  return (
    <dl className="run-item-figures">
      {FIGURES.map((name) => (
        <div key={name} data-nought={figures[name] === 0} data-alarming={ALARMING.has(name) && figures[name] > 0}>
          <dt>{t(name === 'confirmed' && isUnconfirmed ? 'handedOver' : name)}</dt>
          <dd>{number.format(figures[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function RunButtons({ run, onReport, onAgain }: RunItemProps): ReactElement | null {
  const { t, i18n } = useTranslation(['runs', 'print']);
  const manager = useRunManager();
  const { jobId, stage } = run;
  const remaining = stage.type === 'over' ? remainingOf(stage.report) : 0;
  const againButton = (disabled: boolean): ReactElement => (
    <Button size="small" disabled={disabled} onClick={() => onAgain(run)}>
      {remaining === 0
        ? t('runs:again')
        : t('print:report.printRemaining', { number: numberFormat(i18n.language).format(remaining) })}
    </Button>
  );
  if (stage.type === 'over') {
    return (
      <div className="run-item-buttons">
        <Button size="small" onClick={() => onReport(stage.report)}>
          {t('runs:report')}
        </Button>
        {againButton(false)}
        <Button size="small" onClick={() => manager.dismiss(jobId)}>
          {t('runs:dismiss')}
        </Button>
      </div>
    );
  }
  if (stage.type === 'kept') {
    // Only the page that owns the run controls it.
    if (stage.isElsewhere) return null;
    return (
      <div className="run-item-buttons">
        <Button size="small" type="primary" loading={stage.isBusy} onClick={() => void manager.goOn(jobId)}>
          {t('runs:goOn')}
        </Button>
        {againButton(stage.isBusy)}
        <Button
          size="small"
          danger
          className="run-item-end"
          disabled={stage.isBusy}
          onClick={() => void manager.discard(jobId)}
        >
          {t('runs:discard')}
        </Button>
      </div>
    );
  }
  const { type } = stage.state.phase;
  const isStill = type === 'paused' || type === 'held';
  // A run also pauses and resumes automatically: every button is always there, so that none moves under the pointer.
  return (
    <div className="run-item-buttons">
      {isStill ? (
        <Button size="small" type="primary" disabled={stage.cancelling} onClick={() => manager.resume(jobId)}>
          {t(type === 'held' ? 'print:run.reconnect' : 'print:run.resume')}
        </Button>
      ) : (
        <Button size="small" disabled={stage.cancelling} onClick={() => manager.pause(jobId)}>
          {t('print:run.pause')}
        </Button>
      )}
      {againButton(!isStill || !stage.state.started || stage.cancelling)}
      <Button
        size="small"
        danger
        className="run-item-end"
        disabled={stage.cancelling}
        onClick={() => manager.cancel(jobId)}
      >
        {t('print:run.cancel')}
      </Button>
    </div>
  );
}
