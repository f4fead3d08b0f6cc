import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { nameString } from '../shown-text.ts';

/** The permissions of a token. A new one needs an entry here, and one in `src/app/account/security`. */
export const API_SCOPES = [
  'templates:read',
  'preview',
  'runs:read',
  'runs:write',
  'schedules:read',
  'schedules:write',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const TOKEN_NAME_MAX_LENGTH = 60;
export const TOKEN_MAX_DAYS = 366;
/** The prefix of every token, so that secret scanners find one that was committed to a repository. */
export const TOKEN_PREFIX = 'lwt_';

const tokenFields = {
  id: Type.String(),
  name: Type.String(),
  /** The last characters of the token. */
  hint: Type.String(),
  scopes: Type.Array(Type.Enum(API_SCOPES)),
  /** ISO 8601, UTC. */
  add_time: Type.String(),
  end_time: Type.String(),
  /** When it was last used, to the minute; empty for never. */
  use_time: Type.String(),
};
const tokenSchema = Type.Object(tokenFields);
export type ApiTokenInfo = Message<typeof tokenSchema>;

const tokenListInput = Type.Object({ user_id: userId });
const tokenListAnswer = Type.Object({ list: Type.Array(tokenSchema), count: Type.Integer() });

/** The tokens with which programs act for the user, newest first. */
export const apiTokenList: Call<Message<typeof tokenListInput>, Message<typeof tokenListAnswer>, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getApiTokenList',
  shape(tokenListInput),
  shape(tokenListAnswer),
);

const addTokenInput = Type.Object({
  name: nameString({ minLength: 1, maxLength: TOKEN_NAME_MAX_LENGTH }),
  scopes: Type.Array(Type.Enum(API_SCOPES), { minItems: 1, maxItems: API_SCOPES.length }),
  /** Days until it expires. */
  days: Type.Integer({ minimum: 1, maximum: TOKEN_MAX_DAYS }),
  /** The user's password: a hijacked session must not be able to create lasting access. */
  confirmation: Type.String({ maxLength: 1000 }),
  user_id: userId,
});
export type AddApiTokenInput = Message<typeof addTokenInput>;
const addTokenAnswer = Type.Object({
  ...tokenFields,
  /** Shown only once. */
  token: Type.String(),
});
export type AddedApiToken = Message<typeof addTokenAnswer>;

/** Makes a token with which a program acts for the user. It can't be shown again. */
export const addApiToken: Call<AddApiTokenInput, AddedApiToken, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addApiToken',
  shape(addTokenInput),
  shape(addTokenAnswer),
);

const delTokenInput = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }), user_id: userId });
/** Revokes a token at once. */
export const delApiToken: Call<Message<typeof delTokenInput>, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delApiToken',
  shape(delTokenInput),
  nothing,
);

export interface ApiTokenCalls {
  readonly apiTokenList: typeof apiTokenList;
  readonly addApiToken: typeof addApiToken;
  readonly delApiToken: typeof delApiToken;
}

export const API_TOKEN_CALLS: ApiTokenCalls = {
  apiTokenList,
  addApiToken,
  delApiToken,
};
