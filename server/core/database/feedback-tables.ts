import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { AnnouncementLevel, FeedbackKind, FeedbackState, Language } from '#protocol/api.ts';

/** What a user has told whoever runs the product. */
export interface FeedbackTable {
  id: string;
  user_id: string;
  kind: FeedbackKind;
  text: string;
  contact: string;
  /** The picture that came with it. */
  image_key: string | null;
  state: FeedbackState;
  /** Empty until there is one. */
  answer: string;
  answered_at: number | null;
  created_at: number;
}

/** A notice to all users, for a time. */
export interface AnnouncementTable {
  id: string;
  level: AnnouncementLevel;
  starts_at: number;
  /** From then on it is not shown; null for one that stays. */
  ends_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A notice in one language. Each has one in English. */
export interface AnnouncementTextTable {
  announcement_id: string;
  language: Language;
  title: string;
  text: string;
}

export const feedbackAndAnnouncements: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('feedback')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('contact', 'text', (c) => c.notNull())
      .addColumn('image_key', 'text', (c) => c.references('stored_file.key'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('answer', 'text', (c) => c.notNull())
      .addColumn('answered_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('feedback_by_user').on('feedback').columns(['user_id', 'created_at']).execute();
    await db.schema.createIndex('feedback_by_state').on('feedback').columns(['state', 'created_at']).execute();
    await db.schema.createIndex('feedback_by_image').on('feedback').column('image_key').execute();
    await db.schema
      .createTable('announcement')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('level', 'text', (c) => c.notNull())
      .addColumn('starts_at', 'bigint', (c) => c.notNull())
      .addColumn('ends_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('announcement_text')
      .addColumn('announcement_id', 'text', (c) => c.notNull().references('announcement.id').onDelete('cascade'))
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('announcement_text_place', ['announcement_id', 'language'])
      .execute();
  },
};
