import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { textString } from '../shown-text.ts';

/** Kinds of templates in the common library. */
export const COMMON_CATEGORIES = [
  'retail',
  'food',
  'logistics',
  'health',
  'office',
  'industry',
  'events',
  'home',
  'other',
] as const;
export type CommonCategory = (typeof COMMON_CATEGORIES)[number];

/** Pending, approved for all users, or rejected. */
export const COMMON_STATES = ['pending', 'approved', 'refused'] as const;
export type CommonState = (typeof COMMON_STATES)[number];

export const COMMON_LIMITS = {
  /** The most undecided submissions of a user. */
  pending: 20,
  descriptionLength: 500,
  reasonLength: 500,
} as const;

/** The path of the files of common templates; `id` in the query. */
export const COMMON_FILE_PATH = '/common/file';
export const COMMON_PICTURE_PATH = '/common/picture';

const id = Type.String({ minLength: 1, maxLength: 64 });
const page = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }));
const size = Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }));
const category = Type.Enum(COMMON_CATEGORIES);

const commonTemplate = Type.Object({
  /** The id of the entry in the library. */
  id: Type.String(),
  /** The id of the frozen copy, by which its uses are counted; empty if there is none. */
  template_id: Type.String(),
  name: Type.String(),
  category,
  description: Type.String(),
  /** In millimeters. */
  width: Type.Number(),
  height: Type.Number(),
  /** Path of the template file, and of the picture; empty for none. */
  file: Type.String(),
  image: Type.String(),
  blanks: Type.Integer(),
  /** How often it was printed. */
  use_num: Type.Integer(),
  /** The nickname of the submitter; empty if the account was deleted. */
  nickname: Type.String(),
  state: Type.Enum(COMMON_STATES),
  /** Why it was rejected. */
  reason: Type.String(),
  /** ISO 8601, UTC. */
  created: Type.String(),
});
export type CommonTemplate = Message<typeof commonTemplate>;
const commonListAnswer = Type.Object({ list: Type.Array(commonTemplate), count: Type.Integer() });
export type CommonList = Message<typeof commonListAnswer>;

const commonListInput = Type.Object({
  /** A part of the name. */
  name: Type.Optional(Type.String({ maxLength: 200 })),
  category: Type.Optional(category),
  page,
  size,
  user_id: userId,
});
export type CommonListInput = Message<typeof commonListInput>;
/** The approved templates of the common library, most used first. */
export const commonList: Call<CommonListInput, CommonList, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getCommonList',
  shape(commonListInput),
  shape(commonListAnswer),
);

const ownCommonInput = Type.Object({ page, size, user_id: userId });
export type OwnCommonInput = Message<typeof ownCommonInput>;
/** The user's own submissions to the common library, newest first. */
export const ownCommonList: Call<OwnCommonInput, CommonList, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getOwnCommonList',
  shape(ownCommonInput),
  shape(commonListAnswer),
);

const submitInput = Type.Object({
  id,
  category,
  description: textString({ maxLength: COMMON_LIMITS.descriptionLength }),
  user_id: userId,
});
export type SubmitCommonInput = Message<typeof submitInput>;
/** Submits a copy of the current version of a user's template to the common library. */
export const submitCommon: Call<SubmitCommonInput, CommonTemplate, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/submitCommon',
  shape(submitInput),
  shape(commonTemplate),
);

const withdrawInput = Type.Object({ id, user_id: userId });
export type WithdrawCommonInput = Message<typeof withdrawInput>;
/** Withdraws a submission of the user, approved or not. */
export const withdrawCommon: Call<WithdrawCommonInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/withdrawCommon',
  shape(withdrawInput),
  nothing,
);

const operatorCommonInput = Type.Object({
  state: Type.Optional(Type.Enum(COMMON_STATES)),
  /** A part of the name. */
  name: Type.Optional(Type.String({ maxLength: 200 })),
  page,
  size,
  user_id: userId,
});
export type OperatorCommonInput = Message<typeof operatorCommonInput>;
/** All submissions to the common library, newest first. */
export const operatorCommonList: Call<OperatorCommonInput, CommonList, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getCommonList',
  shape(operatorCommonInput),
  shape(commonListAnswer),
);

const decideInput = Type.Object({
  id,
  approve: Type.Boolean(),
  /** Shown to the submitter; required for a rejection. */
  reason: Type.Optional(textString({ maxLength: COMMON_LIMITS.reasonLength })),
  user_id: userId,
});
export type DecideCommonInput = Message<typeof decideInput>;
/** Approves a template for the common library, or rejects it, even one that was approved before. */
export const decideCommon: Call<DecideCommonInput, CommonTemplate, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/decideCommon',
  shape(decideInput),
  shape(commonTemplate),
);

export interface CommonTemplateCalls {
  readonly commonList: typeof commonList;
  readonly ownCommonList: typeof ownCommonList;
  readonly submitCommon: typeof submitCommon;
  readonly withdrawCommon: typeof withdrawCommon;
  readonly operatorCommonList: typeof operatorCommonList;
  readonly decideCommon: typeof decideCommon;
}

export const COMMON_TEMPLATE_CALLS: CommonTemplateCalls = {
  commonList,
  ownCommonList,
  submitCommon,
  withdrawCommon,
  operatorCommonList,
  decideCommon,
};
