import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { LabelRunTable } from '../run-rows.ts';

/** `used_privileges`, and whether a run is a preview, which was in the JSON of its settings. */
export const usedPrivileges: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('used_privileges')
      .addColumn('file_key', 'text', (c) => c.primaryKey().references('stored_file.key').onDelete('cascade'))
      .addColumn('tables', 'integer')
      .addColumn('columns', 'integer')
      .execute();
    await db.schema
      .alterTable('label_run')
      .addColumn('preview', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    const runs = db as Kysely<{ label_run: Pick<LabelRunTable, 'id' | 'settings' | 'preview'> }>;
    // Few rows contain these words: previews are short-lived, but settings of all runs may be gigabytes.
    const rows = await runs
      .selectFrom('label_run')
      .select(['id', 'settings'])
      .where('settings', 'like', '%"preview":true%')
      .execute();
    const previews = rows.filter(({ settings }) => (JSON.parse(settings) as { preview?: boolean }).preview === true);
    for (const { id } of previews) {
      await runs.updateTable('label_run').set({ preview: 1 }).where('id', '=', id).execute();
    }
  },
};
