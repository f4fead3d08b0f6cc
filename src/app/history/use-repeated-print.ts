import { useCallback, useEffect, useState } from 'react';
import { countersOf } from '#model/data/counters.ts';
import { boundTables } from '#model/data/tables.ts';
import type { Template } from '#model/template/template.ts';
import type { PrintRecordDetail } from '#protocol/api.ts';
import type { RepeatDifference, RepeatedPrint } from '#app/print/RepeatNotices.tsx';
import { useRepeatedRun, useSetRepeatedRun } from '#app/state/repeated-run.ts';
import { useServices } from '#app/state/services.tsx';
import type { PrintedTemplate } from '#protocol/printing.ts';
import { choiceOfRun } from '#app/run-records/recorded-run.ts';

/**
 * Opens the print dialog with what was chosen for a run of the history, if the label was opened to print that again.
 * `template` is the label as it is now; nothing happens before `isFree`.
 */
export function useRepeatedPrint(
  template: () => Template,
  label: PrintedTemplate,
  isFree: boolean,
  open: () => void,
): { readonly repeat: RepeatedPrint | null; readonly forget: () => void } {
  const { rowChoices } = useServices();
  const handedOver = useRepeatedRun();
  const setHandedOver = useSetRepeatedRun();
  const [repeat, setRepeat] = useState<RepeatedPrint | null>(null);
  const forget = useCallback(() => setRepeat(null), []);

  useEffect(() => {
    if (handedOver === null || !isFree) return;
    setHandedOver(null);
    if (handedOver.template_id !== label.id) return;
    const now = template();
    const [table] = boundTables(now);
    const choice = choiceOfRun(handedOver.settings);
    // The dialog takes the rows that were chosen for a sheet the last time: now these.
    const kept = table === undefined || choice === null ? null : rowChoices.put(table, table.sheet, choice);
    void Promise.resolve(kept).then(() => {
      setRepeat(repeatedPrint(handedOver, now, label));
      open();
    });
  }, [handedOver, setHandedOver, isFree, label, template, rowChoices, open]);

  return { repeat, forget };
}

/** What was chosen for the run, and what of the label and its data is not as it was then. */
export function repeatedPrint(run: PrintRecordDetail, template: Template, label: PrintedTemplate): RepeatedPrint {
  const { copies, dpi, min_grade: minGrade, overflow, background, rows, copies_column: copiesColumn } = run.settings;
  return {
    startedAt: run.started_at,
    settings: { printer: run.printer, copies, dpi, minGrade, overflow, printBackground: background },
    copiesColumn,
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
