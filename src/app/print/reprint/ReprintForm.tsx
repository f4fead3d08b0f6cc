import { useState, type ReactElement } from 'react';
import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Radio, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { rowsOfText } from '#model/data/row-choice.ts';
import { sharedRows, type RowSet } from '#model/data/row-set.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { RepeatedNumbers } from '#printing/repeat.ts';
import { firstRemaining } from '#printing/run-labels.ts';
import { placeText, problemText } from '#app/state/i18n/problem-text.ts';
import { useRunManager } from '#app/print/runs/runs.tsx';
import { useServices } from '#app/state/services.tsx';
import type { EarlierRun } from './earlier-run.ts';
import { LastGoodLabel } from './LastGoodLabel.tsx';
import type { RefusedRows } from './refused-rows.ts';
import { startReprint, type RepeatedLabels } from './start-reprint.ts';
import { useNavigate } from 'react-router-dom';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { useSetOpenedTemplate } from '#app/state/opened-template.ts';
import { useSetRepeatedRun } from '#app/state/repeated-run.ts';
import { attributesOf } from '#app/state/template-attributes.ts';

export interface ReprintFormProps {
  readonly jobId: string;
  /** Null if this browser does not have the run: labels can then be printed only from the current saved label. */
  readonly run: EarlierRun | null;
  /** Whether the labels of the run use a spreadsheet. */
  readonly hasRows: boolean;
  readonly refused: RefusedRows;
  /** Whether the run has ended: otherwise it has to end first. */
  readonly isOver: boolean;
  /** Whether it was canceled: its remaining labels are then the default. */
  readonly isCanceled?: boolean;
  onClose(): void;
  /** Called when the reprint has started. */
  onStarted(jobId: string): void;
  /** Called when the label is opened instead, with the rows selected for printing. */
  onOpened(): void;
}

type Way = 'remaining' | 'rest' | 'rows' | 'refused';
/** If the rows of the run are unknown, any rows may be entered. */
const ANY_ROWS = { count: 1_000_000_000 };

/** Asks which labels of the run to print again, and starts the run, or opens the label. */
export function ReprintForm(props: ReprintFormProps): ReactElement {
  const { run, refused, jobId, isOver } = props;
  const { t } = useTranslation(['reprint', 'common', 'problems']);
  const services = useServices();
  const manager = useRunManager();
  const openLabel = useLabelWithRows();
  const remaining = run === null || props.isCanceled !== true ? 0 : run.labels.count - firstRemaining(run.printed);
  const ways: readonly Way[] = [
    ...(remaining > 0 ? (['remaining'] as const) : []),
    ...(run === null ? [] : (['rest'] as const)),
    ...(props.hasRows ? (['rows'] as const) : []),
    ...(props.hasRows && refused.text !== '' ? (['refused'] as const) : []),
  ];
  const [way, setWay] = useState<Way>(ways[0] ?? 'rest');
  const [first, setFirst] = useState<number | null>(null);
  const [text, setText] = useState('');
  const [numbers, setNumbers] = useState<RepeatedNumbers>('new');
  const [busy, setBusy] = useState<'printing' | 'opening' | null>(null);
  const [failed, setFailed] = useState<Problem | null>(null);
  const rows = chosenRows(run, text);
  const wanted = run === null ? null : wantedLabels(run, way, first, rows);
  const rowsToOpen = way === 'refused' ? refused.text : rows.ok ? text : '';

  async function print(labels: RepeatedLabels, from: EarlierRun): Promise<void> {
    setBusy('printing');
    setFailed(null);
    const reason = isOver ? null : await manager.stop(jobId);
    const started =
      reason === null
        ? await startReprint(services, from, labels, way === 'remaining' ? 'same' : numbers)
        : err(reason);
    setBusy(null);
    if (!started.ok) return setFailed(started.error);
    manager.take(started.value, from.kept);
    // They must not be offered again.
    if (way === 'remaining') manager.dismiss(jobId);
    props.onStarted(started.value.jobId);
  }
  async function open(): Promise<void> {
    setBusy('opening');
    setFailed(null);
    const opened = await openLabel(jobId, rowsToOpen);
    setBusy(null);
    if (opened.ok) props.onOpened();
    else setFailed(opened.error);
  }

  return (
    <>
      {ways.length < 2 ? null : (
        <Radio.Group
          className="reprint-choices"
          aria-label={t('what')}
          value={way}
          onChange={(event) => setWay(event.target.value as Way)}
          options={ways.map((value) => ({ value, label: t(`way.${value}`) }))}
        />
      )}
      {way === 'remaining' ? (
        <p>{t('remaining', { count: remaining })}</p>
      ) : way === 'refused' ? (
        <>
          <p className="reprint-found">{t('refused.rows', { rows: refused.text })}</p>
          {refused.isWhole ? null : <p>{t('refused.notAll')}</p>}
          <p>{t('refused.hint')}</p>
        </>
      ) : way === 'rows' ? (
        <>
          <ChosenRows text={text} rows={rows} onText={setText} />
          <p>{t(run === null ? 'rows.now' : 'rows.then')}</p>
        </>
      ) : run === null ? null : (
        <LastGoodLabel run={run} onFirst={setFirst} />
      )}
      {run?.counts === true && (way === 'rest' || way === 'rows') ? (
        <NumbersChoice numbers={numbers} onChange={setNumbers} />
      ) : null}
      {isOver || way === 'refused' || run === null ? null : <Alert type="info" showIcon title={t('endsFirst')} />}
      {failed === null ? null : <Alert type="error" showIcon title={placeText(t, failed)} />}
      <div className="reprint-buttons">
        <Button disabled={busy !== null} onClick={props.onClose}>
          {t('common:action.cancel')}
        </Button>
        {way === 'rest' || way === 'remaining' || !props.hasRows ? null : (
          <Button
            type={way === 'refused' || run === null ? 'primary' : 'default'}
            disabled={rowsToOpen === '' || busy === 'printing'}
            loading={busy === 'opening'}
            onClick={() => void open()}
          >
            {t('openLabel')}
          </Button>
        )}
        {run === null || way === 'refused' ? null : (
          <Button
            type="primary"
            icon={<PrinterOutlined aria-hidden />}
            disabled={wanted === null || busy === 'opening'}
            loading={busy === 'printing'}
            onClick={() => wanted !== null && void print(wanted, run)}
          >
            {wanted?.type === 'from'
              ? t('print', { count: run.labels.count - wanted.label })
              : t(way === 'rest' ? 'printRest' : 'printRows')}
          </Button>
        )}
      </div>
    </>
  );
}

