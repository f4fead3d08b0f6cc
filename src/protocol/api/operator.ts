import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { USER_ROLES } from './accounts.ts';
import { post, shape, userId, type Call } from './call.ts';

export const OPERATOR_PAGE_MAX_SIZE = 100;

export const operatorUserSchema = Type.Object({
  user_id: Type.String(),
  /** Empty for none, like address and number. */
  user_name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  nickname: Type.String(),
  role: Type.Enum(USER_ROLES),
  is_member: Type.Boolean(),
  /** ISO 8601, UTC; empty for a user who never was a member. */
  expire_time: Type.String(),
  /** ISO 8601, UTC. */
  created: Type.String(),
  /** Blocked by an operator. */
  blocked: Type.Boolean(),
});
export type OperatorUser = Message<typeof operatorUserSchema>;

const operatorUserListInput = Type.Object({
  /** A part of a user name, an e-mail address, a phone number or a nickname; all users when absent or empty. */
  search: Type.Optional(Type.String({ maxLength: 200 })),
  role: Type.Optional(Type.Enum(USER_ROLES)),
  /** From 1. */
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Users on a page; 20 when absent. */
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: OPERATOR_PAGE_MAX_SIZE })),
  user_id: userId,
});
export type OperatorUserListInput = Message<typeof operatorUserListInput>;
const operatorUserListAnswer = Type.Object({ list: Type.Array(operatorUserSchema), count: Type.Integer() });
export type OperatorUserList = Message<typeof operatorUserListAnswer>;
/** The users of the installation, newest first. `count` is that of all pages. */
export const operatorUserList: Call<OperatorUserListInput, OperatorUserList, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getUserList',
  shape(operatorUserListInput),
  shape(operatorUserListAnswer),
);

export interface OperatorCalls {
  readonly operatorUserList: typeof operatorUserList;
}

export const OPERATOR_CALLS: OperatorCalls = {
  operatorUserList,
};
