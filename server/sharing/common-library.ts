import { err, ok, type Result } from '#model/kernel/result.ts';
import { COMMON_LIMITS, type CommonTemplate, type DecideCommonInput, type SubmitCommonInput } from '#protocol/api.ts';
import { ensureInstallationAccount, INSTALLATION_USER } from '../accounts/installation-account.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import type { TemplateRow } from '../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { findTemplate, searchText } from '../templates/template-rows.ts';
import { findCommon } from './common-rows.ts';
import { bytesOf, readTemplateFiles } from './copy-share.ts';
import type { CoreServices } from '../core/services.ts';

/**
 * Submits a template: a copy of its current state passes to the installation, independent of the original. All users
 * see it once an operator has approved it.
 */
export async function submitCommon(
  services: Pick<CoreServices, 'db' | 'files' | 'hasStorage' | 'now'>,
  userId: string,
  { id, category, description }: SubmitCommonInput,
): Promise<Result<CommonTemplate, ApiError>> {
  const { db, files, now } = services;
  const found = await findTemplate(db, userId, id);
  if (!found.ok) return found;
  const template = found.value;
  const read = await readTemplateFiles(files, template);
  if (read === null) return err(NO_TEMPLATE);
  if (!(await services.hasStorage(bytesOf(read)))) return err(apiError('noSpace', 'server.noSpace'));
  await ensureInstallationAccount(db, now());
  const fileKey = await files.add(INSTALLATION_USER, 'template', read.extension, read.file);
  const previewKey = read.preview === null ? null : await files.add(INSTALLATION_USER, 'preview', 'png', read.preview);
  const time = now();
  const entry = {
    id: newId(time),
    template_id: newId(time),
    source_id: template.id,
    user_id: userId,
    name: template.name,
    name_search: searchText(template.name),
    category,
    description: description.trim(),
    state: 'pending',
    reason: '',
    created_at: time,
    decided_at: null,
  } as const;
  try {
    const fault = await db.transaction().execute(async (tx) => {
      await lockUser(tx, userId);
      const { count } = await tx
        .selectFrom('common_template')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('state', '=', 'pending')
        .executeTakeFirstOrThrow();
      const max = COMMON_LIMITS.pending;
      if (Number(count) >= max) return apiError('refused', 'common.tooMany', { max });
      await tx
        .insertInto('template')
        .values(frozen(template, entry.template_id, { fileKey, previewKey }, time))
        .execute();
      await tx.insertInto('common_template').values(entry).execute();
      return null;
    });
    if (fault !== null) return err(fault);
  } finally {
    await files.drop([fileKey, previewKey]);
  }
  const added = await findCommon(db, entry.id);
  return added === null ? err(NO_TEMPLATE) : ok(added);
}

/** A copy of the template for the installation's account, under a unique name. */
function frozen(
  template: TemplateRow,
  id: string,
  files: { readonly fileKey: string; readonly previewKey: string | null },
  time: number,
): TemplateRow {
  return {
    ...template,
    id,
    user_id: INSTALLATION_USER,
    folder_id: INSTALLATION_USER,
    name: `/${id}`,
    remark: '',
    file_key: files.fileKey,
    preview_key: files.previewKey,
    use_count: 0,
    download_count: 0,
    common: 0,
    created_at: time,
    updated_at: time,
    saved_at: time,
    revision: 1,
    deleted_at: null,
    trashed_name: null,
    autosave_session: null,
    autosaved_since: null,
  };
}

/** Withdraws the user's submission. Users who have opened it keep their copies. */
export async function withdrawCommon(
  services: Pick<CoreServices, 'db' | 'files'>,
  userId: string,
  id: string,
): Promise<Result<null, ApiError>> {
  const deleted = await services.db
    .deleteFrom('common_template')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('template_id')
    .executeTakeFirst();
  if (deleted === undefined) return err(NO_TEMPLATE);
  await dropCopy(services, deleted.template_id);
  return ok(null);
}

/** An operator's decision. A rejected submission keeps its reason for its author, but no copy. */
export async function decideCommon(
  services: Pick<CoreServices, 'db' | 'files' | 'now'>,
  { id, approve, reason = '' }: DecideCommonInput,
): Promise<Result<CommonTemplate, ApiError>> {
  if (!approve && reason.trim() === '') return err(invalid('reason', 'common.reasonMissing'));
  const { db, now } = services;
  const outcome = await db.transaction().execute(async (tx) => {
    // The first statement writes, so that of two concurrent decisions one waits for the other.
    const row = await tx
      .updateTable('common_template')
      .set({ decided_at: now(), state: approve ? 'approved' : 'refused', reason: approve ? '' : reason.trim() })
      .where('id', '=', id)
      // A rejected submission has no copy and can't be approved any more.
      .where('template_id', 'is not', null)
      .returning('template_id')
      .executeTakeFirst();
    if (row === undefined) return null;
    const { template_id: copy } = row;
    if (approve && copy !== null) {
      await tx.updateTable('template').set({ common: 1 }).where('id', '=', copy).execute();
    }
    return { copy };
  });
  if (outcome === null) return err(NO_TEMPLATE);
  if (!approve) await dropCopy(services, outcome.copy);
  const decided = await findCommon(db, id);
  return decided === null ? err(NO_TEMPLATE) : ok(decided);
}

/** Deletes a user's pending submissions, before the account is deleted. */
export async function dropPending(services: Pick<CoreServices, 'db' | 'files'>, userId: string): Promise<void> {
  const rows = await services.db
    .deleteFrom('common_template')
    .where('user_id', '=', userId)
    .where('state', '<>', 'approved')
    .returning('template_id')
    .execute();
  for (const { template_id: copy } of rows) await dropCopy(services, copy);
}

async function dropCopy({ db, files }: Pick<CoreServices, 'db' | 'files'>, id: string | null): Promise<void> {
  if (id === null) return;
  const deleted = await deleteCopy(db, id);
  if (deleted !== undefined) await files.drop([deleted.file_key, deleted.preview_key]);
}

async function deleteCopy(db: Db, id: string): Promise<Pick<TemplateRow, 'file_key' | 'preview_key'> | undefined> {
  return db
    .deleteFrom('template')
    .where('id', '=', id)
    .where('user_id', '=', INSTALLATION_USER)
    .returning(['file_key', 'preview_key'])
    .executeTakeFirst();
}

const NO_TEMPLATE = apiError('notFound', 'template.notFound');
