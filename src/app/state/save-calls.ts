import { ok, type Result } from '#model/kernel/result.ts';
import type { TemplateFields, TemplateInfo } from '#protocol/api.ts';
import type { ApiClient, ApiResult, CallOptions } from '#services/api/api-client.ts';

export interface SavedOutcome {
  readonly type: 'saved';
  readonly info: TemplateInfo;
  /** Whether it replaced another template. */
  readonly covers?: true;
}
export type SaveOutcome =
  | SavedOutcome
  /** Another template has this name. The same files may be sent again to replace that template's current version. */
  | { readonly type: 'nameTaken'; readonly id: string; readonly revision: number; readonly files: SavedFiles }
  /** The template was changed since the version that this save started from. */
  | { readonly type: 'changedMeanwhile'; readonly present: TemplateInfo; readonly files: SavedFiles }
  /** The template was deleted: the same files may be saved as a new one. */
  | { readonly type: 'deleted'; readonly files: SavedFiles };

/** The files that a save has uploaded, and the fields that describe the template. */
export interface SavedFiles {
  readonly fields: TemplateFields;
  /** PNG; null if the browser could not render one. */
  readonly preview: Uint8Array | null;
}

/** Saves as a new template; with `keepBoth` under another name if the name is taken. */
export async function addLabel(
  files: SavedFiles,
  api: ApiClient,
  how: CallOptions,
  keepBoth: boolean = false,
): Promise<Result<SaveOutcome>> {
  const answer = await api.call('addTemplate', keepBoth ? { ...files.fields, keep_both: true } : files.fields, how);
  return outcomeOf(answer, '', files, api, how);
}

/** Replaces the given version of the user's own template; with version 0, any version. */
export async function editLabel(
  id: string,
  revision: number,
  files: SavedFiles,
  api: ApiClient,
  how: CallOptions,
): Promise<Result<SaveOutcome>> {
  const answer = await api.call('editTemplate', { ...files.fields, ...versionOf(id, revision) }, how);
  return outcomeOf(answer, id, files, api, how);
}

/** Replaces the given version of the template that already has the name. */
export async function coverLabel(
  id: string,
  revision: number,
  files: SavedFiles,
  api: ApiClient,
  how: CallOptions,
): Promise<Result<SaveOutcome>> {
  const answer = await api.call('coverTemplate', { ...files.fields, ...versionOf(id, revision) }, how);
  const outcome = await outcomeOf(answer, id, files, api, how);
  return outcome.ok && outcome.value.type === 'saved' ? ok({ ...outcome.value, covers: true }) : outcome;
}

function versionOf(id: string, revision: number): { readonly id: string; readonly revision?: number } {
  return revision > 0 ? { id, revision } : { id };
}

async function outcomeOf(
  answer: ApiResult<TemplateInfo>,
  id: string,
  files: SavedFiles,
  api: ApiClient,
  how: CallOptions,
): Promise<Result<SaveOutcome>> {
  if (answer.ok) return ok({ type: 'saved', info: answer.value });
  const { code, takenById, presentRevision } = answer.error;
  if (takenById !== undefined && takenById !== '') {
    return ok({ type: 'nameTaken', id: takenById, revision: presentRevision ?? 0, files });
  }
  // "Not found" may also mean the folder or an uploaded file, so the template itself is requested.
  if (id === '' || (code !== 'template.changedMeanwhile' && code !== 'server.notFound')) return answer;
  const present = await api.call('getTemplate', { id }, how);
  if (!present.ok) {
    return present.error.code === 'server.notFound' ? ok({ type: 'deleted', files }) : present;
  }
  return code === 'template.changedMeanwhile'
    ? ok({ type: 'changedMeanwhile', present: present.value, files })
    : answer;
}
