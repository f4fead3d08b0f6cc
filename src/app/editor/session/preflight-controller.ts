import type { FitProof } from '#model/page/fit-proof.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { CounterId } from '#model/kernel/ids.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { withCounterStarts } from '#model/data/counters.ts';
import { recordIn } from '#model/data/record-language.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { openRecordSource, type RecordSource } from '#model/data/record-source.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { Template } from '#model/template/template.ts';
import type { Editor } from '#editor/editor.ts';
import { NOTHING_FOUND, preflightLabel, type PreflightFindings } from '#printing/preflight.ts';
import { createRowReader } from '#services/spreadsheet/row-reader.ts';
import { createPreflightPool, type PreflightPool } from '#services/render/preflight-pool.ts';
import { poolSize } from '#services/render/renderer-pool.ts';
import { wantedGrade } from '#app/print/print-settings.ts';
import type { Services } from '#app/state/services.tsx';
import { startTimer, stopTimer } from '#services/idle.ts';
import type { CounterController } from './counter-controller.ts';
import type { DataState, SpreadsheetSession } from './spreadsheet-session.ts';
import type { PrinterController, RunPrinter } from './run-printer.ts';
import { createStore, type Store } from '#app/state/store.ts';

export interface PreflightState {
  readonly phase: 'idle' | 'running' | 'over';
  /** The findings; when a check restarts, the previous ones until there are new ones. */
  readonly findings: PreflightFindings;
  /** What is proven about the texts when all rows are checked. */
  readonly proofs: readonly FitProof[];
  /** Why it ended early; `aborted` if the user canceled it. */
  readonly problem: Problem | null;
  /** Whether the label, its data or its printer have changed since the findings. */
  readonly isStale: boolean;
  readonly printer: RunPrinter | null;
  readonly grade: Grade;
}

/** Checks every row of the open label before printing. */
export interface PreflightController {
  readonly state: Store<PreflightState>;
  /**
   * Shows the findings: a requested check is repeated after each change. Starts none by itself. Call the returned function
   * when they are hidden.
   */
  watch(): () => void;
  /** Starts a check unless one is running, was canceled, or has findings of the current label. */
  ask(): void;
  again(): void;
  /** Checks whether a run would now start with another printer or grade. */
  refresh(): void;
  /** Cancels the check. It does not restart automatically before `again`. */
  cancel(): void;
  dispose(): void;
}

export interface LabelRowsParts {
  readonly data: Pick<SpreadsheetSession, 'state'>;
  readonly counters: Pick<CounterController, 'state'>;
  readonly services: Pick<Services, 'spreadsheets'>;
}

export interface PreflightParts extends LabelRowsParts {
  readonly editor: Editor;
  readonly printer: PrinterController;
  readonly services: Pick<Services, 'createPrintRenderer' | 'spreadsheets'>;
  /** Delay after the last change before a check is repeated; defaults to 700 ms. */
  readonly idleMs?: number;
}

const IDLE_MS = 700;
/** The number of labels is unknown if only running numbers make them differ. */
const NUMBERED_LABELS = 1000;

