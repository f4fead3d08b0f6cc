import { useEffect, useState } from 'react';
import type { Result } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { openRecordSource, type RecordSource } from '#model/data/record-source.ts';
import { createRowReader } from '#services/spreadsheet/row-reader.ts';
import { useServices } from '#app/state/services.tsx';

/** Opens the template's rows; `source` is null meanwhile. `again` retries. */
export function useRecordSource(template: Template): {
  readonly source: Result<RecordSource> | null;
  readonly again: () => void;
} {
  const { spreadsheets } = useServices();
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const reader = createRowReader(spreadsheets, abort.signal);
    void openRecordSource(template, reader, abort.signal).then((source) => {
      if (!abort.signal.aborted) setOpened({ template, attempt, source });
    });
    return () => abort.abort();
  }, [template, spreadsheets, attempt]);
  const current = opened !== null && opened.template === template && opened.attempt === attempt;
  return { source: current ? opened.source : null, again: () => setAttempt((n) => n + 1) };
}

interface Opened {
  readonly template: Template;
  readonly attempt: number;
  readonly source: Result<RecordSource>;
}