function wantedLabels(
  { labels, printed }: EarlierRun,
  way: Way,
  first: number | null,
  rows: Result<RowSet>,
): RepeatedLabels | null {
  if (way === 'remaining') return { type: 'from', label: firstRemaining(printed) };
  if (way === 'rest') return first === null || first >= labels.count ? null : { type: 'from', label: first };
  return way === 'rows' && rows.ok ? { type: 'rows', rows: rows.value } : null;
}

/** The typed rows that belong to the run; `print.noSuchLabel` if none does. */
function chosenRows(run: EarlierRun | null, text: string): Result<RowSet> {
  if (run === null) return rowsOfText(text, ANY_ROWS);
  if (run.extent === null) return err(problem('print.noRows'));
  const written = rowsOfText(text, run.extent);
  if (!written.ok) return written;
  const rows = sharedRows(written.value, run.kept.data.rows);
  return rows.size === 0 ? err(problem('print.noSuchLabel')) : ok(rows);
}

/** A field for rows such as `2-10, 15`. `rows`: the typed rows that the run has; null if that is unknown. */
function ChosenRows(props: {
  readonly text: string;
  readonly rows: Result<RowSet> | null;
  onText(text: string): void;
}): ReactElement {
  const { text, rows } = props;
  const { t } = useTranslation(['reprint', 'problems']);
  const isWrong = text !== '' && rows?.ok === false;
  return (
    <div className="reprint-field">
      <label htmlFor="reprint-rows">{t('rows.label')}</label>
      <Input
        id="reprint-rows"
        placeholder="2-10, 15"
        value={text}
        status={isWrong ? 'error' : ''}
        onChange={(event) => props.onText(event.target.value)}
      />
      <p role={isWrong ? 'alert' : 'status'}>
        {text === '' || rows === null
          ? t('rows.hint')
          : rows.ok
            ? t('rows.count', { count: rows.value.size })
            : problemText(t, rows.error)}
      </p>
    </div>
  );
}

const NUMBERS = ['new', 'same'] as const;

/** Whether running numbers continue, or those of the earlier run are printed again. */
function NumbersChoice(props: {
  readonly numbers: RepeatedNumbers;
  onChange(numbers: RepeatedNumbers): void;
}): ReactElement {
  const { t } = useTranslation('reprint');
  return (
    <fieldset className="reprint-numbers">
      <legend>{t('numbers.label')}</legend>
      <Radio.Group
        className="reprint-choices"
        aria-label={t('numbers.label')}
        value={props.numbers}
        onChange={(event) => props.onChange(event.target.value as RepeatedNumbers)}
        options={NUMBERS.map((value) => ({ value, label: t(`numbers.${value}`) }))}
      />
      {props.numbers === 'same' ? <Alert type="warning" showIcon title={t('numbers.warning')} /> : null}
    </fieldset>
  );
}

/**
 * Opens the label of an earlier run, in its current state, with the print dialog filled in as for that run except for the
 * rows, a text such as `2-10, 15`. Problems: those of the server; `print.noTemplate`.
 */
function useLabelWithRows(): (jobId: string, rows: string) => Promise<Result<null>> {
  const { api, runRecords } = useServices();
  const navigate = useNavigate();
  const setOpened = useSetOpenedTemplate();
  const setRepeated = useSetRepeatedRun();
  return async (jobId, text) => {
    // The server may not have the record of a very recent run yet.
    await runRecords.sync();
    const record = await api.call('getPrintRecord', { job_id: jobId });
    if (!record.ok) return record;
    const { template, settings } = record.value;
    if (template === null) return err(problem('print.noTemplate'));
    setOpened(null);
    setRepeated({ ...record.value, settings: { ...settings, rows: { type: 'chosen', text } }, hasOwnRows: true });
    void navigate(editLabelPath(attributesOf(template), 'edit'));
    return ok(null);
  };
}
