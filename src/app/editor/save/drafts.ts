import type { Result } from '#model/kernel/result.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { packTemplate, unpackTemplate } from '#model/template/packing.ts';
import type { Template } from '#model/template/template.ts';
import { withDatabase } from '#services/storage/database.ts';
import type { LabelAttributes } from '#app/state/label-attributes.ts';
import { encodeLabelAttributes } from '#app/state/label-attributes.ts';

/** Names this tab until the page is loaded again. Each tab keeps drafts of its own, as two may have one label open. */
const TAB: string = crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Unsaved work that the browser kept. */
export interface Draft {
  readonly template: Template;
  /** Milliseconds since 1970. */
  readonly editedAt: number;
  /** The version of the template that the work began with; 0 where that is not known. */
  readonly revision: number;
}

/** A draft that was found, with the name that it is stored under. */
export interface FoundDraft extends Draft {
  readonly storedAs: string;
}

/** Names the drafts of a saved label of a user, or of a new label or opened file as the route describes it. */
export function draftKey(userId: string, attributes: LabelAttributes): string {
  return JSON.stringify([userId, attributes.id === '' ? encodeLabelAttributes(attributes) : attributes.id]);
}

/** `insteadOf`: a found draft that this tab takes over, replaced in one transaction, so that one of the two is there. */
export async function writeDraft(
  key: string,
  { template, editedAt, revision }: Draft,
  insteadOf: FoundDraft | null,
): Promise<Result<null>> {
  return withDatabase(ownerOf(key), async (database) => {
    const file = packTemplate(writeTemplate(template));
    const transaction = database.transaction('drafts', 'readwrite');
    await Promise.all([
      insteadOf === null ? null : transaction.store.delete(insteadOf.storedAs),
      transaction.store.put({ key: ownName(key), editedAt, revision, file }),
      transaction.done,
    ]);
    return null;
  });
}

/** Deletes the draft that this tab has written. */
export async function deleteDraft(key: string): Promise<Result<null>> {
  return withDatabase(ownerOf(key), async (database) => {
    await database.delete('drafts', ownName(key));
    return null;
  });
}

/** Deletes a draft, of this or another tab, that the user has refused. */
export async function discardDraft(key: string, { storedAs }: FoundDraft): Promise<Result<null>> {
  return withDatabase(ownerOf(key), async (database) => {
    await database.delete('drafts', storedAs);
    return null;
  });
}

/** The latest one of any tab; null when there is none, or none that can be read. */
export async function readDraft(key: string): Promise<Result<FoundDraft | null>> {
  return withDatabase(ownerOf(key), async (database) => {
    const found = await database.getAll('drafts', IDBKeyRange.bound(key, `${key} \uffff`));
    const [stored] = found.toSorted((a, b) => Number(b['editedAt']) - Number(a['editedAt']));
    const file = stored?.['file'];
    const editedAt = stored?.['editedAt'];
    const revision = stored?.['revision'];
    if (stored === undefined || !(file instanceof Uint8Array) || typeof editedAt !== 'number') return null;
    const xml = unpackTemplate(file);
    const template = xml.ok ? readTemplate(xml.value) : xml;
    if (!template.ok) return null;
    const known = typeof revision === 'number' ? revision : 0;
    return { template: template.value, editedAt, revision: known, storedAs: stored.key };
  });
}

function ownName(key: string): string {
  return `${key} ${TAB}`;
}

/** The owner of the draft: it is kept in the owner's database, whoever is signed in by then. */
function ownerOf(key: string): string {
  const [userId] = JSON.parse(key) as readonly string[];
  return userId ?? '';
}
