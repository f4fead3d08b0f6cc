import { Type } from 'typebox';
import { LANGUAGES } from '../languages.ts';
import type { Message } from '../message.ts';
import { get, noInput, nothing, post, shape, userId, type Call, type NoInput } from './call.ts';

import { id } from './templates.ts';
import { nameString, textString } from '../shown-text.ts';

export const ANNOUNCEMENT_LIMITS = {
  /** Characters, per language. */
  titleLength: 120,
  textLength: 2_000,
  /** The most stored notices, including past ones. */
  count: 200,
} as const;

/** The importance of a notice. */
export const ANNOUNCEMENT_LEVELS = ['info', 'warning'] as const;
export type AnnouncementLevel = (typeof ANNOUNCEMENT_LEVELS)[number];

const announcementSchema = Type.Object({
  id,
  level: Type.Enum(ANNOUNCEMENT_LEVELS),
  title: Type.String(),
  /** Plain text, with line breaks; may be empty. */
  text: Type.String(),
  /** ISO 8601, UTC: the last change. A dismissed notice is shown again when it changes. */
  update_time: Type.String(),
});
export type AnnouncementInfo = Message<typeof announcementSchema>;
const announcementListAnswer = Type.Object({ list: Type.Array(announcementSchema) });
export type AnnouncementList = Message<typeof announcementListAnswer>;
/** The operator's current notices, newest first, in the language of the request or else in English. */
export const announcementList: Call<NoInput, AnnouncementList, 'public'> = get(
  'public',
  '/interface/api/tem.app_shared/getAnnouncementList',
  noInput,
  shape(announcementListAnswer),
);

const texts = Type.Array(
  Type.Object({
    language: Type.Enum(LANGUAGES),
    title: nameString({ minLength: 1, maxLength: ANNOUNCEMENT_LIMITS.titleLength }),
    text: textString({ maxLength: ANNOUNCEMENT_LIMITS.textLength }),
  }),
  { minItems: 1, maxItems: LANGUAGES.length },
);
/** ISO 8601. */
const moment = Type.String({ minLength: 10, maxLength: 40 });
const announcementFields = {
  level: Type.Enum(ANNOUNCEMENT_LEVELS),
  /** When it starts to be shown. */
  starts: moment,
  /** When it stops being shown; empty for a permanent one. */
  ends: Type.Union([moment, Type.Literal('')]),
  /** At most one per language; English is required, as the fallback. */
  texts,
};

const operatorAnnouncement = Type.Object({
  id,
  ...announcementFields,
  texts: Type.Array(Type.Object({ language: Type.Enum(LANGUAGES), title: Type.String(), text: Type.String() })),
  update_time: Type.String(),
});
export type OperatorAnnouncement = Message<typeof operatorAnnouncement>;
const operatorAnnouncementListAnswer = Type.Object({ list: Type.Array(operatorAnnouncement) });
export type OperatorAnnouncementList = Message<typeof operatorAnnouncementListAnswer>;
/** All notices, past and future, in all their languages, newest first. */
export const operatorAnnouncementList: Call<NoInput, OperatorAnnouncementList, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getAnnouncementList',
  noInput,
  shape(operatorAnnouncementListAnswer),
);

const addAnnouncementInput = Type.Object({ ...announcementFields, user_id: userId });
export type AddAnnouncementInput = Message<typeof addAnnouncementInput>;
/** Adds a notice to all users. */
export const addAnnouncement: Call<AddAnnouncementInput, OperatorAnnouncement, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/addAnnouncement',
  shape(addAnnouncementInput),
  shape(operatorAnnouncement),
);

const editAnnouncementInput = Type.Object({ id, ...announcementFields, user_id: userId });
export type EditAnnouncementInput = Message<typeof editAnnouncementInput>;
/** Changes a notice; users who have dismissed it see it again. */
export const editAnnouncement: Call<EditAnnouncementInput, OperatorAnnouncement, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/editAnnouncement',
  shape(editAnnouncementInput),
  shape(operatorAnnouncement),
);

const delAnnouncementInput = Type.Object({ id, user_id: userId });
export type DelAnnouncementInput = Message<typeof delAnnouncementInput>;
/** Deletes a notice permanently. */
export const delAnnouncement: Call<DelAnnouncementInput, null, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/delAnnouncement',
  shape(delAnnouncementInput),
  nothing,
);

export interface AnnouncementCalls {
  readonly announcementList: typeof announcementList;
  readonly operatorAnnouncementList: typeof operatorAnnouncementList;
  readonly addAnnouncement: typeof addAnnouncement;
  readonly editAnnouncement: typeof editAnnouncement;
  readonly delAnnouncement: typeof delAnnouncement;
}

export const ANNOUNCEMENT_CALLS: AnnouncementCalls = {
  announcementList,
  operatorAnnouncementList,
  addAnnouncement,
  editAnnouncement,
  delAnnouncement,
};
