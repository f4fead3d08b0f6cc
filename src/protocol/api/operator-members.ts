import { Type, type TSchema } from 'typebox';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { ORDER_STATES, PAYMENT_PROVIDERS, PRODUCT_KINDS } from './members.ts';
import { OPERATOR_PAGE_MAX_SIZE } from './operator.ts';
import { nameString } from '../shown-text.ts';

export const MAX_PLAN_DAYS = 3660;
export const MAX_PLAN_BYTES = 100_000 * 2 ** 30;
/** In the currency's smallest unit. */
export const MAX_PRICE = 100_000_000;
/** The most codes of one batch. */
export const MAX_BATCH_CODES = 10_000;
/** The currencies of plans, each with two decimals. */
export const CURRENCIES = ['CNY', 'USD', 'EUR', 'GBP', 'BRL', 'RUB', 'MXN'] as const;

const id = Type.String({ minLength: 1, maxLength: 64 });
const page = {
  /** From 1. */
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Entries on a page; 20 when absent. */
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: OPERATOR_PAGE_MAX_SIZE })),
  user_id: userId,
};
function listOf<S extends TSchema>(one: S) {
  return Type.Object({ list: Type.Array(one), count: Type.Integer() });
}

const names = Type.Object({
  zh: nameString({ minLength: 1, maxLength: 60 }),
  en: nameString({ minLength: 1, maxLength: 60 }),
  pt: nameString({ minLength: 1, maxLength: 60 }),
  es: nameString({ minLength: 1, maxLength: 60 }),
  ru: nameString({ minLength: 1, maxLength: 60 }),
});
export type PlanNames = Message<typeof names>;

const planFields = {
  names,
  days: Type.Integer({ minimum: 1, maximum: MAX_PLAN_DAYS }),
  /** Of a package of cloud space; 0 for a membership. */
  bytes: Type.Integer({ minimum: 0, maximum: MAX_PLAN_BYTES }),
  /** The price, in the currency's smallest unit. */
  price: Type.Integer({ minimum: 1, maximum: MAX_PRICE }),
  original_price: Type.Integer({ minimum: 1, maximum: MAX_PRICE }),
  currency: Type.Enum([...CURRENCIES]),
  is_recommend: Type.Boolean(),
  is_preference: Type.Boolean(),
  /** The sort position, lowest first. */
  position: Type.Integer({ minimum: 0, maximum: 10_000 }),
};
const operatorPlan = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...PRODUCT_KINDS]),
  ...planFields,
  names: Type.Object({
    zh: Type.String(),
    en: Type.String(),
    pt: Type.String(),
    es: Type.String(),
    ru: Type.String(),
  }),
  currency: Type.String(),
  /** ISO 8601, UTC; empty for an active one. */
  retired: Type.String(),
});
export type OperatorPlan = Message<typeof operatorPlan>;

const planListInput = Type.Object({ user_id: userId });
const planListAnswer = Type.Object({ list: Type.Array(operatorPlan) });
export type OperatorPlanList = Message<typeof planListAnswer>;
/** All plans and packages, including retired ones. */
export const operatorPlanList: Call<Message<typeof planListInput>, OperatorPlanList, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getPlanList',
  shape(planListInput),
  shape(planListAnswer),
);

const addPlanInput = Type.Object({ kind: Type.Enum([...PRODUCT_KINDS]), ...planFields, user_id: userId });
export type AddPlanInput = Message<typeof addPlanInput>;
/** Adds a plan of membership or a package of cloud space, which is sold from now on. */
export const operatorAddPlan: Call<AddPlanInput, OperatorPlan, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/addPlan',
  shape(addPlanInput),
  shape(operatorPlan),
);

const editPlanInput = Type.Object({ id, ...planFields, user_id: userId });
export type EditPlanInput = Message<typeof editPlanInput>;
/** Changes a plan. Earlier orders keep their terms. */
export const operatorEditPlan: Call<EditPlanInput, OperatorPlan, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/editPlan',
  shape(editPlanInput),
  shape(operatorPlan),
);

const retirePlanInput = Type.Object({ id, retired: Type.Boolean(), user_id: userId });
export type RetirePlanInput = Message<typeof retirePlanInput>;
/** Retires a plan, or restores it. */
export const operatorRetirePlan: Call<RetirePlanInput, OperatorPlan, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/retirePlan',
  shape(retirePlanInput),
  shape(operatorPlan),
);

