import { useState, type ReactElement } from 'react';
import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { rowsOfText } from '#model/data/row-choice.ts';
import { sharedRows } from '#model/data/row-set.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { RepeatedNumbers } from '#printing/repeat.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { useRunDesk } from '#app/runs/runs.tsx';
import { useServices } from '#app/state/services.tsx';
import type { EarlierRun } from './earlier-run.ts';
import { LastGoodLabel } from './LastGoodLabel.tsx';
import { startReprint, type RepeatedLabels } from './start-reprint.ts';

const WAYS = ['rest', 'rows'] as const;
const NUMBERS = ['new', 'same'] as const;

export interface ReprintFormProps {
  readonly run: EarlierRun;
  /** The run has an end: nothing has to be ended before. */
  readonly isOver: boolean;
  onClose(): void;
  /** The run that prints the labels has been started. */
  onStarted(jobId: string): void;
}

/** Asks which labels of the run are to be printed once more, and starts the run that does. */
export function ReprintForm(props: ReprintFormProps): ReactElement {
  const { run, isOver } = props;
  const { kept, labels, printed, extent } = run;
  const { t, i18n } = useTranslation(['reprint', 'common', 'problems']);
  const services = useServices();
  const desk = useRunDesk();
  const [way, setWay] = useState<(typeof WAYS)[number]>('rest');
  const [first, setFirst] = useState<number | null>(null);
  const [text, setText] = useState('');
  const [numbers, setNumbers] = useState<RepeatedNumbers>('new');
  const [starting, setStarting] = useState(false);
  const [failed, setFailed] = useState<Problem | null>(null);
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const number = new Intl.NumberFormat(i18n.language);
  const rows = way === 'rows' ? chosenRows(run, text) : null;
  const wanted: RepeatedLabels | null =
    way === 'rest'
      ? first === null || first >= labels.count
        ? null
        : { type: 'from', label: first }
      : rows?.ok === true
        ? { type: 'rows', rows: rows.value }
        : null;

  async function start(): Promise<void> {
    if (wanted === null) return;
    setStarting(true);
    setFailed(null);
    const reason = isOver ? null : await desk.stop(kept.jobId);
    const started = reason === null ? await startReprint(services, run, wanted, numbers) : err(reason);
    setStarting(false);
    if (!started.ok) return setFailed(started.error);
    desk.take(started.value, kept);
    props.onStarted(started.value.jobId);
  }

  return (
    <div className="reprint">
      <p>
        {t('of', {
          time: time.format(kept.startedAt),
          printer: kept.printer,
          printed: number.format(printed.count),
          asked: number.format(labels.count),
        })}
      </p>
      {extent === null ? null : (
        <Radio.Group
          className="reprint-choices"
          aria-label={t('what')}
          value={way}
          onChange={(event) => setWay(event.target.value as typeof way)}
          options={WAYS.map((value) => ({ value, label: t(`way.${value}`) }))}
        />
      )}
      {way === 'rest' ? (
        <LastGoodLabel run={run} onFirst={setFirst} />
      ) : (
        <div className="reprint-field">
          <label htmlFor="reprint-rows">{t('rows.label')}</label>
          <Input
            id="reprint-rows"
            placeholder="2-10, 15"
            value={text}
            status={text !== '' && rows?.ok === false ? 'error' : ''}
            onChange={(event) => setText(event.target.value)}
          />
          <p role={text !== '' && rows?.ok === false ? 'alert' : 'status'}>
            {text === '' || rows === null
              ? t('rows.hint')
              : rows.ok
                ? t('rows.count', { count: rows.value.size })
                : problemText(t, rows.error)}
          </p>
        </div>
      )}
      {run.counts ? (
        <fieldset className="reprint-numbers">
          <legend>{t('numbers.label')}</legend>
          <Radio.Group
            className="reprint-choices"
            aria-label={t('numbers.label')}
            value={numbers}
            onChange={(event) => setNumbers(event.target.value as RepeatedNumbers)}
            options={NUMBERS.map((value) => ({ value, label: t(`numbers.${value}`) }))}
          />
          {numbers === 'same' ? <Alert type="warning" showIcon title={t('numbers.warning')} /> : null}
        </fieldset>
      ) : null}
      {isOver ? null : <Alert type="info" showIcon title={t('endsFirst')} />}
      {failed === null ? null : <Alert type="error" showIcon title={problemText(t, failed)} />}
      <div className="reprint-buttons">
        <Button disabled={starting} onClick={props.onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button
          type="primary"
          icon={<PrinterOutlined aria-hidden />}
          disabled={wanted === null}
          loading={starting}
          onClick={() => void start()}
        >
          {wanted?.type === 'from' ? t('print', { count: labels.count - wanted.label }) : t('printRows')}
        </Button>
      </div>
    </div>
  );
}

/** The rows that are written, as far as the run was asked for them; `print.noRows` when it was asked for none of them. */
function chosenRows({ kept, extent }: EarlierRun, text: string): Result<ReturnType<typeof sharedRows>> {
  if (extent === null) return err(problem('print.noRows'));
  const written = rowsOfText(text, extent);
  if (!written.ok) return written;
  const rows = sharedRows(written.value, kept.data.rows);
  return rows.size === 0 ? err(problem('print.noSuchLabel')) : ok(rows);
}
