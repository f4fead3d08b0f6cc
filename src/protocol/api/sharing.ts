import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { templateInfo, type TemplateInfo } from './templates.ts';

/** The rights of a link: viewing and printing, or also copying. */
export const SHARE_RIGHTS = ['read', 'copy'] as const;
export type ShareRight = (typeof SHARE_RIGHTS)[number];

export const SHARE_LIMITS = {
  /** The most links of a user. */
  links: 200,
  days: 365,
} as const;

/**
 * The path of the files of a shared template, for signed-in users with the secret in the query; the picture also
 * without an account if the link is open to anyone.
 */
export const SHARED_FILE_PATH = '/shared/file';
export const SHARED_PICTURE_PATH = '/shared/picture';
/** The name of the secret in the query of `/shareTemplate`, and of those paths. */
export const SHARE_PARAMETER = 'share';

const id = Type.String({ minLength: 1, maxLength: 64 });
const secret = Type.String({ minLength: 1, maxLength: 64 });
const page = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }));
const size = Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }));

const shareSchema = Type.Object({
  id: Type.String(),
  template_id: Type.String(),
  /** Of the template. */
  name: Type.String(),
  right: Type.Enum(SHARE_RIGHTS),
  /** Whether the link shows the template without an account. */
  anyone: Type.Boolean(),
  /** ISO 8601, UTC. */
  created: Type.String(),
  /** ISO 8601, UTC; empty for one without an expiry. */
  expires: Type.String(),
  /** How often others have opened it, and how often copied. */
  opened: Type.Integer(),
  copied: Type.Integer(),
});
export type TemplateShare = Message<typeof shareSchema>;

const addShareInput = Type.Object({
  id,
  right: Type.Enum(SHARE_RIGHTS),
  /** Days until the link expires; never when left out. */
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: SHARE_LIMITS.days })),
  /** Whether the link shows the template without an account; no when left out. */
  anyone: Type.Optional(Type.Boolean()),
  user_id: userId,
});
export type AddShareInput = Message<typeof addShareInput>;
const addShareAnswer = Type.Object({
  ...shareSchema.properties,
  /** The secret in the link's query. The server stores only a digest: it is returned only once. */
  secret: Type.String(),
});
export type AddedShare = Message<typeof addShareAnswer>;
/** Makes a link to a template of the user. */
export const addTemplateShare: Call<AddShareInput, AddedShare, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/addTemplateShare',
  shape(addShareInput),
  shape(addShareAnswer),
);

const shareListInput = Type.Object({ page, size, user_id: userId });
export type ShareListInput = Message<typeof shareListInput>;
const shareListAnswer = Type.Object({ list: Type.Array(shareSchema), count: Type.Integer() });
export type ShareList = Message<typeof shareListAnswer>;
/** The user's active links, newest first. */
export const templateShareList: Call<ShareListInput, ShareList, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getTemplateShareList',
  shape(shareListInput),
  shape(shareListAnswer),
);

const endShareInput = Type.Object({ id, user_id: userId });
export type EndShareInput = Message<typeof endShareInput>;
/** Ends a link at once. */
export const endTemplateShare: Call<EndShareInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/endTemplateShare',
  shape(endShareInput),
  nothing,
);

const openShareInput = Type.Object({ secret, user_id: userId });
export type OpenShareInput = Message<typeof openShareInput>;
const openShareAnswer = Type.Object({
  template_id: Type.String(),
  revision: Type.Integer(),
  name: Type.String(),
  /** In millimeters. */
  width: Type.Number(),
  height: Type.Number(),
  /** The owner's. */
  nickname: Type.String(),
  right: Type.Enum(SHARE_RIGHTS),
  /** Whether this user is the owner. */
  own: Type.Boolean(),
  /** Path of the template file. */
  file: Type.String(),
  /** Path of the picture; empty for none. */
  image: Type.String(),
  /** The number of texts that are filled in when printing. */
  blanks: Type.Integer(),
  /** ISO 8601, UTC; empty for a link without an end. */
  expires: Type.String(),
});
export type SharedTemplate = Message<typeof openShareAnswer>;
/** The template of the link with this secret. */
export const openTemplateShare: Call<OpenShareInput, SharedTemplate, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/openTemplateShare',
  shape(openShareInput),
  shape(openShareAnswer),
);

const publicShareInput = Type.Object({ secret });
export type PublicShareInput = Message<typeof publicShareInput>;
const publicShareAnswer = Type.Object({
  name: Type.String(),
  /** In millimeters. */
  width: Type.Number(),
  height: Type.Number(),
  /** The owner's. */
  nickname: Type.String(),
  /** The rights of signed-in users. */
  right: Type.Enum(SHARE_RIGHTS),
  /** Path of the picture; empty for none. */
  image: Type.String(),
  /** ISO 8601, UTC; empty for a link without an end. */
  expires: Type.String(),
});
export type PublicShare = Message<typeof publicShareAnswer>;
/** What a link that is open to anyone shows without an account: no file, and no id of template or owner. */
export const openPublicShare: Call<PublicShareInput, PublicShare, 'public'> = post(
  'public',
  '/interface/api/tem.app_shared/openPublicShare',
  shape(publicShareInput),
  shape(publicShareAnswer),
);

const copyShareInput = Type.Object({
  secret,
  /** The folder for the copy; the first one when empty. */
  parent_id: Type.Optional(Type.String({ maxLength: 64 })),
  user_id: userId,
});
export type CopyShareInput = Message<typeof copyShareInput>;
/** Copies a shared template to the user's own, if its link allows it. It counts towards the user's space. */
export const copyTemplateShare: Call<CopyShareInput, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/copyTemplateShare',
  shape(copyShareInput),
  templateInfo,
);

export interface SharingCalls {
  readonly addTemplateShare: typeof addTemplateShare;
  readonly templateShareList: typeof templateShareList;
  readonly endTemplateShare: typeof endTemplateShare;
  readonly openTemplateShare: typeof openTemplateShare;
  readonly openPublicShare: typeof openPublicShare;
  readonly copyTemplateShare: typeof copyTemplateShare;
}

export const SHARING_CALLS: SharingCalls = {
  addTemplateShare,
  templateShareList,
  endTemplateShare,
  openTemplateShare,
  openPublicShare,
  copyTemplateShare,
};
