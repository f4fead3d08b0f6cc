import { Type } from 'typebox';
import type { Call, NoInput, Shape } from './call.ts';
import { noInput, nothing, post, shape } from './call.ts';

export const PASSWORD_MIN_LENGTH = 8;
/** Longer ones only cost the server time. */
export const PASSWORD_MAX_LENGTH = 200;
export const USER_NAME_MIN_LENGTH = 2;
export const USER_NAME_MAX_LENGTH = 40;
export const EMAIL_MAX_LENGTH = 254;

/** Letters, digits and `_ . -` of any script: no `@`, so that a user name is never taken for an e-mail address. */
export function isUserName(text: string): boolean {
  return (
    text.length >= USER_NAME_MIN_LENGTH &&
    text.length <= USER_NAME_MAX_LENGTH &&
    /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]*$/u.test(text)
  );
}

/** One `@`, a domain with a dot, no spaces: what can be told without sending a mail. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

export interface UserInfo {
  readonly user_id: string;
  /** Empty for a user who registered with an e-mail address only. */
  readonly user_name: string;
  readonly email: string;
  readonly nickname: string;
  /** Path of the portrait; empty for none. */
  readonly head_pic: string;
}

const userInfoSchema = Type.Object({
  user_id: Type.String(),
  user_name: Type.String(),
  email: Type.String(),
  nickname: Type.String(),
  head_pic: Type.String(),
});
export const userInfo: Shape<UserInfo> = shape<UserInfo>()(userInfoSchema);

/** At least one of `user_name` and `email`; an empty one counts as not given. */
export interface RegisterInput {
  readonly user_name?: string;
  readonly email?: string;
  readonly password: string;
  readonly nickname?: string;
}

/** `account` is a user name or an e-mail address. */
export interface LoginInput {
  readonly account: string;
  readonly password: string;
}

/** Creates an account and signs it in. */
export const register: Call<RegisterInput, UserInfo, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/userRegister',
  shape<RegisterInput>()(
    Type.Object({
      user_name: Type.Optional(Type.String({ maxLength: 1000 })),
      email: Type.Optional(Type.String({ maxLength: 1000 })),
      password: Type.String({ maxLength: 1000 }),
      nickname: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
  ),
  userInfo,
);

export const login: Call<LoginInput, UserInfo, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/userLogin',
  shape<LoginInput>()(
    Type.Object({ account: Type.String({ maxLength: 1000 }), password: Type.String({ maxLength: 1000 }) }),
  ),
  userInfo,
);

export interface LogoutInput {
  /** The browser is no longer one in which this user is known. */
  readonly forget?: boolean;
  readonly user_id?: string;
}
/** Ends the session, if there is one. */
export const logout: Call<LogoutInput, null, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/userLogout',
  shape<LogoutInput>()(
    Type.Object({ forget: Type.Optional(Type.Boolean()), user_id: Type.Optional(Type.String({ maxLength: 64 })) }),
  ),
  nothing,
);

/** Who is signed in. Null, not a failure, when nobody is: it is how a client finds out. */
export const currentUser: Call<NoInput, UserInfo | null, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/getUserInfo',
  noInput,
  shape<UserInfo | null>()(Type.Union([userInfoSchema, Type.Null()])),
);

/** The signed body of the second service family. The session says who asks; the signature is not looked at. */
export interface ProfileInput {
  readonly fun: string;
  readonly requestType: string;
  readonly timestamp?: number;
  readonly appId?: string;
  readonly appKey?: string;
  readonly userId?: string;
  readonly signature?: string;
}
export interface Profile {
  readonly head_pic: string;
  readonly nickname: string;
}

const short = Type.Optional(Type.String({ maxLength: 500 }));
export const profile: Call<ProfileInput, Profile, 'session'> = post(
  'session',
  '/hanma/api/apiservice/apiroute',
  shape<ProfileInput>()(
    Type.Object({
      fun: Type.String({ maxLength: 100 }),
      requestType: Type.String({ maxLength: 100 }),
      timestamp: Type.Optional(Type.Number()),
      appId: short,
      appKey: short,
      userId: short,
      signature: short,
    }),
  ),
  shape<Profile>()(Type.Object({ head_pic: Type.String(), nickname: Type.String() })),
);

export interface Member {
  readonly is_member: boolean;
  /** Empty for none. */
  readonly expire_time: string;
}
export const member: Call<NoInput, Member, 'session'> = post(
  'session',
  '/interface/api/tem.app_member/getMemberUser',
  noInput,
  shape<Member>()(Type.Object({ is_member: Type.Boolean(), expire_time: Type.String() })),
);
