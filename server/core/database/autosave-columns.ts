import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The group of autosaves that a template's present file belongs to; null for both where it was saved by hand. */
export interface AutosaveColumns {
  /** Names the editor that saved it. */
  autosave_session: string | null;
  /** When the first autosave of the group was made; milliseconds since 1970. */
  autosaved_since: number | null;
}

/** Which autosaves become one version. */
export const autosaves: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('template').addColumn('autosave_session', 'text').execute();
    await db.schema.alterTable('template').addColumn('autosaved_since', 'bigint').execute();
  },
};
