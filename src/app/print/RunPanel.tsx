import type { ReactElement } from 'react';
import { CaretRightOutlined, PauseOutlined, WarningFilled } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { RunState } from '#printing/run-state.ts';
import { onFirstClick } from '#app/ui/choice/double-click.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { phaseText } from '#app/print/report/outcome.ts';
import { rowNumbers } from '#app/print/report/row-numbers.ts';
import { WorkPace } from '#app/print/report/WorkPace.tsx';
import { PrinterFaultNotice } from '#app/print/runs/PrinterFaultNotice.tsx';
import { numberFormat } from '#app/state/language-formats.ts';
import { PairAssistant } from './PairAssistant.tsx';

export interface RunActions {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
}

/**
 * Shown during a run: its progress and counts, and buttons to pause and cancel it. `SpokenRun` announces the progress.
 */
export function RunPanel(props: {
  readonly printer: string;
  readonly state: RunState;
  readonly cancelling: boolean;
  readonly actions: RunActions;
}): ReactElement {
  const { t, i18n } = useTranslation(['print', 'common']);
  const { state, cancelling, actions } = props;
  const { counts, phase } = state;
  const number = numberFormat(i18n.language);
  const share = (labels: number): number => (counts.asked === 0 ? 0 : (100 * labels) / counts.asked);
  const paused = phase.type === 'paused' || phase.type === 'held';
  return (
    <div className="print-run">
      <div role="status">
        <h3>{cancelling ? t('run.cancelling') : phaseText(t, state)}</h3>
      </div>
      <Progress
        aria-label={t('run.progress')}
        percent={share(counts.verified + counts.refused)}
        success={{ percent: share(counts.spooled) }}
        status={phase.type === 'held' ? 'exception' : 'normal'}
        format={() => `${Math.floor(share(counts.spooled + counts.refused + counts.inDoubt))} %`}
      />
      <WorkPace
        done={counts.spooled + counts.refused + counts.inDoubt}
        total={counts.asked}
        isActive={phase.type === 'running' && !cancelling}
      />
      <dl className="print-counts">
        <Count label={t('count.asked')} value={number.format(counts.asked)} />
        <Count label={t('count.verified')} value={number.format(counts.verified)} />
        <Count label={t('count.sent')} value={number.format(counts.spooled)} />
        <Count label={t('count.refused')} value={number.format(counts.refused)} alarming={counts.refused > 0} />
      </dl>
      {phase.type === 'held' ? <Held state={state} problem={phase.problem} /> : null}
      {phase.type === 'held' && phase.problem.code === 'assistant.notPaired' ? (
        <PairAssistant onPaired={actions.resume} />
      ) : null}
      <div className="print-run-buttons">
        {paused ? (
          <Button
            type="primary"
            size="large"
            icon={<CaretRightOutlined aria-hidden />}
            disabled={cancelling}
            onClick={actions.resume}
          >
            {t(phase.type === 'held' ? 'run.reconnect' : 'run.resume')}
          </Button>
        ) : (
          <Button
            size="large"
            icon={<PauseOutlined aria-hidden />}
            disabled={cancelling}
            onClick={onFirstClick(actions.pause)}
          >
            {t('run.pause')}
          </Button>
        )}
        <Button size="large" danger loading={cancelling} onClick={onFirstClick(actions.cancel)}>
          {t('run.cancel')}
        </Button>
      </div>
      {/* It appears automatically, so it is below the buttons, which must not move under a pointer. */}
      <PrinterFaultNotice printer={props.printer} />
      <p className="print-run-hint">{t('run.closable')}</p>
    </div>
  );
}

function Count(props: { readonly label: string; readonly value: string; readonly alarming?: boolean }): ReactElement {
  return (
    <div data-alarming={props.alarming ?? false}>
      <dt>{props.label}</dt>
      <dd>{props.value}</dd>
    </div>
  );
}

/** Shown while the run waits for the user: how many labels are certainly printed, and how many are unconfirmed. */
function Held(props: { readonly state: RunState; readonly problem: Problem }): ReactElement {
  const { t } = useTranslation(['print', 'problems']);
  const { counts, out } = props.state;
  const open = [...out.values()];
  const rows = rowNumbers(open.flatMap((page) => page.rows).filter((row) => row > 0));
  return (
    <div className="print-held" role="alert">
      <WarningFilled aria-hidden />
      <div>
        <strong>{problemText(t, props.problem)}</strong>
        <p>{t('run.held.confirmed', { count: counts.spooled })}</p>
        {open.length === 0 ? null : (
          <p>
            {t('run.held.open', { count: open.reduce((sum, page) => sum + page.labels, 0) })}
            {rows === '' ? '' : ` ${t('run.held.rows', { rows })}`}
          </p>
        )}
        <p>{t('run.held.safe')}</p>
      </div>
    </div>
  );
}