const batch = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Enum([...PRODUCT_KINDS]),
  days: Type.Integer(),
  bytes: Type.Integer(),
  /** ISO 8601, UTC. */
  created: Type.String(),
  /** ISO 8601, UTC; empty for never. */
  expires: Type.String(),
  count: Type.Integer(),
  redeemed: Type.Integer(),
  revoked: Type.Integer(),
});
export type CodeBatch = Message<typeof batch>;

const makeCodesInput = Type.Object({
  name: nameString({ minLength: 1, maxLength: 100 }),
  kind: Type.Enum([...PRODUCT_KINDS]),
  days: Type.Integer({ minimum: 1, maximum: MAX_PLAN_DAYS }),
  /** Of cloud space; 0 for a membership. */
  bytes: Type.Integer({ minimum: 0, maximum: MAX_PLAN_BYTES }),
  count: Type.Integer({ minimum: 1, maximum: MAX_BATCH_CODES }),
  /** ISO 8601; never when absent or empty. */
  expires: Type.Optional(Type.String({ maxLength: 40 })),
  user_id: userId,
});
export type MakeCodesInput = Message<typeof makeCodesInput>;
/** Makes a batch of redemption codes. `operatorCodeCsv` returns them. */
export const operatorMakeCodes: Call<MakeCodesInput, CodeBatch, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/makeCodes',
  shape(makeCodesInput),
  shape(batch),
);

const batchListInput = Type.Object(page);
export type BatchListInput = Message<typeof batchListInput>;
const batchListAnswer = listOf(batch);
export type BatchList = Message<typeof batchListAnswer>;
/** The batches of redemption codes, newest first. */
export const operatorBatchList: Call<BatchListInput, BatchList, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getBatchList',
  shape(batchListInput),
  shape(batchListAnswer),
);

const CODE_STATES = ['free', 'redeemed', 'revoked', 'expired'] as const;
const code = Type.Object({
  /** Identifies the code without revealing it. */
  id: Type.String(),
  /** The code: four groups of four characters. */
  code: Type.String(),
  state: Type.Enum([...CODE_STATES]),
  /** The user who redeemed it; empty for none, or a deleted account. */
  redeemed_by: Type.String(),
  /** ISO 8601, UTC; empty for not. */
  redeemed: Type.String(),
});
export type OperatorCode = Message<typeof code>;
const codeListInput = Type.Object({ batch: id, ...page });
export type CodeListInput = Message<typeof codeListInput>;
const codeListAnswer = listOf(code);
export type CodeList = Message<typeof codeListAnswer>;
/** The codes of a batch. */
export const operatorCodeList: Call<CodeListInput, CodeList, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getCodeList',
  shape(codeListInput),
  shape(codeListAnswer),
);

const codeCsvInput = Type.Object({ batch: id, user_id: userId });
const codeCsvAnswer = Type.Object({ name: Type.String(), csv: Type.String() });
export type CodeCsv = Message<typeof codeCsvAnswer>;
/** All codes of a batch as a CSV file (RFC 4180), with its name. */
export const operatorCodeCsv: Call<Message<typeof codeCsvInput>, CodeCsv, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/exportCodes',
  shape(codeCsvInput),
  shape(codeCsvAnswer),
);

const revokeCodesInput = Type.Object({
  batch: id,
  /** One code of the batch; all that are not redeemed when absent. */
  id: Type.Optional(Type.String({ maxLength: 64 })),
  user_id: userId,
});
export type RevokeCodesInput = Message<typeof revokeCodesInput>;
const revokeCodesAnswer = Type.Object({ revoked: Type.Integer() });
/** Revokes codes that were not redeemed yet. */
export const operatorRevokeCodes: Call<RevokeCodesInput, Message<typeof revokeCodesAnswer>, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/revokeCodes',
  shape(revokeCodesInput),
  shape(revokeCodesAnswer),
);

