import type { Result } from '#model/kernel/result.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { packTemplate, unpackTemplate } from '#model/template/packing.ts';
import type { Template } from '#model/template/template.ts';
import { withDatabase } from '#services/storage/database.ts';
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
  return withDatabase(ownerOf(key), async (database) => {
    await database.put('drafts', { key, editedAt, revision, file: packTemplate(writeTemplate(template)) });
    return null;
  });
}

export async function deleteDraft(key: string): Promise<Result<null>> {
  return withDatabase(ownerOf(key), async (database) => {
    await database.delete('drafts', key);
    return null;
  });
}

/** Null when there is none, or none that can be read. */
export async function readDraft(key: string): Promise<Result<Draft | null>> {
  return withDatabase(ownerOf(key), async (database) => {
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

/** The user whose draft it is: it lies in his database, whoever is signed in by then. */
function ownerOf(key: string): string {
  const [userId] = JSON.parse(key) as readonly string[];
  return userId ?? '';
}
