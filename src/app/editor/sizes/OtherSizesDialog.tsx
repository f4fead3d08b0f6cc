import { Button, Modal, Segmented } from 'antd';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { toBase64 } from '#model/kernel/base64.ts';
import type { ContentMode } from '#model/elements/base/pins.ts';
import { resizeLabel, suitingMode } from '#editor/commands/label-size.ts';
import type { StockSize } from '#app/library/new-label/stock-size.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { measuredTemplate } from '#app/state/measured-template.ts';
import { useServices, type Services } from '#app/state/services.tsx';
import { createPreflightPool, type PreflightPool } from '#services/render/preflight-pool.ts';
import { poolSize } from '#services/render/renderer-pool.ts';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { checkedCount, openLabelRows, type LabelRows } from '../session/preflight-controller.ts';
import { checkSize, onStock, otherSizes, type SizeCheck } from './other-sizes.ts';
import './other-sizes.css';

export interface OtherSizesDialogProps {
  onClose(): void;
}

/** Findings of a size that are listed; more are only counted. */
const MOST_LISTED = 2;
const NO_CHECKS = { pins: new Map(), scale: new Map(), stay: new Map() };
/** Elements that stay would be off most of the sizes. */
const MODES: readonly ContentMode[] = ['pins', 'scale'];

