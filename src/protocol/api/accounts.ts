import { Type } from 'typebox';
import { hiddenCharacter } from '#model/kernel/shown-text.ts';
import type { Message } from '../message.ts';
import { noInput, nothing, post, shape, userId, type Call, type NoInput, type Shape } from './call.ts';
import { nameString } from '../shown-text.ts';

export const PASSWORD_MIN_LENGTH = 8;
/** The server spends time on each character, so longer ones are rejected. */
export const PASSWORD_MAX_LENGTH = 200;
export const USER_NAME_MIN_LENGTH = 2;
export const USER_NAME_MAX_LENGTH = 40;
export const EMAIL_MAX_LENGTH = 254;

/** Letters, digits and `_ . -` of any script: no `@`, so that a user name is never read as an e-mail address. */
export function isUserName(text: string): boolean {
  return (
    text.length >= USER_NAME_MIN_LENGTH &&
    text.length <= USER_NAME_MAX_LENGTH &&
    hiddenCharacter(text, 'name') === null &&
    /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]*$/u.test(text)
  );
}

/** One `@`, a domain with a dot, no spaces: what can be checked without sending a mail. */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_MAX_LENGTH || hiddenCharacter(text, 'name') !== null) return false;
  return /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

/** An operator runs the installation. */
export const USER_ROLES = ['user', 'operator'] as const;
export type UserRole = (typeof USER_ROLES)[number];

const userInfoSchema = Type.Object({
  user_id: Type.String(),
  /** Empty for a user who registered with an e-mail address only. */
  user_name: Type.String(),
  email: Type.String(),
  nickname: Type.String(),
  /** Path of the portrait; empty for none. */
  head_pic: Type.String(),
  role: Type.Enum(USER_ROLES),
});
export type UserInfo = Message<typeof userInfoSchema>;
export const userInfo: Shape<UserInfo> = shape(userInfoSchema);

const long = Type.String({ maxLength: 1000 });

/**
 * At least one of `user_name`, `email` and `phone`, not both of the last; an empty one counts as missing. An address or
 * a number needs the `code` that was sent to it and `agreement`; `country` (ISO 3166) is for a number without a plus.
 */
const registerInput = Type.Object({
  user_name: Type.Optional(long),
  email: Type.Optional(long),
  phone: Type.Optional(long),
  country: Type.Optional(Type.String({ maxLength: 2 })),
  code: Type.Optional(Type.String({ maxLength: 20 })),
  password: long,
  nickname: Type.Optional(nameString({ maxLength: 1000 })),
  agreement: Type.Optional(Type.Boolean()),
});
export type RegisterInput = Message<typeof registerInput>;

/** `account` is a user name, an e-mail address or a phone number with its plus. */
const loginInput = Type.Object({ account: long, password: long });
export type LoginInput = Message<typeof loginInput>;

/** Creates an account and signs it in. */
export const register: Call<RegisterInput, UserInfo, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/userRegister',
  shape(registerInput),
  userInfo,
);

/** Opens a session for the user of that user name or e-mail address and password. */
export const login: Call<LoginInput, UserInfo, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/userLogin',
  shape(loginInput),
  userInfo,
);

const logoutInput = Type.Object({
  /** The browser is no longer remembered for this user. */
  forget: Type.Optional(Type.Boolean()),
  user_id: userId,
});
export type LogoutInput = Message<typeof logoutInput>;
/** Ends the session, if there is one. */
export const logout: Call<LogoutInput, null, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/userLogout',
  shape(logoutInput),
  nothing,
);

/** The signed-in user. Null, not a failure, when there is none: clients use it to find out. */
export const currentUser: Call<NoInput, UserInfo | null, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/getUserInfo',
  noInput,
  shape(Type.Union([userInfoSchema, Type.Null()])),
);

const short = Type.Optional(Type.String({ maxLength: 500 }));
/**
 * The signed body of the second service family. The session identifies the user; the signature proves that the
 * session's page sent it. The specification names application and time in two ways.
 */
const seconds = Type.Optional(Type.Union([Type.Number(), Type.String({ maxLength: 12 })]));
const profileInput = Type.Object({
  fun: Type.Literal('getUserInfo'),
  requestType: Type.Literal('User'),
  userId: short,
  timestamp: seconds,
  time_stamp: seconds,
  appId: short,
  appid: short,
  appKey: short,
  nonce: short,
  signature: short,
});
export type ProfileInput = Message<typeof profileInput>;
const profileAnswer = Type.Object({
  head_pic: Type.String(),
  nickname: Type.String(),
  role: Type.Optional(Type.Enum(USER_ROLES)),
});
export type Profile = Message<typeof profileAnswer>;
/** The signed-in user's portrait and nickname. */
export const profile: Call<ProfileInput, Profile, 'session'> = {
  ...post('session', '/hanma/api/apiservice/apiroute', shape(profileInput), shape(profileAnswer)),
  signed: true,
};

const sessionKeysAnswer = Type.Object({
  app_id: Type.String(),
  /** Identifies `app_secret` in signed calls. */
  app_key: Type.String(),
  /** The key of signed calls: 32 bytes in base64. */
  app_secret: Type.String(),
  /** The key of encrypted calls, likewise; empty if the server encrypts none. */
  payload_key: Type.String(),
  /** The server's clock, in seconds since 1970. */
  time: Type.Integer(),
});
export type SessionKeysAnswer = Message<typeof sessionKeysAnswer>;
/** The keys of this session. They don't change during the session, and are kept in the page's memory only. */
export const sessionKeys: Call<NoInput, SessionKeysAnswer, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getSessionKeys',
  noInput,
  shape(sessionKeysAnswer),
);

/** The members' privileges (specification 1, section 1). */
export const PRIVILEGES = [
  'cloudSpace',
  'scanFetch',
  'folders',
  'scanPrint',
  'shareTemplates',
  'quickPrint',
  'variableTemplates',
  'fonts',
  'tables',
  'cropping',
  'printRecords',
  'nickname',
  'status',
] as const;
export type PrivilegeName = (typeof PRIVILEGES)[number];
const privilege = Type.Object({ name: Type.Enum([...PRIVILEGES]), granted: Type.Boolean() });
export type Privilege = Message<typeof privilege>;

const memberAnswer = Type.Object({
  is_member: Type.Boolean(),
  /** Whether plans are sold here; otherwise, every user has every privilege. */
  sold: Type.Boolean(),
  /** How often the user was given a period of membership. */
  member_num: Type.Integer(),
  /** 1 for a member, 0 for none, 2 for an expired one. */
  status: Type.Integer(),
  u_id: Type.String(),
  user_id: Type.String(),
  /** Empty for none. */
  expire_time: Type.String(),
  /** All privileges, with the server's grants for this user; some are granted to every user. */
  privileges: Type.Array(privilege),
});
export type Member = Message<typeof memberAnswer>;
/** Whether the user is a member, and until when. */
export const member: Call<NoInput, Member, 'session'> = post(
  'session',
  '/interface/api/tem.app_member/getMemberUser',
  noInput,
  shape(memberAnswer),
);

export interface AccountCalls {
  readonly register: typeof register;
  readonly login: typeof login;
  readonly logout: typeof logout;
  readonly currentUser: typeof currentUser;
  readonly profile: typeof profile;
  readonly sessionKeys: typeof sessionKeys;
  readonly member: typeof member;
}

export const ACCOUNT_CALLS: AccountCalls = {
  register,
  login,
  logout,
  currentUser,
  profile,
  sessionKeys,
  member,
};
