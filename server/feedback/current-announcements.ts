import type { AnnouncementInfo, Language } from '#protocol/api.ts';
import type { Db } from '../core/database/open-database.ts';

/** Each has a text in this language (`keepAnnouncement`). */
const FALLBACK: Language = 'en';

/** What is to be shown at that time, the last first, in that language or else in English. */
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
      update_time: new Date(Number(updated)).toISOString(),
    }));
}