export function createPreflightController(parts: PreflightParts): PreflightController {
  const { editor, data, counters, printer, services, idleMs = IDLE_MS } = parts;
  const state = createStore<PreflightState>({
    phase: 'idle',
    findings: NOTHING_FOUND,
    proofs: [],
    problem: null,
    isStale: false,
    printer: null,
    grade: wantedGrade(),
  });
  let renderer: PreflightPool | null = null;
  let under: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const life = new AbortController();
  let watchers = 0;
  let isCancelled = false;
  /** The subject of the running or finished check; null at its start. */
  let checked: string | null = null;

  /** Everything that the findings depend on except the template, which is compared separately. */
  const dataKey = (): string => {
    const { editCount, count, sheets, language } = data.state.get();
    const { next } = counters.state.get();
    return JSON.stringify([editCount, count, language, [...sheets.keys()], next, printer.state.get(), wantedGrade()]);
  };
  let template = editor.state().template;
  const update = (part: Partial<PreflightState>): void => state.set({ ...state.get(), ...part });

  function follow(): void {
    if (state.get().phase === 'idle') return;
    const isStale = editor.state().template !== template || (checked !== null && dataKey() !== checked);
    if (isStale !== state.get().isStale && (isStale || under === null)) update({ isStale });
    if (!isStale || watchers === 0 || isCancelled) return;
    under?.abort();
    stopTimer(timer);
    timer = startTimer(() => {
      // Not during a gesture: its last step is another change.
      if (editor.state().interaction.type === 'none') start();
      else follow();
    }, idleMs);
  }

  function start(): void {
    stopTimer(timer);
    under?.abort();
    const mine = new AbortController();
    under = mine;
    isCancelled = false;
    ({ template } = editor.state());
    checked = null;
    update({ phase: 'running', problem: null, grade: wantedGrade() });
    void run(mine.signal).then((ended) => {
      if (under !== mine) return;
      under = null;
      if (!mine.signal.aborted) update({ phase: 'over', problem: ended });
      rest();
    });
  }

  /** The problem with which it ended; null for none. */
  async function run(signal: AbortSignal): Promise<Problem | null> {
    const found = await printer.look(signal);
    if (signal.aborted) return problem('aborted');
    checked = dataKey();
    const { grade } = state.get();
    update({ printer: found });
    const rows = await openLabelRows(template, { data, counters, services }, signal);
    if (!rows.ok) return rows.error;
    renderer ??= createPreflightPool({ create: services.createPrintRenderer, size: poolSize(navigator) });
    const calibrated = found.calibration === null ? {} : { calibration: found.calibration };
    const setup = { template: rows.value.template, dpi: found.dpi, minGrade: grade, ...calibrated };
    const checks = { records: rows.value.records, bare: found.bare };
    const opened = await preflightLabel(renderer, setup, checks, signal, (findings) => {
      if (!signal.aborted) update({ findings, isStale: false });
    });
    if (!opened.ok) return opened.error;
    const { findings: done, run } = opened.value;
    const proofs = done.ok ? await run.proveFit(signal) : done;
    run.close();
    if (signal.aborted) return problem('aborted');
    // The result of the rows holds without a proof, too.
    update({ proofs: proofs.ok ? proofs.value : [] });
    return done.ok ? null : done.error;
  }

  /** A worker needs much memory: it is disposed of without watchers and without a running check. */
  function rest(): void {
    if (watchers > 0 || under !== null) return;
    renderer?.dispose();
    renderer = null;
  }

  const stops = [editor.onChange(follow), data.state.subscribe(follow), counters.state.subscribe(follow)];
  stops.push(printer.state.subscribe(follow));
  return {
    state,
    watch() {
      watchers++;
      let isLeft = false;
      return () => {
        if (isLeft) return;
        isLeft = true;
        watchers--;
        if (watchers === 0) stopTimer(timer);
        rest();
      };
    },
    ask() {
      const { phase, isStale } = state.get();
      if (phase === 'idle' || (isStale && !isCancelled)) start();
    },
    again: start,
    refresh() {
      if (printer.state.get() !== null) void printer.look(life.signal).then(follow);
    },
    cancel() {
      isCancelled = true;
      stopTimer(timer);
      under?.abort();
      under = null;
      update({ phase: 'over', problem: problem('aborted') });
      rest();
    },
    dispose() {
      life.abort();
      stopTimer(timer);
      for (const stop of stops) stop();
      under?.abort();
      under = null;
      watchers = 0;
      rest();
    },
  };
}

/** The records in the language that the canvas shows. */
function recordsIn(records: RecordSource, language: LanguageTag, { label }: Template): RecordSource {
  const { languages } = label;
  if (languages === undefined) return records;
  return {
    ...records,
    async read(first, count, signal) {
      const read = await records.read(first, count, signal);
      return read.ok ? ok(read.value.map((record) => recordIn(record, language, languages))) : read;
    },
  };
}

/** How many labels of the data are checked. */
export function checkedCount({ count, numbered }: Pick<DataState, 'count' | 'numbered'>): number {
  return numbered ? Math.min(count, NUMBERED_LABELS) : count;
}

/** A label with the serial numbers that would be printed now, as far as they are known, and all its records. */
export interface LabelRows {
  readonly template: Template;
  readonly records: RecordSource;
}

/** Opens the records of a label; the first of them where only running numbers make them differ. */
export async function openLabelRows(
  template: Template,
  { data, counters, services }: LabelRowsParts,
  signal: AbortSignal,
): Promise<Result<LabelRows>> {
  const starts = Object.entries(counters.state.get().next ?? {}) as [CounterId, string][];
  const counted = withCounterStarts(template, new Map(starts));
  const opened = await openRecordSource(counted, createRowReader(services.spreadsheets, signal), signal);
  if (!opened.ok) return opened;
  const { language } = data.state.get();
  const all = language === null ? opened.value : recordsIn(opened.value, language, template);
  const count = checkedCount({ ...data.state.get(), count: all.count });
  return ok({ template: counted, records: { ...all, count } });
}
