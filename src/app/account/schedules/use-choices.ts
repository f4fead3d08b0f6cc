import { useEffect, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import { CLOUD_TYPES, LIST_MAX_SIZE, type DataQueryInfo } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The user's items that a schedule can use. */
export interface Choices {
  readonly templates: readonly Choice[];
  /** Grouped by folder. */
  readonly spreadsheets: readonly { readonly label: string; readonly options: readonly Choice[] }[];
  readonly queries: readonly (Choice & { readonly parameters: DataQueryInfo['parameters'] })[];
  /** Of all bound assistants, without duplicates. */
  readonly printers: readonly Choice[];
}

/** Fetches the user's items once; null until all of them are there. */
export function useChoices(): { readonly choices: Choices | null; readonly problem: Problem | null } {
  const { api } = useServices();
  const [choices, setChoices] = useState<Choices | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const asked = Promise.all([
      api.call('templateList', { size: LIST_MAX_SIZE, order: 'name' }, { signal }),
      api.call('cloudDataList', { type: CLOUD_TYPES.spreadsheets }, { signal }),
      api.call('dataQueryList', {}, { signal }),
      api.call('assistantList', {}, { signal }),
    ]);
    void asked.then(([templates, folders, queries, assistants]) => {
      if (signal.aborted) return;
      if (!templates.ok) return setProblem(templates.error);
      if (!folders.ok) return setProblem(folders.error);
      if (!queries.ok) return setProblem(queries.error);
      if (!assistants.ok) return setProblem(assistants.error);
      const printers = assistants.value.list.flatMap((one) => one.printers);
      setChoices({
        templates: templates.value.list.map(({ id, name }) => ({ value: id, label: name })),
        spreadsheets: folders.value.list
          .filter(({ data }) => data.length > 0)
          .map(({ name, data }) => ({
            label: name,
            options: data.map((file) => ({ value: file.id, label: file.name })),
          })),
        queries: queries.value.list.map(({ id, name, parameters }) => ({ value: id, label: name, parameters })),
        printers: [...new Map(printers.map(({ id, name }) => [id, { value: id, label: name }])).values()],
      });
    });
    return () => leaving.abort();
  }, [api]);
  return { choices, problem };
}
