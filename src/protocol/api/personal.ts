import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { PRIVILEGES, userInfo, type UserInfo } from './accounts.ts';
import { noInput, nothing, post, shape, userId, type Call, type NoInput } from './call.ts';
import { nameString } from '../shown-text.ts';

/** UTF-16 units. */
export const NICKNAME_MAX_LENGTH = 40;
/** A portrait is a square PNG of this many pixels a side. */
export const AVATAR_SIDE_PX = 256;
/** The path of an account's archive; followed by the token of `beginAccountExport`. */
export const EXPORT_PATH = '/export/';

const privilegeListAnswer = Type.Object({ list: Type.Array(Type.Enum([...PRIVILEGES])) });
export type PrivilegeList = Message<typeof privilegeListAnswer>;
/** The user's privileges: clients offer nothing else, and the server rejects it. */
export const privilegeList: Call<NoInput, PrivilegeList, 'session'> = post(
  'session',
  '/interface/api/tem.app_member/getUserPrivileges',
  noInput,
  shape(privilegeListAnswer),
);

const editNicknameInput = Type.Object({ nickname: nameString({ maxLength: 1000 }), user_id: userId });
export type EditNicknameInput = Message<typeof editNicknameInput>;
/** Changes the nickname. */
export const editNickname: Call<EditNicknameInput, UserInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/editNickname',
  shape(editNicknameInput),
  userInfo,
);

const editAvatarInput = Type.Object({
  /** The key or path of an uploaded PNG of `AVATAR_SIDE_PX`; empty for no portrait. */
  image: Type.String({ maxLength: 300 }),
  user_id: userId,
});
export type EditAvatarInput = Message<typeof editAvatarInput>;
/** Changes the portrait. The file of the previous one is deleted. */
export const editAvatar: Call<EditAvatarInput, UserInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/editHeadPic',
  shape(editAvatarInput),
  userInfo,
);

const whole = Type.Integer({ minimum: 0 });
const spaceUsageAnswer = Type.Object({
  /** Bytes. */
  used: whole,
  limit: whole,
  /** Number and bytes of files by kind, largest first. */
  kinds: Type.Array(Type.Object({ kind: Type.String(), files: whole, bytes: whole })),
});
export type SpaceUsage = Message<typeof spaceUsageAnswer>;
/** The space used by the account's files, by kind, and its limits. */
export const spaceUsage: Call<NoInput, SpaceUsage, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getSpaceUsage',
  noInput,
  shape(spaceUsageAnswer),
);

const exportAnswer = Type.Object({
  /** Path of the archive, valid for one download within a minute. */
  url: Type.String(),
});
export type AccountExport = Message<typeof exportAnswer>;
/** Starts the archive of all data of the account. Rejected (402) while one is in progress. */
export const beginAccountExport: Call<NoInput, AccountExport, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/exportAccount',
  noInput,
  shape(exportAnswer),
);

const deleteAccountInput = Type.Object({
  /** The password; of an account without one, its name (user name, or else the e-mail address). */
  confirmation: Type.String({ maxLength: 1000 }),
  user_id: userId,
});
export type DeleteAccountInput = Message<typeof deleteAccountInput>;
/** Deletes the account, its data and its sessions. */
export const deleteAccount: Call<DeleteAccountInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/deleteAccount',
  shape(deleteAccountInput),
  nothing,
);

export interface PersonalCalls {
  readonly privilegeList: typeof privilegeList;
  readonly editNickname: typeof editNickname;
  readonly editAvatar: typeof editAvatar;
  readonly spaceUsage: typeof spaceUsage;
  readonly beginAccountExport: typeof beginAccountExport;
  readonly deleteAccount: typeof deleteAccount;
}

export const PERSONAL_CALLS: PersonalCalls = {
  privilegeList,
  editNickname,
  editAvatar,
  spaceUsage,
  beginAccountExport,
  deleteAccount,
};
