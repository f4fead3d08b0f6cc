import type { Problem } from '#model/kernel/problem.ts';
import { ok } from '#model/kernel/result.ts';
import { CLOUD_TYPES, LIST_MAX_SIZE, type DataQueryInfo } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { useServerState } from '#app/state/use-answer.ts';

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
  const { answer, problem } = useServerState(['scheduleChoices'], async (signal) => {
    const [templates, folders, queries, assistants] = await Promise.all([
      api.call('templateList', { size: LIST_MAX_SIZE, order: 'name' }, { signal }),
      api.call('cloudDataList', { type: CLOUD_TYPES.spreadsheets }, { signal }),
      api.call('dataQueryList', {}, { signal }),
      api.call('assistantList', {}, { signal }),
    ]);
    if (!templates.ok) return templates;
    if (!folders.ok) return folders;
    if (!queries.ok) return queries;
    if (!assistants.ok) return assistants;
    const printers = assistants.value.list.flatMap((one) => one.printers);
    return ok({
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
  return { choices: answer, problem };
}
