import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { PRIVILEGES } from './accounts.ts';
import { noInput, post, shape, userId, type Call, type NoInput } from './call.ts';

/** The products: a period of membership, or cloud space. */
export const PRODUCT_KINDS = ['member', 'space'] as const;
export type ProductKind = (typeof PRODUCT_KINDS)[number];

/** `sandbox` moves no money, for trying everything out. `operator` is any payment that an operator confirms. */
export const PAYMENT_PROVIDERS = ['alipay', 'wechat', 'card', 'operator', 'sandbox'] as const;
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number];

export const ORDER_STATES = ['created', 'paid', 'failed', 'expired'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** The codes of an order's state in calls (2 and 3: specification 1, section 5; the others are our own). */
export const ORDER_STATUS: Readonly<Record<OrderState, number>> = { created: 1, paid: 2, failed: 3, expired: 4 };
/** The polling interval of clients, in milliseconds. */
export const ORDER_POLL_MS = 3000;

/** A decimal number with a point. */
const money = Type.String();

const planSchema = Type.Object({
  m_id: Type.String(),
  /** Its name, in the requested language. */
  the_term: Type.String(),
  days: Type.Integer(),
  /** Of cloud space; 0 for a membership. */
  bytes: Type.Integer(),
  /** The price to pay. */
  discount_price: money,
  /** The price without a discount; the same if there is none. */
  original_price: money,
  currency_symbol: Type.String(),
  /** ISO 4217. */
  currency: Type.String(),
  is_recommend: Type.Boolean(),
  is_preference: Type.Boolean(),
  /** The available payment providers, the default first. */
  providers: Type.Array(Type.Enum([...PAYMENT_PROVIDERS])),
});
export type MemberPlan = Message<typeof planSchema>;

const planListInput = Type.Object({ app: Type.Optional(Type.Integer()), user_id: userId });
export type PlanListInput = Message<typeof planListInput>;
const planListAnswer = Type.Object({ list: Type.Array(planSchema) });
export type PlanList = Message<typeof planListAnswer>;
/** The plans of membership; none if membership is off. `app` is 3. */
export const memberPlans: Call<PlanListInput, PlanList, 'session'> = post(
  'session',
  '/interface/api/tem.app_member/getMemberList',
  shape(planListInput),
  shape(planListAnswer),
);
/** The available packages of cloud space; none if membership is off. */
export const spacePlans: Call<PlanListInput, PlanList, 'session'> = post(
  'session',
  '/interface/api/tem.app_member/getSpaceList',
  shape(planListInput),
  shape(planListAnswer),
);

const privilegesAnswer = Type.Object({
  /**
   * `ico` identifies the privilege; `name` is in the requested language; `free`: users without membership have it too.
   */
  list: Type.Array(Type.Object({ ico: Type.Enum([...PRIVILEGES]), name: Type.String(), free: Type.Boolean() })),
});
export type MemberPrivileges = Message<typeof privilegesAnswer>;
/** The privileges of members. */
export const memberPrivileges: Call<NoInput, MemberPrivileges, 'session'> = post(
  'session',
  '/interface/api/tem.app_member/configIns',
  noInput,
  shape(privilegesAnswer),
);

const payInput = Type.Object({
  m_id: Type.String({ maxLength: 64 }),
  /** One of the plan's providers; the first when absent. */
  provider: Type.Optional(Type.Enum([...PAYMENT_PROVIDERS])),
  user_id: userId,
});
export type PayInput = Message<typeof payInput>;
const payAnswer = Type.Object({
  o_id: Type.String(),
  /** The QR code to scan, a `data:` URL; empty if there is none. */
  image: Type.String(),
  /** The address for paying in this browser; empty for none. */
  link: Type.String(),
  /** The operator's payment instructions; empty for none. */
  text: Type.String(),
  provider: Type.Enum([...PAYMENT_PROVIDERS]),
  /** ISO 8601, UTC: when the payment expires. */
  expires: Type.String(),
});
export type PayAnswer = Message<typeof payAnswer>;
/**
 * Makes an order of a plan or a package. A user with an open order of the same gets that one: two pages show one code.
 */
export const payScanCode: Call<PayInput, PayAnswer, 'session'> = post(
  'session',
  '/interface/api/tem.app_member/payScanCode',
  shape(payInput),
  shape(payAnswer),
);

const orderStatusInput = Type.Object({
  o_id: Type.String({ maxLength: 64 }),
  /** Whether the client shows nothing while it polls. */
  quiet: Type.Optional(Type.Boolean()),
  user_id: userId,
});
export type OrderStatusInput = Message<typeof orderStatusInput>;
const orderStatusAnswer = Type.Object({ status: Type.Integer() });
export type OrderStatusAnswer = Message<typeof orderStatusAnswer>;
/** The state of an order: 1 not paid yet, 2 paid, 3 failed, 4 expired. */
export const orderStatus: Call<OrderStatusInput, OrderStatusAnswer, 'session'> = post(
  'session',
  '/interface/api/tem.app_member/getStatusOrder',
  shape(orderStatusInput),
  shape(orderStatusAnswer),
);

const exchangeInput = Type.Object({ exchange_code: Type.String({ maxLength: 200 }), user_id: userId });
export type ExchangeInput = Message<typeof exchangeInput>;
const exchangeAnswer = Type.Object({
  kind: Type.Enum([...PRODUCT_KINDS]),
  days: Type.Integer(),
  /** ISO 8601, UTC: when the product expires. */
  expire_time: Type.String(),
  /** For the user. */
  text: Type.String(),
});
export type ExchangeAnswer = Message<typeof exchangeAnswer>;
/** Redeems a code. An unknown, used, revoked or expired code is rejected with the same message. */
export const exchangeMember: Call<ExchangeInput, ExchangeAnswer, 'session'> = post(
  'session',
  '/interface/api/tem.app_member/exchangeMember',
  shape(exchangeInput),
  shape(exchangeAnswer),
);

const sandboxInput = Type.Object({
  o_id: Type.String({ maxLength: 64 }),
  /** The key in the address of the QR code. */
  key: Type.String({ maxLength: 100 }),
  /** The wanted outcome of the payment; only returns the order when absent. */
  result: Type.Optional(Type.Enum(['paid', 'failed'])),
});
export type SandboxInput = Message<typeof sandboxInput>;
const sandboxAnswer = Type.Object({
  status: Type.Integer(),
  the_term: Type.String(),
  amount: money,
  currency: Type.String(),
});
export type SandboxAnswer = Message<typeof sandboxAnswer>;
/** The page of the sandbox's QR code: pays an order without money, or simulates a failure. */
export const sandboxPay: Call<SandboxInput, SandboxAnswer, 'public'> = post(
  'public',
  '/interface/api/tem.app_member/sandboxPay',
  shape(sandboxInput),
  shape(sandboxAnswer),
);

export interface MemberCalls {
  readonly memberPlans: typeof memberPlans;
  readonly spacePlans: typeof spacePlans;
  readonly memberPrivileges: typeof memberPrivileges;
  readonly payScanCode: typeof payScanCode;
  readonly orderStatus: typeof orderStatus;
  readonly exchangeMember: typeof exchangeMember;
  readonly sandboxPay: typeof sandboxPay;
}

export const MEMBER_CALLS: MemberCalls = {
  memberPlans,
  spacePlans,
  memberPrivileges,
  payScanCode,
  orderStatus,
  exchangeMember,
  sandboxPay,
};
