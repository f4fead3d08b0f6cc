import { type MigrationProvider, Migrator } from 'kysely/migration';
import { firstTables } from './migrations/0001-first-tables.ts';
import { userFonts } from './migrations/0002-user-fonts.ts';
import { templateRevision } from './migrations/0003-template-revision.ts';
import { accountSecurity } from './migrations/0004-account-security.ts';
import { uploadReservations } from './migrations/0005-upload-reservations.ts';
import { counters } from './migrations/0006-counters.ts';
import { printRecords } from './migrations/0007-print-records.ts';
import { templateBlanks } from './migrations/0008-template-blanks.ts';
import { rateCounts } from './migrations/0009-rate-counts.ts';
import { signInTables } from './migrations/0010-sign-in.ts';
import { accountCenter } from './migrations/0011-account-center.ts';
import { signedCalls } from './migrations/0012-signed-calls.ts';
import { trashAndVersions } from './migrations/0013-trash-and-versions.ts';
import { cloudData } from './migrations/0014-cloud-data.ts';
import { netFetches } from './migrations/0015-net-fetches.ts';
import { auditLog } from './migrations/0016-audit-log.ts';
import { rolesAndMembership } from './migrations/0017-roles-and-membership.ts';
import { memberTables } from './migrations/0018-members.ts';
import { industryUse } from './migrations/0019-industry-use.ts';
import { feedbackAndAnnouncements } from './migrations/0020-feedback-and-announcements.ts';
import { sharing } from './migrations/0022-sharing.ts';
import { addedContent } from './migrations/0023-added-content.ts';
import { draftsAndSaveKeys } from './migrations/0024-drafts-and-save-keys.ts';
import { documentConversions } from './migrations/0025-document-conversions.ts';
import { tokensAndRuns } from './migrations/0026-tokens-and-runs.ts';
import { dataConnections } from './migrations/0029-data-connections.ts';
import { dialedAssistants } from './migrations/0030-dialed-assistants.ts';
import { schedules } from './migrations/0031-schedules.ts';
import { runAttempts } from './migrations/0032-run-tries.ts';
import { scheduleRetries } from './migrations/0033-schedule-retries.ts';
import { dismissedRuns } from './migrations/0034-runs-put-away.ts';
import { decidedDoubts } from './migrations/0035-decided-doubts.ts';
import { signInGuesses } from './migrations/0036-sign-in-guesses.ts';
import { usedPrivileges } from './migrations/0037-used-privileges.ts';
import { listedRuns } from './migrations/0041-listed-runs.ts';
import { autosaves } from './migrations/0043-autosaves.ts';
import { publicShares } from './migrations/0044-public-shares.ts';
import { openingPictures } from './migrations/0045-opening-pictures.ts';
import { brandKits } from './migrations/0046-brand-kits.ts';
import type { Kysely } from 'kysely';

/** All migrations, in order. A published one never changes. */
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
      '0032-run-tries': runAttempts,
      '0033-schedule-retries': scheduleRetries,
      '0034-runs-put-away': dismissedRuns,
      '0035-decided-doubts': decidedDoubts,
      '0036-sign-in-guesses': signInGuesses,
      '0037-used-privileges': usedPrivileges,
      '0041-listed-runs': listedRuns,
      '0043-autosaves': autosaves,
      '0044-public-shares': publicShares,
      '0045-opening-pictures': openingPictures,
      '0046-brand-kits': brandKits,
    }),
};

/** Names of all migrations, oldest first. */
export async function migrationNames(): Promise<string[]> {
  return Object.keys(await migrations.getMigrations()).toSorted();
}

/** In place of a version: opens the database without a migration. */
export const AS_IT_IS: unique symbol = Symbol('as it is');
/** The name of a migration. */
export type Version = string | typeof AS_IT_IS;

/** Migrates the database to the newest schema, or to the given one. Throws on failure, with nothing changed. */
export async function migrate<Tables>(db: Kysely<Tables>, version?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: migrations });
  const { error } = await (version === undefined ? migrator.migrateToLatest() : migrator.migrateTo(version));
  if (error !== undefined) throw error;
}
