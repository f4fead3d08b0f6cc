import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  ANNOUNCEMENT_LIMITS,
  type AddAnnouncementInput,
  type OperatorAnnouncement,
  type AnnouncementInfo,
  type Language,
} from '#protocol/api.ts';
import { ensureInstallationAccount, INSTALLATION_USER } from '../accounts/installation-account.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { isoOf } from '../core/iso-time.ts';

/** Each has a text in this language (`keepAnnouncement`). */
const FALLBACK: Language = 'en';

/** The notices to show at that time, latest first, in that language or else in English. */
export async function currentAnnouncements(db: Db, language: Language, time: number): Promise<AnnouncementInfo[]> {
  const rows = await db
    .selectFrom('announcement')
    .innerJoin('announcement_text', 'announcement_text.announcement_id', 'announcement.id')
    .select(['id', 'level', 'updated_at', 'language', 'title', 'text'])
    .where('starts_at', '<=', time)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', time)]))
    .where('language', 'in', [language, FALLBACK])
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const own = new Set(rows.filter((row) => row.language === language).map(({ id }) => id));
  return rows
    .filter((row) => row.language === language || !own.has(row.id))
    .map(({ id, level, updated_at: updated, title, text }) => ({
      id,
      level,
      title,
      text,
      update_time: isoOf(updated),
    }));
}

type Fields = Omit<AddAnnouncementInput, 'user_id'>;

/** All notices, in all their languages, latest start first. */
export async function listAnnouncements(db: Db): Promise<OperatorAnnouncement[]> {
  const rows = await db
    .selectFrom('announcement')
    .selectAll()
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const texts = await db.selectFrom('announcement_text').selectAll().orderBy('language').execute();
  const byNotice = Map.groupBy(texts, (one) => one.announcement_id);
  return rows.map(({ id, level, starts_at: starts, ends_at: ends, updated_at: updated }) => ({
    id,
    level,
    starts: iso(starts),
    ends: ends === null ? '' : iso(ends),
    texts: (byNotice.get(id) ?? []).map(({ language, title, text }) => ({ language, title, text })),
    update_time: iso(updated),
  }));
}

/** Adds a notice, or changes the one with that id; null adds one. */
export async function keepAnnouncement(
  db: Db,
  id: string | null,
  fields: Fields,
  time: number,
): Promise<Result<OperatorAnnouncement, ApiError>> {
  const span = spanOf(fields);
  if (!span.ok) return span;
  await ensureInstallationAccount(db, time);
  const kept = await db.transaction().execute(async (tx): Promise<Result<string, ApiError>> => {
    const row = { level: fields.level, ...span.value, updated_at: time };
    if (id === null) {
      await lockUser(tx, INSTALLATION_USER);
      const count = await tx
        .selectFrom('announcement')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const limit = ANNOUNCEMENT_LIMITS.count;
      if (Number(count.count) >= limit) return err(apiError('refused', 'announcement.tooMany', { limit }));
      const made = newId(time);
      await tx
        .insertInto('announcement')
        .values({ id: made, ...row, created_at: time })
        .execute();
      await addTexts(tx, made, fields);
      return ok(made);
    }
    const changed = await tx
      .updateTable('announcement')
      .set(row)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (changed === undefined) return err(apiError('notFound', 'announcement.notFound'));
    await tx.deleteFrom('announcement_text').where('announcement_id', '=', id).execute();
    await addTexts(tx, id, fields);
    return ok(id);
  });
  if (!kept.ok) return kept;
  const all = await listAnnouncements(db);
  const one = all.find((announcement) => announcement.id === kept.value);
  return one === undefined ? err(apiError('notFound', 'announcement.notFound')) : ok(one);
}

/** Deletes a notice; a missing one is ignored. */
export async function deleteAnnouncement(db: Db, id: string): Promise<void> {
  await db.deleteFrom('announcement').where('id', '=', id).execute();
}

async function addTexts(tx: Db, id: string, { texts }: Fields): Promise<void> {
  const rows = texts.map(({ language, title, text }) => ({
    announcement_id: id,
    language,
    title: title.trim(),
    text: text.trim(),
  }));
  await tx.insertInto('announcement_text').values(rows).execute();
}

/** Start and end; rejects notices that would never be shown, and those that some users could not read. */
function spanOf({
  starts,
  ends,
  texts,
}: Fields): Result<{ readonly starts_at: number; readonly ends_at: number | null }, ApiError> {
  const [from, until] = [Date.parse(starts), ends === '' ? null : Date.parse(ends)];
  if (Number.isNaN(from)) return err(invalid('starts', 'announcement.badTime'));
  if (until !== null && !(until > from)) return err(invalid('ends', 'announcement.badTime'));
  const languages = new Set(texts.map(({ language }) => language));
  const isSound =
    languages.has('en') && languages.size === texts.length && texts.every(({ title }) => title.trim() !== '');
  return isSound ? ok({ starts_at: from, ends_at: until }) : err(invalid('texts', 'announcement.needsEnglish'));
}

function iso(time: number): string {
  return isoOf(time);
}
