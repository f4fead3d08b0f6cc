import type { Kysely } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';
import { accountCenter } from './account-center-tables.ts';
import { accountSecurity } from './account-security.ts';
import { dataConnections } from './data-connection-tables.ts';
import { draftsAndSaveKeys } from './draft-tables.ts';
import { dialedAssistants } from './assistant-tables.ts';
import { auditLog } from './audit-tables.ts';
import { autosaves } from './autosave-columns.ts';
import { documentConversions } from './conversion-tables.ts';
import { cloudData } from './cloud-tables.ts';
import { industryUse } from './industry-use-table.ts';
import { memberTables } from './member-tables.ts';
import { addedContent } from './added-content-tables.ts';
import { feedbackAndAnnouncements } from './feedback-tables.ts';
import { netFetches } from './net-fetch-tables.ts';
import { printRecords } from './print-record-tables.ts';
import { rolesAndMembership } from './roles-and-membership.ts';
import { rateCounts } from './rate-count-table.ts';
import { signedCalls } from './signed-call-tables.ts';
import { tokensAndRuns } from './run-tables.ts';
import { scheduleRetries } from './schedule-retries-table.ts';
import { decidedDoubts } from './doubts-table.ts';
import { listedRuns } from './listed-runs-table.ts';
import { runsPutAway } from './run-tray-table.ts';
import { usedPrivileges } from './used-privileges-table.ts';
import { schedules } from './schedule-tables.ts';
import { runTries } from './run-try-table.ts';
import { trashAndVersions } from './trash-and-versions.ts';
import { publicShares, sharing } from './sharing-tables.ts';
import { signInGuesses, signInTables } from './sign-in-tables.ts';

/** Uses only plain SQL types, so that the same migration runs on PostgreSQL. */
const firstTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('user')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_name', 'text')
      .addColumn('user_name_key', 'text', (c) => c.unique())
      .addColumn('email', 'text')
      .addColumn('email_key', 'text', (c) => c.unique())
      .addColumn('password_hash', 'text', (c) => c.notNull())
      .addColumn('nickname', 'text', (c) => c.notNull())
      .addColumn('head_pic', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('session')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('session_by_expiry').on('session').column('expires_at').execute();
    await db.schema
      .createTable('upload_token')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('folder')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('folder_name', ['user_id', 'name'])
      .execute();
    await db.schema
      .createTable('stored_file')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('stored_file_by_user').on('stored_file').columns(['user_id', 'bytes']).execute();
    await db.schema
      .createTable('template')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('folder_id', 'text', (c) => c.notNull().references('folder.id').onDelete('restrict'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('name_search', 'text', (c) => c.notNull())
      .addColumn('remark', 'text', (c) => c.notNull())
      .addColumn('width_mm', 'double precision', (c) => c.notNull())
      .addColumn('height_mm', 'double precision', (c) => c.notNull())
      .addColumn('file_key', 'text', (c) => c.notNull().references('stored_file.key'))
      .addColumn('preview_key', 'text', (c) => c.references('stored_file.key'))
      .addColumn('use_count', 'integer', (c) => c.notNull())
      .addColumn('download_count', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('template_name', ['folder_id', 'name'])
      .execute();
    await db.schema.createIndex('template_by_change').on('template').columns(['user_id', 'updated_at']).execute();
    await db.schema.createIndex('template_by_file').on('template').column('file_key').execute();
    await db.schema.createIndex('template_by_preview').on('template').column('preview_key').execute();
  },
};

const userFonts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('user_font')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('family', 'text', (c) => c.notNull())
      .addColumn('weight', 'integer', (c) => c.notNull())
      .addColumn('italic', 'integer', (c) => c.notNull())
      .addColumn('file_key', 'text', (c) => c.notNull().references('stored_file.key'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('user_font_face', ['user_id', 'family', 'weight', 'italic'])
      .execute();
    await db.schema.createIndex('user_font_by_file').on('user_font').column('file_key').execute();
  },
};

/** Counts the saves of a template, so that a save can name the version it started from. */
const templateRevision: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('template')
      .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
  },
};

const uploadReservations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('upload_reservation')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('upload_reservation_by_user')
      .on('upload_reservation')
      .columns(['user_id', 'bytes'])
      .execute();
    await db.schema.createIndex('upload_token_by_user').on('upload_token').columns(['user_id', 'expires_at']).execute();
  },
};

/** Where the running numbers of a template stand. They go with the template. */
const counters: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('counter')
      .addColumn('template_id', 'text', (c) => c.notNull().references('template.id').onDelete('cascade'))
      .addColumn('counter_id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('step', 'integer', (c) => c.notNull())
      .addColumn('next_value', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('counter_place', ['template_id', 'counter_id'])
      .execute();
  },
};

/** How many texts of a template are filled in when it is printed. Those from before have none. */
const templateBlanks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('template')
      .addColumn('blank_count', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};

/** All migrations, in order. One that was published never changes. */
export const migrations: MigrationProvider = {
  getMigrations: () =>
    Promise.resolve({
      '0001-first-tables': firstTables,
      '0002-user-fonts': userFonts,
      '0003-template-revision': templateRevision,
      '0004-account-security': accountSecurity,
      '0005-upload-reservations': uploadReservations,
      '0006-counters': counters,
      '0007-print-records': printRecords,
      '0008-template-blanks': templateBlanks,
      '0009-rate-counts': rateCounts,
      '0010-sign-in': signInTables,
      '0011-account-center': accountCenter,
      '0012-signed-calls': signedCalls,
      '0013-trash-and-versions': trashAndVersions,
      '0014-cloud-data': cloudData,
      '0015-net-fetches': netFetches,
      '0016-audit-log': auditLog,
      '0017-roles-and-membership': rolesAndMembership,
      '0018-members': memberTables,
      '0019-industry-use': industryUse,
      '0020-feedback-and-announcements': feedbackAndAnnouncements,
      '0022-sharing': sharing,
      '0023-added-content': addedContent,
      '0024-drafts-and-save-keys': draftsAndSaveKeys,
      '0025-document-conversions': documentConversions,
      '0026-tokens-and-runs': tokensAndRuns,
      '0029-data-connections': dataConnections,
      '0030-dialed-assistants': dialedAssistants,
      '0031-schedules': schedules,
      '0032-run-tries': runTries,
      '0033-schedule-retries': scheduleRetries,
      '0034-runs-put-away': runsPutAway,
      '0035-decided-doubts': decidedDoubts,
      '0036-sign-in-guesses': signInGuesses,
      '0037-used-privileges': usedPrivileges,
      '0041-listed-runs': listedRuns,
      '0043-autosaves': autosaves,
      '0044-public-shares': publicShares,
    }),
};

/** Their names, the first one first. */
export async function migrationNames(): Promise<string[]> {
  return Object.keys(await migrations.getMigrations()).toSorted();
}