/** The open label on other stock, each painted and checked. One of the sizes can be used for the label. */
export function OtherSizesDialog({ onClose }: OtherSizesDialogProps): JSX.Element {
  const { t } = useTranslation(['sizes', 'common', 'label']);
  const { editor } = useEditorSession();
  const { run } = useActions();
  const [template] = useState(() => editor.state().template);
  const [mode, setMode] = useState<ContentMode>(() => suitingMode(template));
  const sizes = useMemo(() => otherSizes(template.label), [template]);
  const rows = useRowCount();
  /** How often the check of all rows was started; 0 while it isn't wanted. */
  const [attempt, setAttempt] = useState(0);
  const { checks, doing, problem } = useSizeChecks(sizes, mode, attempt);
  const fitting = [...checks.values()].filter(isFitting).length;
  const isAllChecked =
    rows > 1 && checks.size === sizes.length && [...checks.values()].every((check) => check.rows !== null);

  const isCancelable = attempt > 0 && doing !== null;

  function statusText(): string {
    const total = sizes.length;
    if (doing === null) return t(isAllChecked ? 'checkedRows' : 'checked', { fitting, total, count: rows });
    return doing.rows === null
      ? t('checking', { done: doing.size, total })
      : t('checkingRows', { size: doing.size + 1, total, done: doing.rows, rows });
  }

  function use(stock: StockSize): void {
    onClose();
    run(resizeLabel(onStock(template.label, stock), mode));
    editor.fit();
  }

  return (
    <Modal
      open
      centered
      width={1040}
      title={t('title')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common:action.close')}</Button>}
    >
      <div className="ed-sizes-head">
        <Segmented<ContentMode>
          value={mode}
          aria-label={t('label:field.contents')}
          options={MODES.map((value) => ({ value, label: t(`label:contents.${value}`) }))}
          onChange={setMode}
        />
        <p role="status" data-testid="sizes-status">
          {problem === null ? statusText() : problemText(t, problem)}
        </p>
        {rows < 2 || isAllChecked ? null : (
          <Button size="small" data-testid="check-size-rows" onClick={() => setAttempt(isCancelable ? 0 : attempt + 1)}>
            {isCancelable ? t('common:action.cancel') : t('checkRows', { count: rows })}
          </Button>
        )}
      </div>
      <p className="ed-sizes-hint">{t(mode === 'pins' ? 'hintPins' : 'hintScale')}</p>
      <ul className="ed-sizes" data-testid="other-sizes">
        {sizes.map((stock) => (
          <SizeCard key={stock.id} stock={stock} check={checks.get(stock.id)} onUse={() => use(stock)} />
        ))}
      </ul>
    </Modal>
  );
}

function SizeCard(props: {
  readonly stock: StockSize;
  readonly check: SizeCheck | undefined;
  onUse(): void;
}): JSX.Element {
  const { t, i18n } = useTranslation(['sizes', 'problems']);
  const { stock, check, onUse } = props;
  const unit = useUnit();
  const { numbers, maker, article } = stock;
  const size = formatSize(numbers.width, numbers.height, unit, i18n.language);
  const png = check?.picture ?? null;
  const outcome = check === undefined ? 'checking' : isFitting(check) ? 'fits' : 'found';
  return (
    <li data-testid="size-card" data-outcome={outcome}>
      <div className="ed-size-picture">
        {png === null ? null : <img src={`data:image/png;base64,${toBase64(png)}`} alt={t('picture', { size })} />}
      </div>
      <strong>{size}</strong>
      {maker === null ? null : <small>{`${maker} ${article}`.trim()}</small>}
      <SizeOutcome check={check} />
      <Button size="small" aria-label={t('useSize', { size })} onClick={onUse}>
        {t('use')}
      </Button>
    </li>
  );
}

/** What the check of a size found. */
function SizeOutcome({ check }: { readonly check: SizeCheck | undefined }): JSX.Element {
  const { t } = useTranslation(['sizes', 'problems']);
  if (check === undefined) return <p>{t('waiting')}</p>;
  const { problem, findings, rows } = check;
  if (problem !== null) return <p>{problemText(t, problem)}</p>;
  if (findings.length === 0) {
    return <p className="ed-size-fits">{rows === null ? t('fits') : t('fitsRows', { count: rows })}</p>;
  }
  const listed = findings.slice(0, MOST_LISTED);
  const more = findings.length - listed.length;
  return (
    <ul className="ed-size-findings">
      {listed.map(({ elementId, elementName, problem, rows }, i) => (
        <li key={`${elementId} ${i}`}>
          {elementName === '' ? null : <b>{elementName}: </b>}
          {problemText(t, problem)}
          {rows === null ? null : ` ${t('inRows', { count: rows.count, row: rows.first })}`}
        </li>
      ))}
      {more === 0 ? null : <li>{t('more', { count: more })}</li>}
    </ul>
  );
}

function isFitting({ problem, findings }: SizeCheck): boolean {
  return problem === null && findings.length === 0;
}

/** How many labels a check of all rows checks. */
function useRowCount(): number {
  const { data } = useEditorSession();
  return useSyncExternalStore(data.state.subscribe, () => checkedCount(data.state.get()));
}

/** The sizes that are checked, and the current one: its place, and how many of its rows, null for the shown one alone. */
interface SizeChecks {
  readonly checks: ReadonlyMap<string, SizeCheck>;
  readonly doing: { readonly size: number; readonly rows: number | null } | null;
  /** Why the rows can't be read; null if they can. */
  readonly problem: Problem | null;
}

/**
 * The checks of the sizes so far, by their ids, one after the other: with the shown row, then
 * with all rows after an attempt for them.
 */
function useSizeChecks(sizes: readonly StockSize[], mode: ContentMode, attempt: number): SizeChecks {
  const { editor, render, data, counters, printer } = useEditorSession();
  const services = useServices();
  const [checks, setChecks] = useState<Readonly<Record<ContentMode, ReadonlyMap<string, SizeCheck>>>>(NO_CHECKS);
  const [doing, setDoing] = useState<SizeChecks['doing']>({ size: 0, rows: null });
  const [problem, setProblem] = useState<Problem | null>(null);
  const known = useRef(checks);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let pool: PreflightPool | null = null;

    async function checkAll(rows: LabelRows | null): Promise<void> {
      const template = rows?.template ?? (await measuredTemplate(editor.state().template, render, signal));
      const all = rows?.records ?? null;
      const renderer = all === null ? services.printRenderer : (pool ??= openPool(services));
      const base = { render, renderer, printer: await printer.look(signal), record: data.state.get().record, all };
      for (const [size, stock] of sizes.entries()) {
        const before = known.current[mode].get(stock.id);
        if (before !== undefined && (all === null || before.rows !== null)) continue;
        const report = (done: number | null): void => {
          if (!signal.aborted) setDoing({ size, rows: done });
        };
        report(all === null ? null : 0);
        const onProgress = all === null ? () => undefined : report;
        const check = await checkSize(template, onStock(template.label, stock), mode, { ...base, onProgress }, signal);
        if (signal.aborted) return;
        known.current = { ...known.current, [mode]: new Map(known.current[mode]).set(stock.id, check) };
        setChecks(known.current);
      }
    }

    async function run(): Promise<void> {
      setProblem(null);
      await data.settled();
      if (!signal.aborted) await checkAll(null);
      if (attempt > 0 && !signal.aborted) {
        const template = await measuredTemplate(editor.state().template, render, signal);
        const rows = await openLabelRows(template, { data, counters, services }, signal);
        if (rows.ok) await checkAll(rows.value);
        else if (!signal.aborted) setProblem(rows.error);
      }
      if (!signal.aborted) setDoing(null);
    }
    void run();
    return () => {
      stop.abort();
      pool?.dispose();
    };
  }, [attempt, counters, data, editor, mode, printer, render, services, sizes]);
  return { checks: checks[mode], doing, problem };
}

function openPool({ createPrintRenderer }: Pick<Services, 'createPrintRenderer'>): PreflightPool {
  return createPreflightPool({ create: createPrintRenderer, size: poolSize(navigator) });
}
