import type { Result } from '#model/kernel/result.ts';
import { createLabelAttributes, editLabelPath } from '#app/state/label-attributes.ts';
import { draftKey, storedName, writeDraft, type FoundDraft } from './drafts.ts';
import type { WantedDraft } from './recovered.ts';

/** The address of a draft, and the state that goes with it. */
export interface DraftPlace {
  readonly path: string;
  readonly state: WantedDraft;
}

/** Makes a found draft one of a new label, in one step; its original label stays as it was saved. */
export async function draftAsCopy(
  userId: string,
  draft: FoundDraft,
  name: string,
  parentId: string,
): Promise<Result<DraftPlace>> {
  const label = { ...draft.template.label, name };
  // Two copies of one draft are two labels.
  const attributes = { ...createLabelAttributes(label, crypto.randomUUID()), parentId };
  const key = draftKey(userId, attributes);
  const copy = { template: { ...draft.template, label }, editedAt: Date.now(), revision: 0 };
  const written = await writeDraft(key, copy, draft);
  if (!written.ok) return written;
  return { ok: true, value: { path: editLabelPath(attributes, 'add'), state: { draft: storedName(key) } } };
}
