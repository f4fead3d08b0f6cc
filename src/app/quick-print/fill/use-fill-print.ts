import { useEffect, useMemo, useRef, useState } from 'react';
import {
  blankOfProblem,
  blanksOf,
  filledTemplate,
  type Blank,
  type BlankKey,
  type BlankValues,
} from '#model/data/blanks.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { templateIn } from '#model/template/translated-template.ts';
import { boundTables } from '#model/data/tables.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { orderedSettings, resolutionsOf, wantedGrade, type PrintSettings } from '#app/print/print-settings.ts';
import { useCounters, type Counters } from '#app/print/use-counters.ts';
import { calibrationOf, startingDpi, usableDpi } from '#protocol/printer-info.ts';
import { usePreview, type Preview } from '#app/print/use-preview.ts';
import { firstFreeCell } from '#app/print/runs/part-used-sheets.ts';
import { usePrinters, type Printers } from '#app/print/use-printers.ts';
import { usePrintRecords, type PrintRecords } from '#app/print/use-print-records.ts';
import { takeValues } from '#app/print/runs/counters.ts';
import { orderRun } from '#app/print/runs/order-run.ts';
import { useRunManager } from '#app/print/runs/runs.tsx';
import type { SavedLabel } from '#app/state/load-saved-label.ts';
import { chosenPrinter, keepPrinter } from '#app/state/chosen-printer.ts';
import { useServices } from '#app/state/services.tsx';
import { useSession } from '#app/state/session.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import { useFormValues, type FormValues } from './use-form-values.ts';
import { usePrintedForms, type PrintedForm } from './use-printed-forms.ts';

/** Delay between the last keystroke and the picture: each one is a whole label, rendered and verified. */
const PICTURE_DELAY_MS = 150;

export interface FillPrint {
  readonly blanks: readonly Blank[];
  readonly form: FormValues;
  /** Why the label rejects these texts, by fill-in field. */
  readonly refusals: ReadonlyMap<BlankKey, Problem>;
  /** Whether the picture shows a label that can't be printed. */
  readonly isRefused: boolean;
  readonly settings: PrintSettings;
  readonly change: (settings: PrintSettings) => void;
  readonly printers: Printers;
  readonly data: PrintRecords;
  readonly counters: Counters;
  readonly preview: Preview;
  readonly pageIndex: number;
  readonly setPageIndex: (index: number) => void;
  /** Whether the user has to fix something other than the form first. */
  readonly isBlocked: boolean;
  /** Whether a print waits for the picture of the latest input. */
  readonly isChecking: boolean;
  /** Prints once the picture of the input is valid. Returns the field that prevents it; null for none. */
  readonly print: () => BlankKey | null;
  readonly printed: readonly PrintedForm[];
}

/**
 * Prints a saved label with the filled-in values. Calls `onTurn` with the next field to fill in: the first one after a
 * print has emptied the form, or one with a rejected text.
 */
