import { ok, type Result } from '#model/kernel/result.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { packTemplate, unpackTemplate } from '#model/template/packing.ts';
import type { Template } from '#model/template/template.ts';
import { withDatabase, type StoredDraft, type StoredDraftStep } from '#services/storage/database.ts';
import { type LabelAttributes, encodeLabelAttributes } from '#app/state/label-attributes.ts';
import { applyPatch, patchBetween, type DraftPatch } from './draft-patch.ts';
import { deleteStored, editedAtOf, stepsOf, tabOf } from './stored-drafts.ts';
import { livingTabs, showAlive, TAB } from './tab-name.ts';
import type { ApiClient } from '#services/api/api-client.ts';

/** Unsaved work that the browser kept. */
export interface Draft {
  readonly template: Template;
  /** Milliseconds since 1970. */
  readonly editedAt: number;
  /** The version of the template at the start of the work; 0 if unknown. */
  readonly revision: number;
}

/** A stored draft with its storage key. */
export interface FoundDraft extends Draft {
  readonly storedAs: string;
  /** Whether it is on the server, without a storage key here. */
  readonly isFromCloud?: boolean;
}

/** The key of the drafts of a user's saved label, or of a new label or opened file with the route's attributes. */
export function draftKey(userId: string, attributes: LabelAttributes): string {
  return JSON.stringify([userId, attributes.id === '' ? encodeLabelAttributes(attributes) : attributes.id]);
}

/**
 * Writes the whole draft, as a file, replacing all of its steps. `insteadOf`: a found draft that this tab takes over,
 * replaced in one transaction, so that one of the two always exists. `picture`: a PNG of it.
 */
export async function writeDraft(
  key: string,
  { template, editedAt, revision }: Draft,
  insteadOf: FoundDraft | null = null,
  picture: Uint8Array | null = null,
): Promise<Result<null>> {
  showAlive();
  return withDatabase(ownerOf(key), async (database) => {
    const file = packTemplate(writeTemplate(template));
    const row: StoredDraft = { key: storedName(key), name: template.label.name, editedAt, revision, file, picture };
    const transaction = database.transaction(['drafts', 'draftSteps'], 'readwrite');
    const replaced = insteadOf === null ? [row.key] : [row.key, insteadOf.storedAs];
    await Promise.all([
      ...replaced.flatMap((name) => [
        transaction.objectStore('drafts').delete(name),
        transaction.objectStore('draftSteps').delete(stepsOf(name)),
      ]),
      transaction.objectStore('drafts').put(row),
      transaction.done,
    ]);
    return null;
  });
}

/**
 * Appends one step to the draft: the changes since `before`, which the store has; null for a draft that starts with this
 * step. A label of thousands of elements is not rewritten for each change of one.
 */
export async function appendDraft(
  key: string,
  { template, editedAt, revision }: Draft,
  before: Template | null,
): Promise<Result<null>> {
  showAlive();
  return withDatabase(ownerOf(key), async (database) => {
    const storedAs = storedName(key);
    const patch = patchBetween(before, template);
    const transaction = database.transaction(['drafts', 'draftSteps'], 'readwrite');
    const steps = transaction.objectStore('draftSteps');
    if (before === null) {
      await Promise.all([
        steps.delete(stepsOf(storedAs)),
        transaction.objectStore('drafts').put({ key: storedAs, name: template.label.name, editedAt, revision }),
      ]);
    }
    const last = await steps.openKeyCursor(stepsOf(storedAs), 'prev');
    const part = (last?.key[1] ?? 0) + 1;
    await Promise.all([steps.put({ storedAs, part, editedAt, patch }), transaction.done]);
    return null;
  });
}

/** Deletes the draft that this tab has written. */
export function deleteDraft(key: string): Promise<Result<null>> {
  return deleteStored(ownerOf(key), storedName(key));
}

/** Deletes a draft, of this or another tab, that the user has discarded. */
export function discardDraft(key: string, { storedAs }: FoundDraft): Promise<Result<null>> {
  return deleteStored(ownerOf(key), storedAs);
}

