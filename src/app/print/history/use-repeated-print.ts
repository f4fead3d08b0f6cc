import { useCallback, useEffect, useState } from 'react';
import { blanksOf } from '#model/data/blanks.ts';
import { countersOf } from '#model/data/counters.ts';
import { pinConnections } from '#model/data/rebind.ts';
import { boundTables } from '#model/data/tables.ts';
import type { Template } from '#model/template/template.ts';
import type { PrintRecordDetail } from '#protocol/api.ts';
import type { RepeatDifference, RepeatedPrint } from '#app/print/RepeatNotices.tsx';
import { useRepeatedRun, useSetRepeatedRun, type HandedOverRun } from '#app/state/repeated-run.ts';
import { useServices } from '#app/state/services.tsx';
import type { PrintedTemplate } from '#protocol/printing.ts';
import { sheetKey, type SheetChoice } from '#services/storage/row-choices.ts';
import { blanksOfRun, choiceOfRun } from '#app/print/runs/recorded-run.ts';

export interface RepeatControl {
  /** Null if there is no run to repeat, or no longer. */
  readonly repeat: RepeatedPrint | null;
  forget(): void;
  /** Call before the dialog is opened again: data that was repaired in the meantime may be another file. */
  ready(): Promise<void>;
  /** Discards a run that was handed over to a label which is not opened after all. */
  drop(): void;
}

interface Repeating {
  readonly repeat: RepeatedPrint;
  readonly choice: SheetChoice | null;
  /** The sheet for which the rows have been chosen. */
  readonly sheet: string | null;
}

/**
 * Opens the print dialog with the settings of a run of the history, if the label was opened to repeat it.
 * `template` and `printed` give the current label; nothing happens before `isFree`.
 */
export function useRepeatedPrint(
  template: () => Template,
  printed: () => PrintedTemplate,
  isFree: boolean,
  open: () => void,
): RepeatControl {
  const { rowChoices, spreadsheets } = useServices();
  const handedOver = useRepeatedRun();
  const setHandedOver = useSetRepeatedRun();
  /**
   * Only the run that was handed over when the label was opened: one for another label was meant for a label that did not
   * open.
   */
  const [atOpening] = useState(handedOver);
  const [repeating, setRepeating] = useState<Repeating | null>(null);
  const forget = useCallback(() => setRepeating(null), []);

  /** Makes these rows the last choice for a sheet, which the dialog starts with. Returns the sheet's name. */
  const chooseRows = useCallback(
    async (choice: SheetChoice | null, before: string | null): Promise<string | null> => {
      const [table] = boundTables(template());
      const sheet = table === undefined ? null : sheetKey(table, table.sheet);
      if (table !== undefined && choice !== null && sheet !== before) await rowChoices.put(table, table.sheet, choice);
      return sheet;
    },
    [rowChoices, template],
  );
  useEffect(() => {
    if (handedOver === null) return;
    const label = printed();
    if (handedOver.template_id !== label.id) {
      // A later one is for the next label.
      if (handedOver === atOpening) setHandedOver(null);
      return;
    }
    if (!isFree) return;
    setHandedOver(null);
    const now = pinConnections(template(), (source) => spreadsheets.contentOf(source).connection);
    const choice = choiceOfRun(handedOver.settings);
    void chooseRows(choice, null).then((sheet) => {
      setRepeating({ repeat: repeatedPrint(handedOver, now, label), choice, sheet });
      open();
    });
  }, [handedOver, setHandedOver, atOpening, isFree, printed, template, chooseRows, open, spreadsheets]);

  const ready = useCallback(async () => {
    if (repeating === null) return;
    const sheet = await chooseRows(repeating.choice, repeating.sheet);
    setRepeating((now) => (now === null ? null : { ...now, sheet }));
  }, [repeating, chooseRows]);
  const drop = useCallback(() => setHandedOver(null), [setHandedOver]);
  return { repeat: repeating?.repeat ?? null, forget, ready, drop };
}

/** The settings of the run, and what has changed in the label and its data since. */
export function repeatedPrint(run: HandedOverRun, template: Template, label: PrintedTemplate): RepeatedPrint {
  const { copies, dpi, min_grade: minGrade, overflow, background, rows, copies_column: copiesColumn } = run.settings;
  const { language = null } = run.settings;
  return {
    hasOwnRows: run.hasOwnRows ?? false,
    of: { jobId: run.job_id, startedAt: run.started_at },
    settings: { printer: run.printer, copies, dpi, minGrade, overflow, printBackground: background, language },
    copiesColumn,
    blanks: blanksOfRun(run.settings, blanksOf(template)),
    differences: differencesOf(run, template, label, rows.type === 'unknown'),
  };
}

function differencesOf(
  run: PrintRecordDetail,
  template: Template,
  label: PrintedTemplate,
  rowsUnknown: boolean,
): readonly RepeatDifference[] {
  const found: RepeatDifference[] = [];
  if (run.template_revision === 0) found.push({ type: 'unsaved' });
  else if (run.template_revision !== label.revision) found.push({ type: 'labelChanged' });
  const now = boundTables(template).map(({ fileName, sheet, connection }) => ({ file: fileName, sheet, connection }));
  const [before, after] = [namesOf(run.data, false), namesOf(now, false)];
  if (before !== after) found.push({ type: 'dataChanged', before, now: after });
  else if (namesOf(run.data, true) !== namesOf(now, true)) found.push({ type: 'contentChanged' });
  if (rowsUnknown) found.push({ type: 'rowsUnknown' });
  const counters = countersOf(template);
  if (counters.ok && counters.value.length > 0) found.push({ type: 'numbersGoOn' });
  return found;
}

function namesOf(data: PrintRecordDetail['data'], withContent: boolean): string {
  const names = data.map(({ file, sheet, connection }) => {
    const name = sheet === '' ? file : `${file} · ${sheet}`;
    return withContent ? `${name}\n${connection}` : name;
  });
  return names.length === 0 ? '–' : names.join(', ');
}
