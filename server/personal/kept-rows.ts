import type { Db } from '../core/database/open-database.ts';
import type { CloudFileRow, StoredFileRow, TemplateRow, TemplateVersionRow } from '../core/database/tables.ts';

/** A row with the name of its folder. */
type InFolder<Row> = Row & { readonly folder: string };
type KeptTemplate = InFolder<TemplateRow>;
type KeptVersion = Pick<TemplateVersionRow, 'revision' | 'file_key' | 'preview_key'>;
type KeptCloudFile = InFolder<Pick<CloudFileRow, 'id' | 'name' | 'file_key' | 'thumbnail_key'>>;

/** Rows that are read at once. */
export const PAGE = 200;

/*
 * Reads the tables in pages: a cursor on a connection of its own would hold a snapshot open for as long as a slow
 * download takes.
 */

/** All templates, including those in the trash, with the names of their folders. */
export async function* templatesOf(db: Db, userId: string): AsyncGenerator<KeptTemplate> {
  const query = db
    .selectFrom('template')
    .innerJoin('folder', 'folder.id', 'template.folder_id')
    .selectAll('template')
    .select('folder.name as folder')
    .where('template.user_id', '=', userId)
    .orderBy('template.id')
    .limit(PAGE);
  for (let last = ''; ;) {
    const rows = await query.where('template.id', '>', last).execute();
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? '';
  }
}

/** The versions of one template, oldest first: there are never many. */
export async function versionsOf(db: Db, templateId: string): Promise<KeptVersion[]> {
  return db
    .selectFrom('template_version')
    .select(['revision', 'file_key', 'preview_key'])
    .where('template_id', '=', templateId)
    .orderBy('revision')
    .execute();
}

/** The file of the unsaved work on a template; null for none. */
export async function draftOf(db: Db, templateId: string): Promise<string | null> {
  const row = await db
    .selectFrom('template_draft')
    .select('file_key')
    .where('template_id', '=', templateId)
    .executeTakeFirst();
  return row?.file_key ?? null;
}

export async function* cloudFilesOf(db: Db, userId: string): AsyncGenerator<KeptCloudFile> {
  const query = db
    .selectFrom('cloud_file')
    .innerJoin('cloud_folder', 'cloud_folder.id', 'cloud_file.folder_id')
    .select(['cloud_file.id', 'cloud_file.name', 'cloud_file.file_key', 'cloud_file.thumbnail_key'])
    .select('cloud_folder.name as folder')
    .where('cloud_file.user_id', '=', userId)
    .orderBy('cloud_file.id')
    .limit(PAGE);
  for (let last = ''; ;) {
    const rows = await query.where('cloud_file.id', '>', last).execute();
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? '';
  }
}

export async function* storedFilesOf(db: Db, userId: string): AsyncGenerator<Pick<StoredFileRow, 'key' | 'kind'>> {
  const query = db.selectFrom('stored_file').select(['key', 'kind']).where('user_id', '=', userId);
  for (let last = ''; ;) {
    const rows = await query.where('key', '>', last).orderBy('key').limit(PAGE).execute();
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.key ?? '';
  }
}