export function useFillPrint(label: SavedLabel, onTurn: (key: BlankKey) => void): FillPrint {
  const services = useServices();
  const manager = useRunManager();
  const userId = useSession()?.userId ?? '';
  const { id: templateId } = label.printed;
  const blanks = useMemo(() => blanksOf(label.template), [label]);
  const form = useFormValues(blanks, { userId, templateId });
  const printers = usePrinters();
  const counters = useCounters(label.template, templateId);
  const [pageIndex, setPageIndex] = useState(0);
  const [chosen, setChosen] = useState(() => ({
    printer: chosenPrinter(),
    copies: 1 as number | null,
    language: null as LanguageTag | null,
  }));
  const { language } = chosen;
  const template = useMemo(() => templateIn(counters.template, language), [counters.template, language]);
  const runs = usePrintedForms();

  const printer = printers.list?.find(({ name }) => name === chosen.printer) ?? printers.list?.[0];
  const data = usePrintRecords(template, chosen.copies ?? 1);
  const { records, choice, copiesOfEach } = data;
  const settings: PrintSettings = {
    ...chosen,
    printer: printer?.name ?? '',
    dpi: usableDpi(startingDpi(printer), resolutionsOf(printer)),
    minGrade: wantedGrade(),
    overflow: 'refuse',
    printBackground: label.template.label.printBackground,
    rows: choice.rows,
    copiesColumn: choice.copiesColumn,
    firstCell: firstFreeCell(printer?.name ?? '', label.template.label),
  };
  const pictured = useLate(form.shown);
  const shown = useMemo(() => filledTemplate(template, pictured), [template, pictured]);
  const preview = usePreview(
    shown,
    { ...settings, calibration: calibrationOf(printer) },
    copiesOfEach,
    records,
    pageIndex,
  );
  const isPictured = pictured === form.shown && !preview.loading;
  const labels = isPictured ? (preview.page?.labels.filter(({ verified }) => !verified) ?? []) : [];
  const refusals = new Map<BlankKey, Problem>();
  for (const { problems } of labels) {
    for (const { elementId, problem } of problems) {
      const blank = blankOfProblem(blanks, elementId, problem);
      if (blank !== undefined && !refusals.has(blank.key)) refusals.set(blank.key, problem);
    }
  }
  // Other rows may be valid.
  const isRefused = refusals.size > 0 || (labels.length > 0 && records?.count === 1);

  const isBlocked =
    chosen.copies === null ||
    (data.labelProblem ?? data.dataProblem ?? data.rowProblem ?? counters.problem ?? printers.problem) !== null ||
    printers.list?.length === 0;
  // Waits for pending data.
  const isReady = !isBlocked && records !== null && data.frozen !== null && !counters.asking && settings.printer !== '';

  /** The texts to print as soon as their picture is known. */
  const [asked, setAsked] = useState<BlankValues | null>(null);
  const isChecking = asked !== null && asked === form.values;
  const waiting = useRef<((...verdict: Verdict) => void) | null>(null);

  function start(): void {
    if (records === null || data.frozen === null) return;
    const { printed } = label;
    const { name: jobName } = label.template.label;
    const filled = filledTemplate(template, form.values);
    const about = {
      jobName,
      template: printed,
      tables: boundTables(filled),
      blanks: blanksOf(filled),
      settings,
      asked: data.labels,
    };
    const jobId = orderRun(services, manager, about, {
      templateId,
      printed,
      jobName,
      template: filled,
      takeValues: () => takeValues(services.api, templateId, filled, records.count),
      records,
      frozen: data.frozen,
      ...orderedSettings(settings, printer, copiesOfEach),
    });
    runs.add(jobId, [...form.values.values()].filter((text) => text !== '').join(' · '));
    form.empty();
    counters.again();
    const [first] = blanks;
    if (first !== undefined) onTurn(first.key);
  }
  useEffect(() => {
    if (!isChecking || (!isBlocked && !(isPictured && isReady))) return;
    waiting.current?.(!isBlocked && !isRefused ? start : null, [...refusals.keys()]);
    waiting.current = null;
  });

  /** Settles when the label with these texts is known to be valid or invalid. */
  async function printWhenGood(): Promise<void> {
    setAsked(form.values);
    const [go, refused] = await new Promise<Verdict>((resolve) => {
      waiting.current = (...verdict) => resolve(verdict);
    });
    setAsked(null);
    if (go !== null) return go();
    const [first] = refused;
    if (first !== undefined) onTurn(first);
  }

  return {
    blanks,
    form,
    refusals,
    isRefused,
    settings,
    change: ({ printer: name, copies, rows, copiesColumn, language: wanted }) => {
      if (name !== settings.printer) keepPrinter(name);
      if (rows !== settings.rows || copiesColumn !== settings.copiesColumn) {
        setPageIndex(0);
        choice.choose({ rows, copiesColumn });
      }
      setChosen({ printer: name, copies, language: wanted });
    },
    printers,
    data,
    counters,
    preview,
    pageIndex,
    setPageIndex,
    isBlocked,
    isChecking,
    print: () => {
      form.touch(blanks.map(({ key }) => key));
      const wrong = blanks.find(({ key }) => form.faults.has(key) || refusals.has(key));
      if (wrong !== undefined) return wrong.key;
      if (!isBlocked && form.formFault === null) void printWhenGood();
      return null;
    },
    printed: runs.list,
  };
}

/** The function that starts the run, or null; and the rejected fields. */
type Verdict = readonly [start: (() => void) | null, refused: readonly BlankKey[]];

/** The value after it has been unchanged for a moment. */
function useLate<T>(value: T): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = startTimer(() => setLate(value), PICTURE_DELAY_MS);
    return () => stopTimer(timer);
  }, [value]);
  return late;
}
