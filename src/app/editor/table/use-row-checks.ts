import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { CounterId } from '#model/kernel/ids.ts';
import { withCounterStarts } from '#model/data/counters.ts';
import { openRecordSource } from '#model/data/record-source.ts';
import { NO_ROWS } from '#model/data/row-set.ts';
import type { Template } from '#model/template/template.ts';
import { checkRows, type RowFindings } from '#printing/check-rows.ts';
import { createRowReader } from '#services/spreadsheet/row-reader.ts';
import { useServices } from '#app/state/services.tsx';
import { useEditorSession } from '../session/editor-session.tsx';

/** A check of all rows, running or over. */
export interface RowChecks {
  readonly findings: RowFindings;
  readonly running: boolean;
  /** Why it ended before its end. */
  readonly problem: Problem | null;
  /** False when the label or the cells have changed since. */
  readonly isCurrent: boolean;
}

interface Check {
  readonly template: Template;
  readonly editCount: number;
  readonly findings: RowFindings;
  readonly running: boolean;
  readonly problem: Problem | null;
}

/** Labels are checked at the resolution that most printers have. */
const CHECK_DPI = 300;
const NOTHING_YET: RowFindings = { done: 0, total: 0, bad: NO_ROWS, faults: [] };

/** Looks at every row before anything is printed. Null until it is asked to. */
export function useRowChecks(
  template: Template,
  editCount: number,
): { readonly checks: RowChecks | null; start(): void; stop(): void; close(): void } {
  const { printRenderer, spreadsheets } = useServices();
  const { counters } = useEditorSession();
  const [check, setCheck] = useState<Check | null>(null);
  const under = useRef<AbortController | null>(null);
  useEffect(() => () => under.current?.abort(), []);

  const start = useCallback((): void => {
    under.current?.abort();
    const abort = new AbortController();
    under.current = abort;
    const { signal } = abort;
    setCheck({ template, editCount, findings: NOTHING_YET, running: true, problem: null });
    const take = (part: Partial<Check>): void => {
      if (under.current === abort) setCheck((now) => (now === null ? null : { ...now, ...part }));
    };
    void (async () => {
      const reader = createRowReader(spreadsheets, signal);
      // The values that would be printed now, as far as they are known.
      const starts = Object.entries(counters.state.get().next ?? {}) as [CounterId, string][];
      const counted = withCounterStarts(template, new Map(starts));
      const records = await openRecordSource(counted, reader, signal);
      if (!records.ok) return take({ running: false, problem: records.error });
      const run = await printRenderer.openRun({ template: counted, dpi: CHECK_DPI }, signal);
      if (!run.ok) return take({ running: false, problem: run.error });
      const done = await checkRows(records.value, run.value, signal, (findings) => take({ findings }));
      run.value.close();
      take({ running: false, problem: done.ok ? null : done.error });
    })();
  }, [template, editCount, counters, printRenderer, spreadsheets]);
  const stop = useCallback((): void => {
    under.current?.abort();
    setCheck((now) => (now === null ? null : { ...now, running: false, problem: problem('aborted') }));
  }, []);
  const close = useCallback((): void => {
    under.current?.abort();
    under.current = null;
    setCheck(null);
  }, []);

  const isCurrent = check?.template === template && check.editCount === editCount;
  const checks = useMemo(() => (check === null ? null : { ...check, isCurrent }), [check, isCurrent]);
  return { checks, start, stop, close };
}
