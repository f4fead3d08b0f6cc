import type { Result } from '#model/kernel/result.ts';
import { withDatabase, type StoredDraft, type StoredDraftStep } from '#services/storage/database.ts';

/** Deletes a draft by its storage key. */
export function deleteStored(userId: string, storedAs: string): Promise<Result<null>> {
  return withDatabase(userId, async (database) => {
    const transaction = database.transaction(['drafts', 'draftSteps'], 'readwrite');
    await Promise.all([
      transaction.objectStore('drafts').delete(storedAs),
      transaction.objectStore('draftSteps').delete(stepsOf(storedAs)),
      transaction.done,
    ]);
    return null;
  });
}

/** The tab that wrote a draft. */
export function tabOf(storedAs: string): string {
  return storedAs.slice(storedAs.lastIndexOf(' ') + 1);
}

/** The time of the draft's last change; 0 if unknown. */
export function editedAtOf({ editedAt }: StoredDraft, steps: readonly StoredDraftStep[]): number {
  const times = [editedAt, ...steps.map((step) => step['editedAt'])];
  return Math.max(0, ...times.filter((time) => typeof time === 'number'));
}

/** The steps of a draft, in order, by the key of their store. */
export function stepsOf(storedAs: string): IDBKeyRange {
  return IDBKeyRange.bound([storedAs], [storedAs, []]);
}