/** Whether another open tab is editing the label. */
export async function isBeingEdited(key: string): Promise<boolean> {
  const keys = await withDatabase(ownerOf(key), (database) => database.getAllKeys('drafts', draftsOf(key)));
  return keys.ok && (await livingTabs(keys.value.map(tabOf))).size > 0;
}

/**
 * The draft with the wanted key, or the latest of any closed tab: that of an open tab is its own. Null if there is none, or
 * none that can be read.
 */
export async function readDraft(key: string, wanted: string | null = null): Promise<Result<FoundDraft | null>> {
  const stored = await withDatabase(ownerOf(key), async (database) => {
    const all = await database.getAll('drafts', draftsOf(key));
    const living = await livingTabs(all.map((row) => tabOf(row.key)));
    const found = all.filter((row) => row.key === wanted || !living.has(tabOf(row.key)));
    return Promise.all(
      found.map(async (row) => ({ row, steps: await database.getAll('draftSteps', stepsOf(row.key)) })),
    );
  });
  if (!stored.ok) return stored;
  const order = stored.value.toSorted(
    (a, b) =>
      Number(b.row.key === wanted) - Number(a.row.key === wanted) ||
      editedAtOf(b.row, b.steps) - editedAtOf(a.row, a.steps),
  );
  const [latest] = order;
  return ok(latest === undefined ? null : draftOf(latest.row, latest.steps));
}

function draftOf(row: StoredDraft, steps: readonly StoredDraftStep[]): FoundDraft | null {
  const { file, revision } = row;
  const editedAt = editedAtOf(row, steps);
  const whole = file instanceof Uint8Array ? readFile(file) : null;
  if (file !== undefined && whole === null) return null;
  const template = steps.length === 0 ? whole : (lastSound(replayed(whole, steps)) ?? whole);
  const known = typeof revision === 'number' ? revision : 0;
  return template === null || editedAt === 0 ? null : { template, editedAt, revision: known, storedAs: row.key };
}

function readFile(file: Uint8Array): Template | null {
  const xml = unpackTemplate(file);
  const template = xml.ok ? readTemplate(xml.value) : xml;
  return template.ok ? template.value : null;
}

/** The template after each step, as far as they apply. */
function replayed(whole: Template | null, steps: readonly StoredDraftStep[]): Template[] {
  const templates: Template[] = [];
  try {
    for (const { patch } of steps) {
      const next = applyPatch(templates.at(-1) ?? whole, patch as DraftPatch);
      if (next === null) break;
      templates.push(next);
    }
  } catch {
    // A step of another version of the program may be no patch at all: the previous state remains valid.
  }
  return templates;
}

/** The latest template with a readable file, as it is read; nearly always the last one. */
function lastSound(templates: readonly Template[]): Template | null {
  for (const template of templates.toReversed()) {
    try {
      const read = readTemplate(writeTemplate(template));
      if (read.ok) return read.value;
    } catch {
      // Missing fields make no file.
    }
  }
  return null;
}

/** The key under which this tab stores a draft. */
export function storedName(key: string): string {
  return `${key} ${TAB}`;
}

function draftsOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound(key, `${key} \uffff`);
}

/** The owner of the draft: it is stored in the owner's database, for any signed-in user. */
function ownerOf(key: string): string {
  const [userId] = JSON.parse(key) as readonly string[];
  return userId ?? '';
}

/** The unsaved work on a saved template that the server keeps; null for none, and if it can't be fetched or read. */
export async function readCloudDraft(id: string, api: ApiClient, signal: AbortSignal): Promise<FoundDraft | null> {
  const found = await api.call('getDraft', { id }, { signal, quiet: true });
  if (!found.ok || found.value.draft === null) return null;
  const { file, revision, save_time: time } = found.value.draft;
  const bytes = await api.fetchFile(file, { signal });
  const xml = bytes.ok ? unpackTemplate(bytes.value) : bytes;
  const template = xml.ok ? readTemplate(xml.value) : xml;
  if (!template.ok) return null;
  return { template: template.value, editedAt: Date.parse(time), revision, storedAs: '', isFromCloud: true };
}