const order = Type.Object({
  o_id: Type.String(),
  /** Empty for an account that was deleted. */
  buyer_id: Type.String(),
  buyer: Type.String(),
  kind: Type.Enum([...PRODUCT_KINDS]),
  /** The product, in the operator's language. */
  the_term: Type.String(),
  days: Type.Integer(),
  /** In the currency's smallest unit. */
  amount: Type.Integer(),
  currency: Type.String(),
  provider: Type.Enum([...PAYMENT_PROVIDERS]),
  state: Type.Enum([...ORDER_STATES]),
  transaction_id: Type.String(),
  /** ISO 8601, UTC. */
  created: Type.String(),
  /** ISO 8601, UTC; empty for not paid. */
  paid: Type.String(),
});
export type OperatorOrder = Message<typeof order>;
const orderListInput = Type.Object({
  /** A part of the order's or the payment's id, or of the buyer's name; all when absent or empty. */
  search: Type.Optional(Type.String({ maxLength: 200 })),
  state: Type.Optional(Type.Enum([...ORDER_STATES])),
  provider: Type.Optional(Type.Enum([...PAYMENT_PROVIDERS])),
  ...page,
});
export type OrderListInput = Message<typeof orderListInput>;
const orderListAnswer = listOf(order);
export type OrderList = Message<typeof orderListAnswer>;
/** The orders, newest first. */
export const operatorOrderList: Call<OrderListInput, OrderList, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getOrderList',
  shape(orderListInput),
  shape(orderListAnswer),
);

const confirmOrderInput = Type.Object({
  o_id: id,
  /** The bank's id of the payment; one payment pays one order. */
  transaction_id: nameString({ minLength: 1, maxLength: 100 }),
  user_id: userId,
});
export type ConfirmOrderInput = Message<typeof confirmOrderInput>;
/** Confirms the payment of an order that the operator has to confirm. The product is granted at once, and only once. */
export const operatorConfirmOrder: Call<ConfirmOrderInput, null, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/confirmOrder',
  shape(confirmOrderInput),
  nothing,
);

const failOrderInput = Type.Object({ o_id: id, user_id: userId });
/** Marks an open order as failed. */
export const operatorFailOrder: Call<Message<typeof failOrderInput>, null, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/failOrder',
  shape(failOrderInput),
  nothing,
);

const grantInput = Type.Object({
  member: id,
  days: Type.Integer({ minimum: 1, maximum: MAX_PLAN_DAYS }),
  user_id: userId,
});
export type GrantDaysInput = Message<typeof grantInput>;
const membershipAnswer = Type.Object({
  /** ISO 8601, UTC. */
  expire_time: Type.String(),
});
export type MembershipAnswer = Message<typeof membershipAnswer>;
/** Extends a user's membership by this many days. */
export const operatorGrantDays: Call<GrantDaysInput, MembershipAnswer, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/grantMembership',
  shape(grantInput),
  shape(membershipAnswer),
);

const endInput = Type.Object({ member: id, user_id: userId });
/** Ends a user's membership now. */
export const operatorEndMembership: Call<Message<typeof endInput>, MembershipAnswer, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/endMembership',
  shape(endInput),
  shape(membershipAnswer),
);

export interface OperatorMemberCalls {
  readonly operatorPlanList: typeof operatorPlanList;
  readonly operatorAddPlan: typeof operatorAddPlan;
  readonly operatorEditPlan: typeof operatorEditPlan;
  readonly operatorRetirePlan: typeof operatorRetirePlan;
  readonly operatorMakeCodes: typeof operatorMakeCodes;
  readonly operatorBatchList: typeof operatorBatchList;
  readonly operatorCodeList: typeof operatorCodeList;
  readonly operatorCodeCsv: typeof operatorCodeCsv;
  readonly operatorRevokeCodes: typeof operatorRevokeCodes;
  readonly operatorOrderList: typeof operatorOrderList;
  readonly operatorConfirmOrder: typeof operatorConfirmOrder;
  readonly operatorFailOrder: typeof operatorFailOrder;
  readonly operatorGrantDays: typeof operatorGrantDays;
  readonly operatorEndMembership: typeof operatorEndMembership;
}

export const OPERATOR_MEMBER_CALLS: OperatorMemberCalls = {
  operatorPlanList,
  operatorAddPlan,
  operatorEditPlan,
  operatorRetirePlan,
  operatorMakeCodes,
  operatorBatchList,
  operatorCodeList,
  operatorCodeCsv,
  operatorRevokeCodes,
  operatorOrderList,
  operatorConfirmOrder,
  operatorFailOrder,
  operatorGrantDays,
  operatorEndMembership,
};
