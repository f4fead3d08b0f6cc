import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { get, noInput, shape, type Call, type NoInput } from './call.ts';
import { id } from './templates.ts';

export const ANNOUNCEMENT_LIMITS = {
  /** Characters, of each language. */
  titleLength: 120,
  textLength: 2_000,
  /** Of all that are kept, past ones too. */
  count: 200,
} as const;

/** How much a notice asks for attention. */
export const ANNOUNCEMENT_LEVELS = ['info', 'warning'] as const;
export type AnnouncementLevel = (typeof ANNOUNCEMENT_LEVELS)[number];

const announcementSchema = Type.Object({
  id,
  level: Type.Enum(ANNOUNCEMENT_LEVELS),
  title: Type.String(),
  /** Plain text, with line breaks; may be empty. */
  text: Type.String(),
  /** ISO 8601, UTC: when it was last changed. One that was put away is shown again when it changes. */
  update_time: Type.String(),
});
export type AnnouncementInfo = Message<typeof announcementSchema>;
const announcementListAnswer = Type.Object({ list: Type.Array(announcementSchema) });
export type AnnouncementList = Message<typeof announcementListAnswer>;
/** What whoever runs the product has to say now, the last first, in the language of the request or else in English. */
export const announcementList: Call<NoInput, AnnouncementList, 'public'> = get(
  'public',
  '/interface/api/tem.app_shared/getAnnouncementList',
  noInput,
  shape(announcementListAnswer),
);
