import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { nameString } from '../shown-text.ts';

/** What a token may be for. A new one gets a line here, and one in `src/app/user/tokens`. */
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
/** Begins every token, so that one that has got into a repository is found by those who look for such things. */
export const TOKEN_PREFIX = 'lwt_';

const tokenFields = {
  id: Type.String(),
  name: Type.String(),
  /** How the token ends. */
  hint: Type.String(),
  scopes: Type.Array(Type.Enum(API_SCOPES)),
  /** ISO 8601, UTC. */
  add_time: Type.String(),
  end_time: Type.String(),
  /** When it was last used, but for the last minute; empty for never. */
  use_time: Type.String(),
};
const tokenSchema = Type.Object(tokenFields);
export type ApiTokenInfo = Message<typeof tokenSchema>;

const tokenListInput = Type.Object({ user_id: userId });
const tokenListAnswer = Type.Object({ list: Type.Array(tokenSchema), count: Type.Integer() });

/** The tokens by which programs ask in the user's name, the newest first. */
export const apiTokenList: Call<Message<typeof tokenListInput>, Message<typeof tokenListAnswer>, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getApiTokenList',
  shape(tokenListInput),
  shape(tokenListAnswer),
);

const addTokenInput = Type.Object({
  name: nameString({ minLength: 1, maxLength: TOKEN_NAME_MAX_LENGTH }),
  scopes: Type.Array(Type.Enum(API_SCOPES), { minItems: 1, maxItems: API_SCOPES.length }),
  /** After so many days it holds no more. */
  days: Type.Integer({ minimum: 1, maximum: TOKEN_MAX_DAYS }),
  /** The user's password: who has taken over a session must not leave a way in behind. */
  confirmation: Type.String({ maxLength: 1000 }),
  user_id: userId,
});
export type AddApiTokenInput = Message<typeof addTokenInput>;
const addTokenAnswer = Type.Object({
  ...tokenFields,
  /** Shown this once. */
  token: Type.String(),
});
export type AddedApiToken = Message<typeof addTokenAnswer>;

/** Makes a token by which a program may ask in the user's name. Nobody can be shown it again. */
export const addApiToken: Call<AddApiTokenInput, AddedApiToken, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addApiToken',
  shape(addTokenInput),
  shape(addTokenAnswer),
);

const delTokenInput = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }), user_id: userId });
/** Revokes a token: from now on it holds no more. */
export const delApiToken: Call<Message<typeof delTokenInput>, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delApiToken',
  shape(delTokenInput),
  nothing,
);
