import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { USER_ROLES } from './accounts.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { operatorUserSchema } from './operator.ts';

/** The most space that can be granted at once, and for how long. */
export const GRANT_LIMITS = { bytes: 2 ** 40, days: 3660 } as const;

const id = Type.String({ minLength: 1, maxLength: 64 });
const named = Type.Object({ id, user_id: userId });

const userDetails = Type.Object({
  ...operatorUserSchema.properties,
  /** In the folders and in the trash. */
  templates: Type.Integer(),
  cloud_files: Type.Integer(),
  print_records: Type.Integer(),
  sessions: Type.Integer(),
  shares: Type.Integer(),
  /** Bytes of all files, and their limit. */
  used_bytes: Type.Integer(),
  limit_bytes: Type.Integer(),
  /** ISO 8601, UTC; empty for no recent sign-in. */
  last_seen: Type.String(),
});
export type OperatorUserDetails = Message<typeof userDetails>;
export type OperatorUserInput = Message<typeof named>;
/** One user, with the account's contents. */
export const operatorGetUser: Call<OperatorUserInput, OperatorUserDetails, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getUser',
  shape(named),
  shape(userDetails),
);

const setRoleInput = Type.Object({ id, role: Type.Enum(USER_ROLES), user_id: userId });
export type SetRoleInput = Message<typeof setRoleInput>;
/** Makes a user an operator, or an operator a user; the last operator can't be changed. */
export const operatorSetRole: Call<SetRoleInput, null, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/setRole',
  shape(setRoleInput),
  nothing,
);

const blockInput = Type.Object({ id, blocked: Type.Boolean(), user_id: userId });
export type BlockUserInput = Message<typeof blockInput>;
/** Blocks a user and ends all sessions, or unblocks the user. */
export const operatorBlockUser: Call<BlockUserInput, null, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/blockUser',
  shape(blockInput),
  nothing,
);

const grantInput = Type.Object({
  id,
  bytes: Type.Integer({ minimum: 1, maximum: GRANT_LIMITS.bytes }),
  days: Type.Integer({ minimum: 1, maximum: GRANT_LIMITS.days }),
  user_id: userId,
});
export type GrantSpaceInput = Message<typeof grantInput>;
const grantAnswer = Type.Object({
  /** ISO 8601, UTC. */
  ends: Type.String(),
});
export type GrantedSpace = Message<typeof grantAnswer>;
/** Grants a user more space from now on, for this many days. */
export const operatorGrantSpace: Call<GrantSpaceInput, GrantedSpace, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/grantSpace',
  shape(grantInput),
  shape(grantAnswer),
);

const deleteInput = Type.Object({
  id,
  /** The account's user name, address or number, so that no other one is deleted by mistake. */
  confirmation: Type.String({ maxLength: 300 }),
  user_id: userId,
});
export type OperatorDeleteUserInput = Message<typeof deleteInput>;
/** Permanently deletes a user with all data. Operators must become users first. */
export const operatorDeleteUser: Call<OperatorDeleteUserInput, null, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/deleteUser',
  shape(deleteInput),
  nothing,
);

export interface OperatorUserCalls {
  readonly operatorGetUser: typeof operatorGetUser;
  readonly operatorSetRole: typeof operatorSetRole;
  readonly operatorBlockUser: typeof operatorBlockUser;
  readonly operatorGrantSpace: typeof operatorGrantSpace;
  readonly operatorDeleteUser: typeof operatorDeleteUser;
}

export const OPERATOR_USER_CALLS: OperatorUserCalls = {
  operatorGetUser,
  operatorSetRole,
  operatorBlockUser,
  operatorGrantSpace,
  operatorDeleteUser,
};
