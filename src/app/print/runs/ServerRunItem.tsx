import { useState, type ReactElement } from 'react';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { SERVER_RUN_PAGES_PATH, type RunSteering, type ServerRun } from '#protocol/api.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { dateFormat, numberFormat } from '#app/state/language-formats.ts';
import { useServerRunManager } from './runs.tsx';
import { isOpenRun, needsOwner, shareOfRun } from './server-run-figures.ts';

interface ServerRunItemProps {
  readonly run: ServerRun;
  onReport(run: ServerRun): void;
  /** Called to resolve its unconfirmed pages. */
  onDoubt(run: ServerRun): void;
}

/** One run of the server in the list: its progress, cost, and actions. */
export function ServerRunItem({ run, onReport, onDoubt }: ServerRunItemProps): ReactElement {
  const { t, i18n } = useTranslation(['runs', 'print', 'problems', 'common']);
  const manager = useServerRunManager();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const time = dateFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' });
  const { printer, format, state, origin } = run;
  const isOpen = isOpenRun(run);
  const notice = problem === null ? run.problem : (noticeText(t, problem) ?? '');

  async function act(action: RunSteering | 'putAway'): Promise<void> {
    setBusy(true);
    setProblem(null);
    const fault = action === 'putAway' ? await manager.putAway(run.id) : await manager.steer(run.id, action);
    setBusy(false);
    setProblem(fault);
  }

  return (
    <li className="run-item" data-waits={needsOwner(run)} aria-label={run.name}>
      <div className="run-item-head">
        <strong>{run.name}</strong>
        <span>
          {printer === '' ? format.toUpperCase() : printer} · {time.format(new Date(run.add_time))}
        </span>
      </div>
      <p role="status">
        {state === 'printing' && run.printing !== 'ended' && run.printing !== ''
          ? t(`server.printing.${run.printing}`)
          : t(`server.state.${state}`)}
        <span className="run-item-origin"> · {t(`server.origin.${origin}`)}</span>
      </p>
      <Progress
        aria-label={t('print:run.progress')}
        percent={100 * shareOfRun(run)}
        status={needsOwner(run) || state === 'failed' ? 'exception' : 'normal'}
        showInfo={false}
        size="small"
      />
      <Figures run={run} />
      <div className="run-item-buttons">
        {needsOwner(run) ? (
          <Button size="small" type="primary" onClick={() => onDoubt(run)}>
            {t('doubt.open')}
          </Button>
        ) : null}
        {isOpen ? (
          <>
            {state === 'paused' ? (
              <Button size="small" type="primary" disabled={busy} onClick={() => void act('resume')}>
                {t('print:run.resume')}
              </Button>
            ) : (
              <Button size="small" disabled={busy} onClick={() => void act('pause')}>
                {t('print:run.pause')}
              </Button>
            )}
            <Button size="small" danger className="run-item-end" disabled={busy} onClick={() => void act('cancel')}>
              {t('print:run.cancel')}
            </Button>
          </>
        ) : (
          <>
            <Button size="small" onClick={() => onReport(run)}>
              {t('report')}
            </Button>
            {state === 'done' && run.pages > 0 ? (
              <Button size="small" href={SERVER_RUN_PAGES_PATH.replace(':id', run.id)} download>
                {t('server.download')}
              </Button>
            ) : null}
            <Button size="small" disabled={busy} onClick={() => void act('putAway')}>
              {t('dismiss')}
            </Button>
          </>
        )}
      </div>
      {notice === '' ? null : <p className="run-item-reason">{notice}</p>}
    </li>
  );
}

const FIGURES = ['asked', 'made', 'refused', 'printed', 'inDoubt'] as const;
const ALARMING: ReadonlySet<string> = new Set(['refused', 'inDoubt']);

/** Labels and pages, and their cost so far. */
export function Figures({ run }: { readonly run: ServerRun }): ReactElement {
  const { t, i18n } = useTranslation('runs');
  const number = numberFormat(i18n.language);
  const seconds = numberFormat(i18n.language, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
  const values: Readonly<Record<(typeof FIGURES)[number], number>> = {
    asked: run.labels,
    made: run.verified,
    refused: run.refused,
    printed: run.printed,
    inDoubt: run.in_doubt,
  };
  const names = FIGURES.filter((name) => run.printer !== '' || (name !== 'printed' && name !== 'inDoubt'));
  const words = {
    asked: 'asked',
    made: 'server.made',
    refused: 'refused',
    printed: 'server.printed',
    inDoubt: 'server.inDoubt',
  } as const;
  return (
    <dl className="run-item-figures">
      {names.map((name) => (
        <div key={name} data-nought={values[name] === 0} data-alarming={ALARMING.has(name) && values[name] > 0}>
          <dt>{t(words[name])}</dt>
          <dd>{number.format(values[name])}</dd>
        </div>
      ))}
      <div data-nought={run.render_seconds === 0}>
        <dt>{t('server.spent')}</dt>
        <dd>{seconds.format(run.render_seconds)}</dd>
      </div>
      <div data-nought={run.bytes === 0}>
        <dt>{t('server.size')}</dt>
        <dd>{formatBytes(run.bytes, i18n.language)}</dd>
      </div>
    </dl>
  );
}
