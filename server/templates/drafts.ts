import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SaveDraftInput, TemplateDraft } from '#protocol/api.ts';
import { isMissingReference, type Db } from '../core/database/open-database.ts';
import type { TemplateDraftRow } from '../core/database/tables.ts';
import { filePath, keyOf } from '../core/files/file-store.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { findTemplate } from './template-rows.ts';
import type { CoreServices } from '../core/services.ts';
import { isoOf } from '../core/iso-time.ts';

/** Stores unsaved work on a template, in place of an earlier draft. */
export async function saveDraft(
  { db, files, now }: Pick<CoreServices, 'db' | 'files' | 'now'>,
  userId: string,
  { id, url, revision, age_ms: age = 0 }: SaveDraftInput,
): Promise<Result<TemplateDraft, ApiError>> {
  const found = await findTemplate(db, userId, id);
  if (!found.ok) return found;
  const fileKey = keyOf(url);
  if (!(await files.has(userId, 'template', fileKey))) return err(apiError('notFound', 'template.fileMissing'));
  const row: TemplateDraftRow = {
    template_id: id,
    user_id: userId,
    revision,
    file_key: fileKey,
    saved_at: now() - age,
  };
  try {
    const before = await db.transaction().execute(async (tx) => {
      const old = await takeDraft(tx, id);
      await tx
        .insertInto('template_draft')
        .values(row)
        .onConflict((conflict) => conflict.column('template_id').doUpdateSet(row))
        .execute();
      return old;
    });
    if (before !== fileKey) await files.drop([before]);
  } catch (error) {
    // The template was deleted permanently since it was found.
    if (isMissingReference(error)) return err(apiError('notFound', 'template.notFound'));
    throw error;
  }
  return ok(draftOf(row));
}

/** Null when nothing is unsaved. */
export async function findDraft(db: Db, userId: string, id: string): Promise<Result<TemplateDraft | null, ApiError>> {
  const found = await findTemplate(db, userId, id);
  if (!found.ok) return found;
  const row = await db.selectFrom('template_draft').selectAll().where('template_id', '=', id).executeTakeFirst();
  return ok(row === undefined ? null : draftOf(row));
}

/** Deletes the unsaved work on a template, if there is any. */
export async function dropDraft(
  { db, files }: Pick<CoreServices, 'db' | 'files'>,
  userId: string,
  id: string,
): Promise<Result<null, ApiError>> {
  const found = await findTemplate(db, userId, id);
  if (!found.ok) return found;
  await files.drop([await takeDraft(db, id)]);
  return ok(null);
}

/** Deletes the draft's row and returns its file, which the caller drops. */
export async function takeDraft(db: Db, templateId: string): Promise<string | null> {
  const deleted = await db
    .deleteFrom('template_draft')
    .where('template_id', '=', templateId)
    .returning('file_key')
    .executeTakeFirst();
  return deleted?.file_key ?? null;
}

function draftOf({ revision, file_key, saved_at }: TemplateDraftRow): TemplateDraft {
  return { revision, file: filePath(file_key), save_time: isoOf(saved_at) };
}
