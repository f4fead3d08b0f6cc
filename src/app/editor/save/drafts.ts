import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { packTemplate, unpackTemplate } from '#model/template/packing.ts';
import type { Template } from '#model/template/template.ts';
import { openDatabase, storageProblem } from '#services/storage/database.ts';
import type { LabelAttributes } from '#app/state/label-attributes.ts';
import { encodeLabelAttributes } from '#app/state/label-attributes.ts';

/** Unsaved work that the browser kept. */
export interface Draft {
  readonly template: Template;
  /** Milliseconds since 1970. */
  readonly editedAt: number;
  /** The version of the template that the work began with; 0 where that is not known. */
  readonly revision: number;
}

/** One draft for each saved label of a user, and one for each new label as the route describes it. */
export function draftKey(userId: string, attributes: LabelAttributes): string {
  return JSON.stringify([userId, attributes.id === '' ? encodeLabelAttributes(attributes) : attributes.id]);
}

export async function writeDraft(key: string, { template, editedAt, revision }: Draft): Promise<Result<null>> {
  return withDrafts(async (database) => {
    await database.put('drafts', { key, editedAt, revision, file: packTemplate(writeTemplate(template)) });
    return null;
  });
}

export async function deleteDraft(key: string): Promise<Result<null>> {
  return withDrafts(async (database) => {
    await database.delete('drafts', key);
    return null;
  });
}

/** Null when there is none, or none that can be read. */
export async function readDraft(key: string): Promise<Result<Draft | null>> {
  return withDrafts(async (database) => {
    const stored = await database.get('drafts', key);
    const file = stored?.['file'];
    const editedAt = stored?.['editedAt'];
    const revision = stored?.['revision'];
    if (!(file instanceof Uint8Array) || typeof editedAt !== 'number') return null;
    const xml = unpackTemplate(file);
    const template = xml.ok ? readTemplate(xml.value) : xml;
    return template.ok
      ? { template: template.value, editedAt, revision: typeof revision === 'number' ? revision : 0 }
      : null;
  });
}

type Database = Extract<Awaited<ReturnType<typeof openDatabase>>, { ok: true }>['value'];

async function withDrafts<T>(use: (database: Database) => Promise<T>): Promise<Result<T>> {
  const opened = await openDatabase();
  if (!opened.ok) return opened;
  try {
    return ok(await use(opened.value));
  } catch (error) {
    return err(error instanceof Error ? storageProblem(error) : problem('storage.unavailable'));
  } finally {
    opened.value.close();
  }
}
