import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Links to templates, submissions to the common library, the operator's fonts, and blocked users. */
export const sharing: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('user').addColumn('blocked_at', 'bigint').execute();
    await db.schema
      .createTable('template_share')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('template_id', 'text', (c) => c.notNull().references('template.id').onDelete('cascade'))
      .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
      .addColumn('grants', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('open_count', 'integer', (c) => c.notNull())
      .addColumn('copy_count', 'integer', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('template_share_by_user').on('template_share').column('user_id').execute();
    await db.schema.createIndex('template_share_by_template').on('template_share').column('template_id').execute();
    await db.schema
      .createTable('common_template')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('template_id', 'text', (c) => c.references('template.id').onDelete('set null'))
      .addColumn('source_id', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('set null'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('name_search', 'text', (c) => c.notNull())
      .addColumn('category', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('decided_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('common_template_by_state')
      .on('common_template')
      .columns(['state', 'created_at'])
      .execute();
    await db.schema.createIndex('common_template_by_user').on('common_template').column('user_id').execute();
    await db.schema.createIndex('common_template_by_copy').on('common_template').column('template_id').execute();
    await db.schema
      .createTable('operator_font')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('family', 'text', (c) => c.notNull())
      .addColumn('weight', 'integer', (c) => c.notNull())
      .addColumn('italic', 'integer', (c) => c.notNull())
      .addColumn('members', 'integer', (c) => c.notNull())
      .addColumn('file_key', 'text', (c) => c.notNull().references('stored_file.key'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('operator_font_face', ['family', 'weight', 'italic'])
      .execute();
    await db.schema.createIndex('operator_font_by_file').on('operator_font').column('file_key').execute();
  },
};
