import { NO_RECORD } from '#model/data/record.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { TemplateListInput } from '#protocol/api.ts';
import type { RenderClient } from '#services/render/render-client.ts';
import { withReplacedTexts } from '#editor/commands/replace-text.ts';
import { loadSavedLabel } from '#app/state/load-saved-label.ts';
import { saveLabel, type SaveProblem } from '#app/state/save-label.ts';
import type { Services } from '#app/state/services.tsx';
import type { ReplaceTerms } from '#app/ui/ReplaceFields.tsx';

/** The labels to search: those that were selected, or all of a query. */
export type LabelScope =
  | { readonly type: 'chosen'; readonly labels: readonly NamedLabel[] }
  | { readonly type: 'all'; readonly query: Pick<TemplateListInput, 'parent_id' | 'name'>; readonly count: number };

interface NamedLabel {
  readonly id: string;
  readonly name: string;
}

/** A saved label with the elements that are searched. */
export interface ReadLabel extends NamedLabel {
  readonly revision: number;
  readonly elements: readonly LabelElement[];
}

/** A label that could not be read or saved. */
export interface FailedLabel extends NamedLabel {
  readonly problem: SaveProblem;
}

type LabelServices = Pick<Services, 'api' | 'fonts'>;

const LISTED_AT_ONCE = 100;

/** The labels of a scope. Problems: those of the server. */
async function labelsOf(
  scope: LabelScope,
  { api }: LabelServices,
  signal: AbortSignal,
): Promise<Result<readonly NamedLabel[], Problem>> {
  if (scope.type === 'chosen') return ok(scope.labels);
  // By name, because that order doesn't change while a page after the other is requested.
  const input = { ...scope.query, size: LISTED_AT_ONCE, order: 'name' } as const;
  const labels = new Map<string, NamedLabel>();
  for (let page = 1; ; page++) {
    const answer = await api.call('templateList', { ...input, page }, { signal });
    if (!answer.ok) return answer;
    for (const { id, name } of answer.value.list) labels.set(id, { id, name });
    if (page * LISTED_AT_ONCE >= answer.value.count) return ok([...labels.values()]);
  }
}

/**
 * Reads the labels of a scope one after the other. `onRead` receives each, read or not, with the number of all. Problems:
 * those of the list; `aborted`.
 */
export async function readLabels(
  scope: LabelScope,
  services: LabelServices,
  signal: AbortSignal,
  onRead: (label: ReadLabel | FailedLabel, total: number) => void,
): Promise<Result<null, Problem>> {
  const labels = await labelsOf(scope, services, signal);
  if (!labels.ok) return labels;
  for (const { id, name } of labels.value) {
    const label = await loadSavedLabel(id, services, signal);
    if (signal.aborted) return err(problem('aborted'));
    const read = label.ok
      ? { revision: label.value.attributes.revision, elements: label.value.template.elements }
      : { problem: label.error };
    onRead({ id, name, ...read }, labels.value.length);
  }
  return ok(null);
}

/**
 * Replaces the matches in a saved label and saves it with a new preview; the server keeps the version before. Resolves to the label as it is now. Problems:
 * `template.changedMeanwhile` (someone saved it after it was read), those of reading and saving.
 */
export async function replaceInLabel(
  read: ReadLabel,
  terms: ReplaceTerms,
  userId: string,
  services: LabelServices & { readonly render: RenderClient },
  signal: AbortSignal,
): Promise<Result<ReadLabel, SaveProblem>> {
  const { api, fonts, render } = services;
  const loaded = await loadSavedLabel(read.id, services, signal);
  if (!loaded.ok) return loaded;
  const { template: before, attributes } = loaded.value;
  if (attributes.revision !== read.revision) return err(problem('template.changedMeanwhile'));
  render.fonts(fonts.added());
  const template = withReplacedTexts(before, terms, terms.replacement);
  const saved = await saveLabel(template, NO_RECORD, { attributes, status: 'edit', userId }, { api, render }, signal, {
    key: crypto.randomUUID(),
    remark: '',
    editSession: crypto.randomUUID(),
    isAuto: false,
    isQuiet: true,
  });
  if (!saved.ok) return saved;
  switch (saved.value.type) {
    case 'saved':
      return ok({ ...read, revision: saved.value.info.revision, elements: template.elements });
    case 'deleted':
      return err(problem('server.notFound'));
    case 'changedMeanwhile':
    case 'nameTaken':
      return err(problem('template.changedMeanwhile'));
  }
}
